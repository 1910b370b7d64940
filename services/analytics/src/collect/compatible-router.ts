import { badRequest, forbidden } from '@platform/errors';
import { callerOf } from '@platform/http';
import { grants, IDENTITY_HEADER } from '@platform/identity';
import type { IdentityVerifier } from '@platform/identity';
import type { TrustsProxy } from '@platform/runtime';
import { Router, text } from 'express';
import type { Request, RequestHandler, Response } from 'express';

import type { CollectService } from './collect-service.ts';
import { answerDeadline, senderOf, TIMEOUT_HEADER } from './intake/hit-request.ts';
import type { Voucher } from './intake/hit.ts';
import { fromPlausible, fromUmami } from './intake/other-products.ts';
import type { ClientMessage } from './intake/other-products.ts';
import { storable } from './intake/props.ts';

interface CompatibleRouterDeps {
  readonly collect: Pick<CollectService, 'fromClient'>;
  /** Verifies the API key that a server sends along. */
  readonly identity: IdentityVerifier;
  readonly trustsProxy: TrustsProxy;
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

/** A site key, and behind a dot the secret that makes it the website's key for servers. */
const keyOf = ({ params }: Request): { readonly siteKey: string; readonly secret: string | null } => {
  const given = typeof params['siteKey'] === 'string' ? params['siteKey'] : '';
  const dot = given.indexOf('.');
  return dot < 0
    ? { siteKey: storable(given, 64), secret: null }
    : { siteKey: storable(given.slice(0, dot), 64), secret: given.slice(dot + 1) };
};

/** True for a request with an API key, which the gateway turns into an identity. */
const isIdentified = (request: Request): boolean =>
  request.get(IDENTITY_HEADER) !== undefined || /^Bearer /i.test(request.get('authorization') ?? '');

/**
 * What other clients send, below a path that names the website: Plausible's at
 * `/c/{site_key}/api/event`, Umami's at `/c/{site_key}/api/send`. A server that has the website's key
 * for servers in the path, or the organisation's API key in its header, may say who the visitor was
 * and when it happened.
 */
export const createCompatibleRouter = (deps: CompatibleRouterDeps): RequestHandler => {
  const { collect, identity, trustsProxy } = deps;
  const router = Router({ caseSensitive: true });
  const body = text({ type: () => true, limit: '16kb' });

  const voucherOf = async (request: Request, secret: string | null): Promise<Voucher | null> => {
    if (secret !== null) return { secret };
    if (!isIdentified(request)) return null;
    const caller = await callerOf(request, identity);
    if (grants(caller.scopes, 'websites:write')) return { organisation: caller.organisation };
    // A browser that is signed in at the console sends its session along without meaning to.
    if (request.get('origin') !== undefined) return null;
    throw forbidden('This key lacks the scope websites:write.');
  };

  const take = async (request: Request, read: (siteKey: string) => ClientMessage | null): Promise<void> => {
    const { siteKey, secret } = keyOf(request);
    const voucher = await voucherOf(request, secret);
    const message = read(siteKey);
    if (message === null) return;
    const hit = { ...message, sender: senderOf(request, trustsProxy) };
    await collect.fromClient(hit, voucher, answerDeadline(request.headers[TIMEOUT_HEADER]));
  };

  const paths = ['/c/:siteKey/api/event', '/c/:siteKey/api/send'];
  router.use(paths, allowPages);
  router.post('/c/:siteKey/api/event', body, async (request: Request, response: Response) => {
    await take(request, (siteKey) => fromPlausible(siteKey, parsed(request.body)));
    response.status(202).type('text/plain').send('ok');
  });
  router.post('/c/:siteKey/api/send', body, async (request: Request, response: Response) => {
    await take(request, (siteKey) => fromUmami(siteKey, parsed(request.body)));
    // Umami's script keeps what it gets; there is nothing to keep.
    response.json({ cache: '' });
  });
  return router;
};
