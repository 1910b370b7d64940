import { badRequest } from '@platform/errors';
import { Router, text } from 'express';
import type { Request, RequestHandler, Response } from 'express';

import { answerDeadline, TIMEOUT_HEADER } from './intake/answer-deadline.ts';
import type { CollectService } from './collect-service.ts';
import { clientAddress } from './intake/client-address.ts';
import { fromPlausible, fromUmami } from './intake/compatible-hit.ts';
import type { HitBody } from './intake/hit.ts';
import { storable } from './intake/props.ts';

export interface CompatibleRouterDeps {
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
