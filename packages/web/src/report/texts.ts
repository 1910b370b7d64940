import { reportPage as english } from '../i18n/english/report-page.ts';
import type { ReportPageTexts } from '../i18n/english/report-page.ts';
import { reportPage as german } from '../i18n/german/report-page.ts';
import { language } from '../i18n/spoken.ts';
import type { Language } from '../i18n/spoken.ts';

const CATALOGUES: Readonly<Record<Language, ReportPageTexts>> = { en: english, de: german };

/** The texts of reports and sites in the present language. */
export const reportTexts = (): ReportPageTexts => CATALOGUES[language.value];
