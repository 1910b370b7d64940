import { isUtf8 } from 'node:buffer';

import { badRequest } from '@platform/errors';

import type { Props, Report } from './hit.ts';
import { parsePageUrl } from './page-url.ts';

/**
 * A report as the tracker sends it; short names keep the script and the requests small.
 *
 * `k` site key · `n` name, page view when missing · `u` address of the page · `i` id of the event, so that it can be sent again ·
 * `p` properties of an event; of a page view `r` referrer, `t` title, `w` screen `[1920, 1080]`, `l` language;
 * of an engagement `e` milliseconds and `s` scroll in percentage points, both since the last report
 */
type Beacon = Readonly<Record<'k' | 'n' | 'u' | 'p' | 'i' | 'r' | 't' | 'w' | 'l' | 'e' | 's', unknown>>;

/** Real ones have 16 characters. Longer ones are not remembered as unknown, they would fill the memory. */
const MAX_KEY = 64;
const MAX_PROPS = 30;
const MAX_ENGAGED_MS = 4 * 3_600_000;

/** What a report has that says nothing about it. */
const NO_DETAILS = { referrer: '', title: '', screen: '', language: '', props: {}, engagedMs: 0, scroll: 0 };

const refuse = (field: string): Error => badRequest(`The report's field ${field} is not usable.`);

/** Text, cut to `max` characters; PostgreSQL stores neither NUL nor half a surrogate pair. */
const text = (source: Partial<Beacon>, field: keyof Beacon, max: number): string => {
  const value = source[field];
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string' || value.includes('\0') || !value.isWellFormed()) throw refuse(field);
  return value.slice(0, max).toWellFormed();
};

const screenOf = (value: unknown): string => {
  if (value === undefined) return '';
  if (!Array.isArray(value) || !value.every((side) => typeof side === 'number')) throw refuse('w');
  return value.map((side) => Math.round(side)).join('x');
};

/** A whole number from 0 to `max`; larger ones are cut. */
const amount = (source: Partial<Beacon>, field: keyof Beacon, max: number): number => {
  const value = source[field] ?? 0;
  if (typeof value !== 'number' || !(value >= 0)) throw refuse(field);
  return Math.min(max, Math.round(value));
};

const isUsableText = (value: string, max: number): boolean =>
  value.length <= max && !value.includes('\0') && value.isWellFormed();

/** The tracker can't tell what JSON makes of a page's values: null of NaN. The event happened all the same. */
const withoutNull = (source: object): object =>
  Object.fromEntries(Object.entries(source).filter(([, value]) => value !== null));

/** True for one level of strings, numbers and booleans, within limits. */
export const isProps = (value: unknown): value is Props => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const entries = Object.entries(value);
  return (
    entries.length <= MAX_PROPS &&
    entries.every(
      ([name, item]) =>
        isUsableText(name, 100) &&
        ((typeof item === 'string' && isUsableText(item, 500)) ||
          Number.isFinite(item) ||
          typeof item === 'boolean'),
    )
  );
};

/**
 * Reads the tracker's report, and the one in the address of the GIF.
 * @throws AppError `bad_request` for anything that the tracker would not send
 */
export const toReport = (source: Partial<Beacon>): Report => {
  const url = parsePageUrl(text(source, 'u', 4_096));
  if (!url) throw refuse('u');
  const name = text(source, 'n', 100).trim() || 'pageview';
  const siteKey = text(source, 'k', MAX_KEY + 1);
  if (siteKey.length > MAX_KEY) throw refuse('k');
  const head = { siteKey, url, id: text(source, 'i', 100) };
  const more = source.p ?? {};
  if (typeof more !== 'object') throw refuse('p');
  if (name !== 'pageview' && name !== 'engagement') {
    const props = Array.isArray(more) ? more : withoutNull(more);
    if (!isProps(props)) throw refuse('p');
    return { ...head, ...NO_DETAILS, name, props };
  }
  const details: Partial<Beacon> = more;
  return {
    ...head,
    ...NO_DETAILS,
    name,
    referrer: text(details, 'r', 4_096),
    title: text(details, 't', 300),
    screen: screenOf(details.w),
    language: text(details, 'l', 35),
    engagedMs: amount(details, 'e', MAX_ENGAGED_MS),
    scroll: amount(details, 's', 100),
  };
};

/** Reads the body of a request. @throws AppError `bad_request` */
export const parseBeacon = (body: Buffer): Report => {
  if (!isUtf8(body)) throw badRequest('The report is not valid UTF-8.');
  let value: unknown;
  try {
    value = JSON.parse(body.toString());
  } catch {
    throw badRequest('The report is not valid JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badRequest('The report must be an object.');
  return toReport(value);
};
