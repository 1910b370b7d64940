import { isUtf8 } from 'node:buffer';

import { badRequest } from '@platform/errors';

import type { HitBody } from './hit.ts';
import { parsePageUrl } from './page-url.ts';
import { storable, toProps } from './props.ts';

/**
 * A hit as the tracker sends it. Short names keep the script and the requests small.
 *
 * - `k` site key, `n` name (page view when missing), `u` address of the page
 * - `i` id of the event, so that sending it twice counts once
 * - `b` true for a browser that a program controls
 * - `p` properties of an event; of a page view `r` referrer, `t` title, `w` screen `[1920, 1080]`
 * and `l` language; of an engagement `e` milliseconds and `s` scroll in percentage points, both
 * since the last hit
 */
type Beacon = Readonly<
  Record<'k' | 'n' | 'u' | 'p' | 'i' | 'b' | 'r' | 't' | 'w' | 'l' | 'e' | 's', unknown>
>;

/**
 * Real keys have 16 characters. Keys longer than this are not remembered as unknown: they would
 * fill the memory.
 */
const MAX_KEY = 64;
/** A link's address is cut after its query is gone: link-click.ts. */
const MAX_LINK = 4_096;
const MAX_ENGAGED_MS = 4 * 3_600_000;

/** The fields of a hit about which nothing was said. */
const NO_DETAILS = { referrer: '', title: '', screen: '', language: '', props: {}, engagedMs: 0, scroll: 0 };

const refuse = (field: string): Error => badRequest(`The hit's field ${field} is not usable.`);

/** Text, cut to `max` characters and without what can't be stored. */
const text = (source: Partial<Beacon>, field: keyof Beacon, max: number): string => {
  const value = source[field];
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') throw refuse(field);
  return storable(value, max);
};

const screenOf = (value: unknown): string => {
  if (value === undefined) return '';
  if (!Array.isArray(value) || !value.every((side) => typeof side === 'number')) throw refuse('w');
  return value.map((side) => Math.round(side)).join('x');
};

/** A whole number from 0 to `max`. Larger numbers are cut. */
const amount = (source: Partial<Beacon>, field: keyof Beacon, max: number): number => {
  const value = source[field] ?? 0;
  if (typeof value !== 'number' || !(value >= 0)) throw refuse(field);
  return Math.min(max, Math.round(value));
};

/**
 * Reads what the tracker sends, and what the address of the GIF says.
 * @throws AppError `bad_request` for anything that the tracker would not send
 */
export const toHitBody = (source: Partial<Beacon>): HitBody => {
  const url = parsePageUrl(text(source, 'u', 4_096));
  if (!url) throw refuse('u');
  const name = source.n === undefined ? 'pageview' : text(source, 'n', 100).trim();
  // An event without a name is no page view.
  if (name === '') throw refuse('n');
  const siteKey = text(source, 'k', MAX_KEY + 1);
  if (siteKey.length > MAX_KEY) throw refuse('k');
  const head = { siteKey, url, id: text(source, 'i', 100), isAutomated: source.b === true };
  if (name !== 'pageview' && name !== 'engagement') {
    const props = toProps(source.p ?? {}, name === 'link' ? MAX_LINK : undefined);
    return { ...head, ...NO_DETAILS, name, props };
  }
  const details: Partial<Beacon> = typeof source.p === 'object' ? (source.p ?? {}) : {};
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
export const parseBeacon = (body: Buffer): HitBody => {
  if (!isUtf8(body)) throw badRequest('The hit is not valid UTF-8.');
  let value: unknown;
  try {
    value = JSON.parse(body.toString());
  } catch {
    throw badRequest('The hit is not valid JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badRequest('The hit must be an object.');
  return toHitBody(value);
};
