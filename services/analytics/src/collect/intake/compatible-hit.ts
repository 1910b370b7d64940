import { badRequest } from '@platform/errors';

import type { HitBody } from './hit.ts';
import { parsePageUrl } from './page-url.ts';
import { storable, toProps } from './props.ts';

const NO_DETAILS = { referrer: '', title: '', screen: '', language: '', props: {}, engagedMs: 0, scroll: 0 };

const textOf = (value: unknown, max: number): string =>
  typeof value === 'string' ? storable(value, max) : '';

const objectOf = (value: unknown): Readonly<Record<string, unknown>> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badRequest('The hit must be an object.');
  return { ...value };
};

const urlOf = (value: unknown, base?: string): URL => {
  const url = typeof value === 'string' ? parsePageUrl(URL.parse(value, base)?.href ?? '') : null;
  if (url === null) throw badRequest('The hit’s address is not usable.');
  return url;
};

const headOf = (siteKey: string, url: URL, name: string) => ({
  ...NO_DETAILS,
  siteKey,
  url,
  id: '',
  // `engagement` and `link` are the own tracker's.
  name: name === 'engagement' || name === 'link' ? `${name} event` : name,
});

/** Plausible's scripts before 2021 send their properties as JSON in a text. */
const propsOf = (value: unknown): unknown => {
  if (typeof value !== 'string') return value ?? {};
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return {};
  }
};

/**
 * Reads an event as Plausible's scripts send it: `n` or `name`, `u` or `url`, `r` or `referrer`, `p`
 * or `props`, `$` or `revenue`. Its engagement isn't counted: it has other measures.
 * @returns null for what is no event here
 * @throws AppError `bad_request`
 */
export const fromPlausible = (siteKey: string, value: unknown): HitBody | null => {
  const source = objectOf(value);
  const name = textOf(source['n'] ?? source['name'], 100).trim();
  if (name === '') throw badRequest('The event has no name.');
  if (name === 'engagement') return null;
  const head = headOf(siteKey, urlOf(source['u'] ?? source['url']), name);
  if (name === 'pageview') return { ...head, referrer: textOf(source['r'] ?? source['referrer'], 4_096) };
  const revenue = source['$'] ?? source['revenue'];
  const props = {
    ...toProps(propsOf(source['p'] ?? source['props'])),
    ...toProps(revenue ? { revenue } : {}),
  };
  return { ...head, props };
};

/**
 * Reads what Umami's script and `@umami/node` send: `{type: 'event', payload}`. Without a name it is a
 * page view; `identify` is nothing here, as nobody is recognised.
 * @returns null for what is no event here
 * @throws AppError `bad_request`
 */
export const fromUmami = (siteKey: string, value: unknown): HitBody | null => {
  const { type, payload } = objectOf(value);
  if (type !== 'event') return null;
  const source = objectOf(payload);
  const url = urlOf(source['url'], `https://${textOf(source['hostname'], 253) || 'invalid.'}`);
  const name = textOf(source['name'], 100).trim();
  const head = headOf(siteKey, url, name || 'pageview');
  if (name !== '') return { ...head, props: toProps(source['data'] ?? {}) };
  return {
    ...head,
    referrer: textOf(source['referrer'], 4_096),
    title: textOf(source['title'], 300),
    screen: textOf(source['screen'], 20),
    language: textOf(source['language'], 35),
  };
};
