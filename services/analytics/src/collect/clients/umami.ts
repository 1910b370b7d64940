import { badRequest, isAppError } from '@platform/errors';

import type { HitClaims } from '../hit.ts';
import { measuredVitals, NO_DETAILS, toProps } from '../intake/hit-body.ts';
import { browserNamed, deviceNamed, systemNamed } from '../intake/user-agent.ts';
import { claimedAddress, eventName, objectOf, pageOf, parseJson, textOf } from './client.ts';
import type { ClientMessage, CompatibleClient } from './client.ts';

/** A time of Umami's: seconds since 1970, also as text. Larger numbers are milliseconds. */
const timeOf = (value: unknown): number | undefined => {
  if (value === undefined || value === null || value === '') return undefined;
  const number = typeof value === 'string' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number) || number < 0)
    throw badRequest('The hit’s field timestamp is not a time in seconds.');
  return Math.round(number > 1e11 ? number : number * 1000);
};

/**
 * Reads what Umami's payload claims about visitor and time.
 * @throws AppError `bad_request`, once it is known that the claims count
 */
const claimsOfUmami = (source: Readonly<Record<string, unknown>>): HitClaims => ({
  get address() {
    return claimedAddress('ip', source['ip']);
  },
  get time() {
    return timeOf(source['timestamp']);
  },
  get device() {
    const browser = browserNamed(textOf(source['browser'], 60));
    const os = systemNamed(textOf(source['os'], 60));
    const device = deviceNamed(textOf(source['device'], 60));
    return browser + os + device === '' ? undefined : { browser, os, device };
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
const fromUmami = (siteKey: string, value: unknown): ClientMessage | null => {
  const { type, payload } = objectOf(value);
  if (type !== 'event' && type !== 'performance') return null;
  const source = objectOf(payload);
  const name = textOf(source['name'], 100).trim();
  const host = textOf(source['hostname'], 253);
  const claims = claimsOfUmami(source);
  // An event without a page is one of the website as a whole.
  const hasPage = source['url'] !== undefined && source['url'] !== null;
  const page = hasPage || name === '' ? pageOf(source['url'] ?? '/', host) : { url: null };
  const head = { ...NO_DETAILS, siteKey, ...page };
  if (type === 'performance') {
    const given = VITALS.map((vital) => [vital.toUpperCase(), source[vital]] as const);
    const vitals = measuredVitals(Object.fromEntries(given));
    return vitals ? { body: { ...head, name: 'vitals', vitals }, claims } : null;
  }
  const tag = textOf(source['tag'], 50);
  const props = toProps({ ...(tag === '' ? {} : { tag }), ...objectOf(source['data'] ?? {}) });
  const details = {
    props,
    referrer: textOf(source['referrer'], 4_096),
    screen: textOf(source['screen'], 20),
    language: textOf(source['language'], 35),
  };
  if (name !== '') return { body: { ...head, ...details, name: eventName(name) }, claims };
  return { body: { ...head, ...details, name: 'pageview', title: textOf(source['title'], 300) }, claims };
};

/** As many as Umami takes at once. */
const MOST_IN_BATCH = 500;

/** Umami's batches: each message is judged for itself. */
export const umamiBatch: CompatibleClient = {
  paths: ['api/batch'],
  methods: ['post'],
  read({ siteKey, body }) {
    const all = parseJson(body);
    if (!Array.isArray(all) || all.length > MOST_IN_BATCH)
      throw badRequest(`The body must be an array of at most ${MOST_IN_BATCH} hits.`);
    const messages: ClientMessage[] = [];
    const details: { readonly index: number; readonly response: { readonly error: string } }[] = [];
    all.forEach((each: unknown, index) => {
      try {
        const message = fromUmami(siteKey, each);
        if (message !== null) messages.push(message);
      } catch (error) {
        if (!isAppError(error)) throw error;
        details.push({ index, response: { error: error.message } });
      }
    });
    const errors = details.length;
    const answer = { size: all.length, processed: all.length - errors, errors, details, cache: '' };
    return {
      messages,
      answer: { status: 200, type: 'application/json; charset=utf-8', body: JSON.stringify(answer) },
    };
  },
};

/** Umami's script and its clients for servers. The script keeps what it gets; there is nothing to keep. */
export const umami: CompatibleClient = {
  paths: ['api/send'],
  methods: ['post'],
  read({ siteKey, body }) {
    const message = fromUmami(siteKey, parseJson(body));
    return {
      messages: message === null ? [] : [message],
      answer: { status: 200, type: 'application/json; charset=utf-8', body: '{"cache":""}' },
    };
  },
};
