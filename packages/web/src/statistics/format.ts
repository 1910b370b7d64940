import { dateFormat, displayNames, formatNumber, formatShare } from '../i18n/format.ts';
import { METRIC_DEFINITIONS } from './definitions.ts';
import type { Days, Metric } from './source.ts';
import { statisticsTexts } from './texts.ts';
import type { Condition } from './view.ts';

const formatDuration = (seconds: number): string => {
  const rounded = Math.round(seconds);
  const two = (value: number): string => String(value).padStart(2, '0');
  if (rounded < 60) return `${rounded}s`;
  if (rounded < 3_600) return `${Math.floor(rounded / 60)}m ${two(rounded % 60)}s`;
  return `${Math.floor(rounded / 3_600)}h ${two(Math.floor((rounded % 3_600) / 60))}m`;
};

/** A whole number, shortened from five digits on: `12.3K`. */
export const formatShort = (value: number): string =>
  Math.abs(value) < 10_000
    ? formatNumber(value)
    : formatNumber(value, { notation: 'compact', maximumSignificantDigits: 3 });

const FORMATS = {
  count: formatShort,
  ratio: (value: number) => formatNumber(value, { maximumFractionDigits: 1 }),
  share: formatShare,
  percent: (value: number) => formatShare(value / 100),
  seconds: formatDuration,
} as const;

/** A metric's value; a dash for a mean of nothing. */
export const formatMetric = (metric: Metric, value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : FORMATS[METRIC_DEFINITIONS[metric].unit](value);

/** The same with every digit, for tables and what appears on hover. */
export const formatExact = (metric: Metric, value: number | null | undefined): string =>
  typeof value === 'number' && METRIC_DEFINITIONS[metric].unit === 'count'
    ? formatNumber(value)
    : formatMetric(metric, value);

/** A day without its zone, so that no reader's own zone moves it. */
const dayFormat = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  dateFormat({ timeZone: 'UTC', ...options });

const thisYear = (day: string): boolean => day.startsWith(new Date().toISOString().slice(0, 4));

/** `26 Nov`, with the year where it isn't the present one. */
export const formatDay = (day: string, weekday = false): string =>
  dayFormat({
    day: 'numeric',
    month: 'short',
    ...(weekday && { weekday: 'short' }),
    ...(!thisYear(day) && { year: 'numeric' }),
  }).format(new Date(day));

/** `30 Oct – 26 Nov`, or the one day. */
export const formatDays = ({ from, to }: Days): string =>
  from === to
    ? formatDay(from, true)
    : dayFormat({
        day: 'numeric',
        month: 'short',
        ...((!thisYear(from) || !thisYear(to)) && { year: 'numeric' }),
      }).formatRange(new Date(from), new Date(to));

/** The hour of a bucket as the website's clocks showed it: `2026-11-26T14:00:00+01:00` is 14:00. */
const wallClock = (label: string): Date => new Date(`${label.slice(0, 19)}Z`);

/** A bucket of time, for axes. */
export const formatBucket = (label: string): string => {
  if (label.length > 10) return dayFormat({ hour: 'numeric', minute: '2-digit' }).format(wallClock(label));
  if (label.length === 7) return dayFormat({ month: 'short', year: '2-digit' }).format(new Date(label));
  return dayFormat({ day: 'numeric', month: 'short' }).format(new Date(label));
};

/** The same in full, for the tooltip and the table. */
export const formatBucketLong = (label: string): string => {
  if (label.length > 10)
    return dayFormat({
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: 'numeric',
      minute: '2-digit',
    }).format(wallClock(label));
  if (label.length === 7) return dayFormat({ month: 'long', year: 'numeric' }).format(new Date(label));
  return formatDay(label, true);
};

/** Characters that must stay encoded: they are invisible, turn the text around them, or change the path. */
const HIDDEN = /(?![\u200C\u200D])[\p{C}\p{Z}%/?#&=+]/u;

const decoded = (encoded: string): string => {
  try {
    return Array.from(decodeURIComponent(encoded), (character) =>
      HIDDEN.test(character) ? encodeURIComponent(character) : character,
    ).join('');
  } catch {
    return encoded;
  }
};

const nameIn = (type: 'region' | 'language', code: string): string => {
  try {
    return displayNames({ type, fallback: 'code' }).of(code) ?? code;
  } catch {
    return code;
  }
};

const capitalised = (value: string): string => value.charAt(0).toUpperCase() + value.slice(1);

/** A value of a dimension as people read it. */
export const formatValue = (dimension: string, value: string): string => {
  if (value === '') return statisticsTexts().none;
  if (dimension === 'country') return /^[A-Z]{2}$/.test(value) ? nameIn('region', value) : value;
  if (dimension === 'language') return nameIn('language', value);
  if (dimension === 'page' || dimension === 'entry_page' || dimension === 'exit_page')
    return value.replace(/(?:%[\da-f]{2})+/gi, decoded);
  if (dimension !== 'device' && dimension !== 'channel') return value;
  const known: Readonly<Record<string, string>> = statisticsTexts().valueNames;
  return known[value] ?? capitalised(value);
};

/** Returns the values with a text in their names: countries and languages are searched by name, not code. */
export const codesNamed = (dimension: 'country' | 'language', text: string): readonly string[] => {
  const wanted = text.toLowerCase();
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
  const codes = letters.flatMap((a) => letters.map((b) => a + b));
  return codes
    .map((code) => (dimension === 'country' ? code.toUpperCase() : code))
    .filter((code) => {
      const name = nameIn(dimension === 'country' ? 'region' : 'language', code);
      return name !== code && name.toLowerCase().includes(wanted);
    })
    .slice(0, 40);
};

/** True where the fonts at hand draw two letters as a flag: others show boxes, or the letters. */
const drawFlags = (): boolean => {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return false;
  const [flag, letter] = ['\u{1f1e9}\u{1f1ea}', '\u{1f1e9}'].map((text) => context.measureText(text).width);
  return (flag ?? 0) < 1.5 * (letter ?? 0);
};
let drawsFlags: boolean | undefined;

/** The flag of a country, as letters that fonts draw as one; empty where they don't. */
export const flagOf = (code: string): string =>
  // A server can't know; the page looks again.
  (drawsFlags ??= typeof document === 'undefined' || drawFlags()) && /^[A-Z]{2}$/.test(code)
    ? String.fromCodePoint(...Array.from(code, (letter) => 0x1f1a5 + letter.charCodeAt(0)))
    : '';

/** The name of a dimension: a property has its own. */
export const dimensionName = (dimension: string): string => {
  const { columns, goal } = statisticsTexts();
  const names: Readonly<Record<string, string>> = { ...columns, goal };
  return names[dimension] ?? dimension.replace(/^prop:/, '');
};

/** A condition in words: `Country is Germany or Austria`. */
export const conditionWords = ({ dimension, operator, values }: Condition): string => {
  const t = statisticsTexts();
  const names = values.map((value) => formatValue(dimension, value)).join(` ${t.or} `);
  return `${dimensionName(dimension)} ${t.operators[operator]} ${names}`;
};
