import { across as english } from '../../../i18n/english/across.ts';
import type { AcrossTexts } from '../../../i18n/english/across.ts';
import { across as german } from '../../../i18n/german/across.ts';
import { language } from '../../../i18n/spoken.ts';

/** The texts of what the services say together; they load with the screens that show it. */
export const acrossTexts = (): AcrossTexts => (language.value === 'de' ? german : english);
