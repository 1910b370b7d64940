import { isIP } from 'node:net';

import { badRequest } from '@platform/errors';

import { amountOf, MAX_ENGAGED_MS, measuredVitals } from './beacon.ts';
import type { HitBody, HitClaims } from './hit.ts';
import { parsePageUrl } from './page-url.ts';
import { storable, toProps } from './props.ts';

/** What a client of another product sends: the hit, and what it says about visitor and time. */
export interface ClientMessage {
  readonly body: HitBody;
  readonly claims: HitClaims;
}

const NO_DETAILS = { referrer: '', title: '', screen: '', language: '', props: {}, engagedMs: 0, scroll: 0 };

const textOf = (value: unknown, max: number): string =>
  typeof value === 'string' ? storable(value, max) : '';

const objectOf = (value: unknown): Readonly<Record<string, unknown>> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badRequest('The hit must be an object.');
  return { ...value };
};

/** Stands for the website's own host until the website is known. */
const OWN_HOST = 'https://own-host.invalid/';

/** The address of a page, which may be a path on the website or on `host`. */
const pageOf = (value: unknown, host = ''): Pick<HitBody, 'url' | 'hasNoHost'> => {
  const text = typeof value === 'string' ? value : '';
  const absolute = URL.parse(text);
  const hasNoHost = absolute === null && host === '';
  const url = parsePageUrl(
    (absolute ?? URL.parse(text, host === '' ? OWN_HOST : `https://${host}/`))?.href ?? '',
  );
  if (url === null) throw badRequest('The hit’s address is not usable.');
  return hasNoHost ? { url, hasNoHost } : { url };
};

/** `engagement` and `link` are the own tracker's. */
const nameOf = (name: string): string => (name === 'engagement' || name === 'link' ? `${name} event` : name);

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
 * Reads an event as Plausible's clients send it: `n` or `name`, `u` or `url`, `r` or `referrer`, `p`
 * or `props` (`m` or `meta` before 2023), `$` or `revenue`, `i` or `interactive`, and of an engagement
 * `e` (milliseconds since the last one) and `sd` (depth of the view so far).
 * @throws AppError `bad_request`
 */
export const fromPlausible = (siteKey: string, value: unknown): ClientMessage => {
  const source = objectOf(value);
  const name = textOf(source['n'] ?? source['name'], 100).trim();
  if (name === '') throw badRequest('The event has no name.');
  const address = source['u'] ?? source['url'];
  if (typeof address !== 'string' || address === '') throw badRequest('The hit’s address is not usable.');
  const head = { ...NO_DETAILS, siteKey, ...pageOf(address), id: '' };
  if (name === 'engagement')
    return {
      body: {
        ...head,
        name,
        engagedMs: amountOf(source['e'], MAX_ENGAGED_MS),
        scroll: amountOf(source['sd'], 100),
        isDepthOfView: true,
      },
      claims: {},
    };
  const revenue = propsOf(source['$'] ?? source['revenue']);
  const props = {
    ...toProps(propsOf(source['p'] ?? source['props'] ?? source['m'] ?? source['meta'])),
    ...toProps(revenue ? { revenue } : {}),
  };
  const referrer = textOf(source['r'] ?? source['referrer'], 4_096);
  const isPassive = (source['i'] ?? source['interactive']) === false;
  return { body: { ...head, name: nameOf(name), referrer, props, isPassive }, claims: {} };
};

/** A time of Umami's: seconds since 1970, also as text. Larger numbers are milliseconds. */
const timeOf = (value: unknown): number | undefined => {
  if (value === undefined || value === null || value === '') return undefined;
  const number = typeof value === 'string' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number) || number < 0)
    throw badRequest('The hit’s field timestamp is not a time in seconds.');
  return Math.round(number > 1e11 ? number : number * 1000);
};

const addressOf = (value: unknown): string | undefined => {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string' || isIP(value) === 0)
    throw badRequest('The hit’s field ip is not an IP address.');
  return value;
};

/**
 * What Umami's payload says about visitor and time.
 * @throws AppError `bad_request`, once it is known that it counts
 */
const claimsOfUmami = (source: Readonly<Record<string, unknown>>): HitClaims => ({
  get address() {
    return addressOf(source['ip']);
  },
  get time() {
    return timeOf(source['timestamp']);
  },
  userAgent: textOf(source['userAgent'], 1_000) || undefined,
  visitor: textOf(source['id'], 200) || undefined,
});

/** Umami's names of web vitals are those of the package, in lower case. */
const VITALS = ['lcp', 'inp', 'cls', 'ttfb'];

/**
 * Reads what Umami's script and `@umami/node` send: `{type, payload}`. Without a name it is a page
 * view; `performance` are web vitals; `identify` is nothing here, as nobody is recognised.
 * @returns null for what is no event here
 * @throws AppError `bad_request`
 */
export const fromUmami = (siteKey: string, value: unknown): ClientMessage | null => {
  const { type, payload } = objectOf(value);
  if (type !== 'event' && type !== 'performance') return null;
  const source = objectOf(payload);
  const name = textOf(source['name'], 100).trim();
  const host = textOf(source['hostname'], 253);
  const claims = claimsOfUmami(source);
  // An event without a page is one of the website as a whole.
  const hasPage = source['url'] !== undefined && source['url'] !== null;
  const page = hasPage || name === '' ? pageOf(source['url'] ?? '/', host) : { url: null };
  const head = { ...NO_DETAILS, siteKey, ...page, id: '' };
  if (type === 'performance') {
    const given = VITALS.map((vital) => [vital.toUpperCase(), source[vital]] as const);
    const vitals = measuredVitals(Object.fromEntries(given));
    return vitals ? { body: { ...head, name: 'vitals', vitals }, claims } : null;
  }
  const tag = textOf(source['tag'], 50);
  const props = toProps({ ...(tag === '' ? {} : { tag }), ...objectOf(propsOf(source['data'] ?? {})) });
  const details = {
    props,
    referrer: textOf(source['referrer'], 4_096),
    screen: textOf(source['screen'], 20),
    language: textOf(source['language'], 35),
  };
  if (name !== '') return { body: { ...head, ...details, name: nameOf(name) }, claims };
  return { body: { ...head, ...details, name: 'pageview', title: textOf(source['title'], 300) }, claims };
};
