import { badRequest } from '@platform/errors';

import { storable } from './props.ts';

/**
 * A hit as the tracker sends it. Short names keep the script and the requests small.
 *
 * - `d` attributes of the script tag, among them `site`, the site key; `k` is the key in their place,
 * as the tracker sent it before
 * - `n` name (page view when missing), `u` address of the page
 * - `i` id of the event, so that sending it twice counts once
 * - `b` true for a browser that a program controls
 * - `p` properties of an event; of a page view `r` referrer, `t` title, `w` screen `[1920, 1080]`
 * and `l` language; of an engagement `e` milliseconds and `s` scroll in percentage points, both
 * since the last hit, and `t` title where the page is hidden or left
 * - `v` web vitals by name (`LCP`, `INP`, `CLS`, `TTFB`), of a hit whose name is `vitals`
 */
export type Beacon = Readonly<
  Record<'d' | 'k' | 'n' | 'u' | 'p' | 'i' | 'b' | 'r' | 't' | 'w' | 'l' | 'e' | 's' | 'v', unknown>
>;

export const refuse = (field: string): Error => badRequest(`The hit's field ${field} is not usable.`);

/** Text, cut to `max` characters and without what can't be stored. */
export const text = (source: Partial<Beacon>, field: keyof Beacon, max: number): string => {
  const value = source[field];
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') throw refuse(field);
  return storable(value, max);
};

export const screenOf = (value: unknown): string => {
  if (value === undefined) return '';
  if (!Array.isArray(value) || !value.every((side) => typeof side === 'number')) throw refuse('w');
  return value.map((side) => Math.round(side)).join('x');
};

/** A whole number from 0 to `max`. Larger numbers are cut. */
export const amount = (source: Partial<Beacon>, field: keyof Beacon, max: number): number => {
  const value = source[field] ?? 0;
  if (typeof value !== 'number' || !(value >= 0)) throw refuse(field);
  return Math.min(max, Math.round(value));
};
