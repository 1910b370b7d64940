import { badRequest } from '@platform/errors';
import { Router, text } from 'express';
import type { Request, RequestHandler, Response } from 'express';

import type { CollectService } from './collect-service.ts';
import { answerDeadline, clientAddress, TIMEOUT_HEADER } from './intake/hit-request.ts';
import type { HitBody } from './intake/hit.ts';
import { parsePageUrl } from './intake/page-url.ts';
import { storable, toProps } from './intake/props.ts';

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
const fromPlausible = (siteKey: string, value: unknown): HitBody | null => {
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
const fromUmami = (siteKey: string, value: unknown): HitBody | null => {
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

interface CompatibleRouterDeps {
  readonly collect: Pick<CollectService, 'fromBrowser'>;
  /** Proxies in front of this process. */
  readonly trustProxy: number;
}

const parsed = (body: unknown): unknown => {
  try {
    return JSON.parse(typeof body === 'string' ? body : '');
  } catch {
    throw badRequest('The hit is not valid JSON.');
  }
};

/**
 * Any page may send hits; clients that send JSON ask first. They may send any headers: Umami's script
 * has had new ones in several versions, and a visit must not be lost to the next of them.
 */
const allowPages: RequestHandler = (request, response, next) => {
  response.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' });
  if (request.method !== 'OPTIONS') {
    next();
    return;
  }
  response.vary('Access-Control-Request-Headers').set({
    'Access-Control-Allow-Methods': 'POST',
    'Access-Control-Allow-Headers': request.get('access-control-request-headers') ?? 'Content-Type',
    'Access-Control-Max-Age': '86400',
  });
  response.status(204).end();
};

/**
 * What other clients send, below a path that names the website: Plausible's at
 * `/c/{site_key}/api/event`, Umami's at `/c/{site_key}/api/send`.
 */
export const createCompatibleRouter = ({ collect, trustProxy }: CompatibleRouterDeps): RequestHandler => {
  const router = Router({ caseSensitive: true });
  const body = text({ type: () => true, limit: '16kb' });

  const take = async (request: Request, hit: HitBody | null): Promise<void> => {
    if (hit === null) return;
    const sender = {
      address: clientAddress(request, trustProxy),
      userAgent: request.get('user-agent') ?? '',
      origin: request.get('origin') ?? request.get('referer') ?? '',
      acceptLanguage: request.get('accept-language') ?? '',
    };
    await collect.fromBrowser(hit, sender, answerDeadline(request.headers[TIMEOUT_HEADER]));
  };
  const keyOf = ({ params: { siteKey } }: Request): string =>
    typeof siteKey === 'string' ? storable(siteKey, 64) : '';

  const paths = ['/c/:siteKey/api/event', '/c/:siteKey/api/send'];
  router.use(paths, allowPages);
  router.post('/c/:siteKey/api/event', body, async (request: Request, response: Response) => {
    await take(request, fromPlausible(keyOf(request), parsed(request.body)));
    response.status(202).type('text/plain').send('ok');
  });
  router.post('/c/:siteKey/api/send', body, async (request: Request, response: Response) => {
    await take(request, fromUmami(keyOf(request), parsed(request.body)));
    // Umami's script keeps what it gets; there is nothing to keep.
    response.json({ cache: '' });
  });
  return router;
};
