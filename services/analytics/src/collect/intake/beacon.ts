import { isUtf8 } from 'node:buffer';
import { badRequest } from '@platform/errors';

import { refuse, text, screenOf, amount } from './beacon-fields.ts';
import type { Beacon } from './beacon-fields.ts';
import { measuredVitals } from './measured-vitals.ts';
import { clickedProps, objectOf, tellingsOf } from './tag-attributes.ts';
import type { HitBody } from './hit.ts';
import { parsePageUrl } from './page-url.ts';
import { toProps } from './props.ts';

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

const idOf = (viewId: string, name: string): string => (viewId === '' ? '' : `${viewId} ${name}`);

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
  const tag = objectOf(source.d);
  const siteKey = text({ k: tag['site'] ?? source.k }, 'k', MAX_KEY + 1);
  if (siteKey.length > MAX_KEY) throw refuse('k');
  const head = { siteKey, url, id: text(source, 'i', 100), isAutomated: source.b === true };
  // Without values, it is a custom event that happens to have this name.
  if (name === 'vitals' && source.v !== undefined) {
    const vitals = measuredVitals(source.v);
    if (!vitals) throw refuse('v');
    return { ...head, ...NO_DETAILS, name, vitals };
  }
  if (name !== 'pageview' && name !== 'engagement') {
    const given = clickedProps(name, source.p) ?? source.p ?? {};
    return { ...head, ...NO_DETAILS, name, props: toProps(given, name === 'link' ? MAX_LINK : undefined) };
  }
  const details: Partial<Beacon> = objectOf(source.p);
  const also = name === 'pageview' ? tellingsOf(url, tag, details.t !== undefined) : [];
  return {
    ...head,
    ...NO_DETAILS,
    name,
    // An id of their own: with the view's, they would be taken for the view again.
    also: also.map((telling) => ({ ...head, ...NO_DETAILS, ...telling, id: idOf(head.id, telling.name) })),
    referrer: text(details, 'r', 4_096),
    title: text(details, 't', 300),
    screen: screenOf(details.w),
    language: text(details, 'l', 35),
    engagedMs: amount(details, 'e', MAX_ENGAGED_MS),
    scroll: amount(details, 's', 100),
  };
};

/** Reads the body of a request. @throws AppError `bad_request` */
export const parseBeacon = (body: Buffer | string): HitBody => {
  if (typeof body !== 'string' && !isUtf8(body)) throw badRequest('The hit is not valid UTF-8.');
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
