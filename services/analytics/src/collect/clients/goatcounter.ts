import { randomUUID } from 'node:crypto';

import { badRequest, isAppError } from '@platform/errors';

import { NO_DETAILS } from '../intake/hit-body.ts';
import type { HitBody } from '../intake/hit-body.ts';
import { readQuery } from '../../exclusions/rules/exclude-params.ts';
import { claimedAddress, eventName, objectOf, pageOf, parseJson, PIXEL_ANSWER, textOf } from './client.ts';
import type { ClientMessage, CompatibleClient } from './client.ts';

/** A referrer, which may also be the name of a source, in the place of a host. */
const referrerOf = (value: unknown): string => {
  const text = textOf(value, 4_096).trim();
  return text === '' || text.includes('://') || /[\s/]/.test(text) ? text : `https://${text.toLowerCase()}/`;
};

/**
 * The page of a path, and where it came from: a query beside the path has the campaign, and is no part of
 * the page.
 */
const viewOf = (path: string, query: string): Pick<HitBody, 'url' | 'hasNoHost' | 'canonical'> => {
  const named = pageOf(path);
  if (query.length < 2 || named.url === null) return named;
  const [bare = ''] = path.split(/[?#]/, 1);
  return { ...named, ...pageOf(`${bare}${query}`), canonical: named.url };
};

/**
 * Reads a hit of GoatCounter's script or image: `p` path or name of an event (`e`), `t` title, `r`
 * referrer, `s` screen, `q` the page's query with its campaign, `b` more than 0 for an automated
 * browser.
 */
const fromGoatCounter = (siteKey: string, query: string, referer: string): ClientMessage => {
  const fields = Object.fromEntries(readQuery(query));
  const { p = '', t, r, s = '', q = '', b, e } = fields;
  const [width, height] = s.split(',').map((side) => Math.round(Number(side)));
  const details = {
    ...NO_DETAILS,
    siteKey,
    referrer: referrerOf(r),
    screen: `${width}x${height}`,
    isAutomated: Number(b) > 0,
  };
  if (e === 'true')
    return {
      body: {
        ...details,
        ...(referer === '' ? { url: null } : pageOf(referer)),
        name: eventName(textOf(p, 100).trim()),
      },
      claims: {},
    };
  const path = p === '' ? referer : p.startsWith('/') ? p : `/${p}`;
  const view = viewOf(path, q.startsWith('?') ? q : '');
  return { body: { ...details, ...view, name: 'pageview', title: textOf(t, 300) }, claims: {} };
};

/** GoatCounter's script and its image. */
export const goatCounter: CompatibleClient = {
  paths: ['count'],
  methods: ['get', 'post'],
  read: ({ siteKey, query, referer }) => ({
    messages: [fromGoatCounter(siteKey, query, referer)],
    answer: PIXEL_ANSWER,
  }),
};

/** As many as GoatCounter takes at once. */
const MOST_AT_ONCE = 100;

/** Sides of a screen, `[1920, 1080, 1]`, as text. */
const screenOf = (size: unknown): string => {
  const [width, height] = (Array.isArray(size) ? size : textOf(size, 40).split(',')) as unknown[];
  return `${Math.round(Number(width))}x${Math.round(Number(height))}`;
};

const timeOf = (value: unknown): number | undefined => {
  if (value === undefined || value === null || value === '') return undefined;
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) throw badRequest('The hit’s field created_at is not a time.');
  return time;
};

/** Reads a hit of `POST /api/v0/count`. @throws AppError `bad_request` */
const fromCount = (siteKey: string, value: unknown, isAlone: boolean): ClientMessage => {
  const source = objectOf(value);
  const path = textOf(source['path'], 2_000);
  if (path === '') throw badRequest('The hit has no path.');
  const session = textOf(source['session'], 200);
  const address = claimedAddress('ip', source['ip']);
  const userAgent = textOf(source['user_agent'], 1_000);
  if (!isAlone && session === '' && (address === undefined || userAgent === ''))
    throw badRequest('session or user_agent and ip not set; use no_sessions to count every hit as a visit.');
  const query = textOf(source['query'], 2_000).replace(/^\??/, '?');
  const isEvent = source['event'] === true || source['event'] === 1;
  const page = path.startsWith('/') || path.startsWith('http') ? path : `/${path}`;
  const details = {
    ...NO_DETAILS,
    siteKey,
    referrer: referrerOf(source['ref']),
    screen: screenOf(source['size']),
    isAutomated: Number(source['bot']) > 0,
  };
  return {
    body: isEvent
      ? { ...details, url: null, name: eventName(path.slice(0, 100).trim()) }
      : {
          ...details,
          ...viewOf(page, query),
          name: 'pageview',
          title: textOf(source['title'], 300),
        },
    claims: {
      address,
      userAgent: userAgent || undefined,
      time: timeOf(source['created_at']),
      // Every hit is a visit of its own where nobody tells visitors apart.
      visitor: isAlone ? randomUUID() : session || undefined,
    },
  };
};

/** GoatCounter's interface for servers: each hit is judged for itself. */
export const goatCounterApi: CompatibleClient = {
  paths: ['api/v0/count'],
  methods: ['post'],
  read({ siteKey, body }) {
    const { hits, no_sessions: isAlone } = objectOf(parseJson(body));
    if (!Array.isArray(hits) || hits.length === 0)
      throw badRequest('The field hits must be an array of hits.');
    if (hits.length > MOST_AT_ONCE)
      throw badRequest(`The field hits must have at most ${MOST_AT_ONCE} hits.`);
    const messages: ClientMessage[] = [];
    const errors: Record<number, string> = {};
    hits.forEach((hit: unknown, index) => {
      try {
        messages.push(fromCount(siteKey, hit, isAlone === true));
      } catch (error) {
        if (!isAppError(error)) throw error;
        errors[index] = error.message;
      }
    });
    const hasErrors = Object.keys(errors).length > 0;
    return {
      messages,
      needsVoucher: true,
      answer: {
        status: hasErrors ? 400 : 202,
        type: 'application/json; charset=utf-8',
        body: JSON.stringify(hasErrors ? { errors } : { status: 'ok' }),
      },
    };
  },
};
