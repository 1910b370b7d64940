import { parts as english } from '../i18n/english/parts.ts';
import { parts as german } from '../i18n/german/parts.ts';
import { language } from '../i18n/spoken.ts';

const CATALOGUES = { en: english, de: german } as const;

/** The texts of the parts in the present language. */
export const partTexts = (): typeof english => CATALOGUES[language.value];
