import { publicPages as english } from '../i18n/english/public-pages.ts';
import { publicPages as german } from '../i18n/german/public-pages.ts';
import { language } from '../i18n/spoken.ts';

const CATALOGUES = { en: english, de: german } as const;

/** The texts of public pages in the present language. */
export const publicTexts = (): typeof english => CATALOGUES[language.value];
