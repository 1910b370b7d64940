import type { Language } from '@platform/page-access';

import { english } from './english.ts';
import type { ReportTexts } from './english.ts';
import { german } from './german.ts';

/** What the report's pages say in a language, with its quantities and dates. */
export interface PageTexts extends ReportTexts {
  readonly milliseconds: (number: number) => string;
  /** `812 bytes`, `12.4 KiB`, `3.1 MiB`. */
  readonly bytes: (number: number) => string;
  readonly decimal: (number: number) => string;
  /** Text that isn’t a date stays as it is. */
  readonly date: (text: string) => string;
  /** Date and time in UTC. */
  readonly time: (date: Date) => string;
}

const withQuantities = (texts: ReportTexts): PageTexts => {
  const { locale, plainBytes } = texts;
  const options = { dateStyle: 'long', timeZone: 'UTC' } as const;
  const dates = new Intl.DateTimeFormat(locale, options);
  const times = new Intl.DateTimeFormat(locale, { ...options, timeStyle: 'short' });
  const tenths = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return {
    ...texts,
    milliseconds: (number) => `${number.toLocaleString(locale)} ms`,
    decimal: (number) => number.toLocaleString(locale, { maximumFractionDigits: 3 }),
    bytes: (number) => {
      if (number < 1024) return plainBytes(number);
      const isSmall = number < 1024 * 1024;
      return `${tenths.format(number / (isSmall ? 1024 : 1024 * 1024))} ${isSmall ? 'KiB' : 'MiB'}`;
    },
    date: (text) => {
      const time = Date.parse(text);
      return Number.isNaN(time) ? text : dates.format(time);
    },
    time: (date) => `${times.format(date)} UTC`,
  };
};

const TEXTS: Readonly<Record<Language, PageTexts>> = {
  en: withQuantities(english),
  de: withQuantities(german),
};

/** The texts of the report's pages in a language. */
export const textsIn = (language: Language): PageTexts => TEXTS[language];
