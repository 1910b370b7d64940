import { setImmediate } from 'node:timers/promises';

import { forbidden, unauthenticated } from '@platform/errors';
import { callerOf } from '@platform/http';
import { grants, IDENTITY_HEADER } from '@platform/identity';
import type { IdentityVerifier } from '@platform/identity';
import type { TrustsProxy } from '@platform/runtime';
import { Router, text } from 'express';
import type { Request, RequestHandler, Response } from 'express';

import type { ClientAnswer, CompatibleClient } from './clients/client.ts';
import { goatCounter, goatCounterApi } from './clients/goatcounter.ts';
import { matomo } from './clients/matomo.ts';
import { plausible } from './clients/plausible.ts';
import { umami, umamiBatch } from './clients/umami.ts';
import type { CollectService } from './collect-service.ts';
import type { Voucher } from './hit.ts';
import { storable } from './intake/hit-body.ts';
import { answerDeadline, senderOf, TIMEOUT_HEADER } from './intake/hit-request.ts';

/** Products with clients that may send their hits here. */
const CLIENTS: readonly CompatibleClient[] = [
  plausible,
  umami,
  umamiBatch,
  matomo,
  goatCounter,
  goatCounterApi,
];

interface CompatibleRouterDeps {
  readonly collect: Pick<CollectService, 'fromClient'>;
  /** Verifies the API key that a server sends along. */
  readonly identity: IdentityVerifier;
  readonly trustsProxy: TrustsProxy;
}

/**
 * Any page may send hits; clients that send JSON ask first. They may send any headers: Umami's script
 * has had new ones in several versions, and a visit must not be lost to the next of them.
 */
const allowPages: RequestHandler = (request, response, next) => {
  response.set({
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': 'no-store',
    // Pages of any origin show the image.
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
  if (request.method !== 'OPTIONS') {
    next();
    return;
  }
  response.vary('Access-Control-Request-Headers').set({
    'Access-Control-Allow-Methods': 'GET, POST',
    'Access-Control-Allow-Headers': request.get('access-control-request-headers') ?? 'Content-Type',
    'Access-Control-Max-Age': '86400',
  });
  response.status(204).end();
};

interface ClientKey {
  readonly siteKey: string;
  readonly secret: string | null;
}

/** A site key, and behind a dot the secret that makes it the website's key for servers. */
const readKey = (given: string): ClientKey => {
  const dot = given.indexOf('.');
  return dot < 0
    ? { siteKey: storable(given, 64), secret: null }
    : { siteKey: storable(given.slice(0, dot), 64), secret: given.slice(dot + 1) };
};

/** True for a request with an API key, which the gateway turns into an identity. */
const isIdentified = (request: Request): boolean =>
  request.get(IDENTITY_HEADER) !== undefined || /^Bearer /i.test(request.get('authorization') ?? '');

const send = (response: Response, { status, type, body }: ClientAnswer): void => {
  response.status(status);
  if (type !== undefined) response.type(type);
  response.end(body);
};

/** Hits of one request that are read before others get their turn. */
const AT_ONCE = 20;

/** Bulk requests have a thousand hits; the gateway takes bodies of up to 100 KB here. */
const BODY_LIMIT = '100kb';

/**
 * Accepts hits from clients of other products, below a path that names the website:
 * `/c/{site_key}/api/send` is Umami's. A server may say who the visitor was and when it happened if
 * it has the website's key for servers in the path, or the organisation's API key in its header.
 */
export const createCompatibleRouter = (deps: CompatibleRouterDeps): RequestHandler => {
  const { collect, identity, trustsProxy } = deps;
  const router = Router({ caseSensitive: true });
  const body = text({ type: () => true, limit: BODY_LIMIT });

  const voucherOf = async (request: Request, secret: string | null): Promise<Voucher | null> => {
    if (secret !== null) return { secret };
    if (!isIdentified(request)) return null;
    const caller = await callerOf(request, identity);
    if (grants(caller.scopes, 'websites:write')) return { organisation: caller.organisation };
    // A browser that is signed in at the console sends its session along without meaning to.
    if (request.get('origin') !== undefined) return null;
    throw forbidden('This key lacks the scope websites:write.');
  };

  const take =
    ({ read }: CompatibleClient): RequestHandler =>
    async (request, response) => {
      const { siteKey: given } = request.params;
      const key = readKey(typeof given === 'string' ? given : '');
      const at = request.originalUrl.indexOf('?');
      const { messages, serverKey, needsVoucher, answer } = read({
        siteKey: key.siteKey,
        query: at < 0 ? '' : request.originalUrl.slice(at + 1),
        body: typeof request.body === 'string' ? request.body : '',
        referer: request.get('referer') ?? '',
      });
      const secret = key.secret ?? (serverKey === undefined ? null : readKey(serverKey).secret);
      const voucher = await voucherOf(request, secret);
      if (needsVoucher && voucher === null) throw unauthenticated();
      const sender = senderOf(request, trustsProxy);
      const deadline = answerDeadline(request.headers[TIMEOUT_HEADER]);
      for (let from = 0; from < messages.length; from += AT_ONCE) {
        if (from > 0) await setImmediate();
        const some = messages.slice(from, from + AT_ONCE);
        await Promise.all(
          some.map((message) => collect.fromClient({ ...message, sender }, voucher, deadline)),
        );
      }
      send(response, answer);
    };

  for (const client of CLIENTS)
    for (const path of [
      ...client.paths.map((below) => `/c/:siteKey/${below}`),
      ...(client.rootPaths ?? []),
    ]) {
      router.use(path, allowPages);
      for (const method of client.methods) router[method](path, body, take(client));
    }
  return router;
};
