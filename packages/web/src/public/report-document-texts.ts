import { reportDocuments as english } from '../i18n/english/report-documents.ts';
import type { ReportDocumentsTexts } from '../i18n/english/report-documents.ts';
import { reportDocuments as german } from '../i18n/german/report-documents.ts';
import { language } from '../i18n/spoken.ts';

const CATALOGUES = { en: english, de: german } as const;

/** The texts around public reports in the present language. */
export const reportDocumentTexts = (): ReportDocumentsTexts => CATALOGUES[language.value];
