import { formatNumber } from '../i18n/format.ts';
import { language } from '../i18n/spoken.ts';
import { reportTexts } from './texts.ts';

/** `1,240 ms`. */
export const millisecondsText = (number: number): string => `${formatNumber(number)} ms`;

/** `812 bytes`, `12.4 KiB`, `3.1 MiB`. */
export const bytesText = (number: number): string => {
  if (number < 1024) return reportTexts().plainBytes(number);
  const isSmall = number < 1024 * 1024;
  const tenths = formatNumber(number / (isSmall ? 1024 : 1024 * 1024), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  return `${tenths} ${isSmall ? 'KiB' : 'MiB'}`;
};

const LOCALES = { en: 'en-GB', de: 'de-DE' } as const;
const made = new Map<string, Intl.DateTimeFormat>();

/** Making one takes longer than using it a hundred times. */
const formatOf = (isDay: boolean): Intl.DateTimeFormat => {
  const key = `${language.value} ${isDay}`;
  const known = made.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat(LOCALES[language.value], {
    dateStyle: 'long',
    ...(!isDay && { timeStyle: 'short' }),
    timeZone: 'UTC',
  });
  made.set(key, format);
  return format;
};

/** Date and time in UTC, so that a page says the same wherever it is read. */
export const timeText = (iso: string): string => `${formatOf(false).format(new Date(iso))} UTC`;

/** The day in UTC; text that isn’t a date stays as it is. */
export const dayText = (text: string): string => {
  const time = Date.parse(text);
  return Number.isNaN(time) ? text : formatOf(true).format(time);
};

/** Splits a message into its first sentence (the fault) and the rest (the remedy). */
export const splitMessage = (message: string): { fault: string; remedy: string } => {
  const end = /[.!?](?= [A-ZÄÖÜ])/.exec(message)?.index ?? message.length;
  return { fault: message.slice(0, end).replace(/\.$/, ''), remedy: message.slice(end + 1).trim() };
};
