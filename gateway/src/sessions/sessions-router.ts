import {
  forbidden,
  invalid,
  methodNotAllowed,
  unauthenticated,
  unsupportedMediaType,
} from '@platform/errors';
import express, { Router } from 'express';
import type { Request, RequestHandler } from 'express';

import { clientAddress } from '../client-address/client-address.ts';
import type { ApiKey } from '../keys/api-key.ts';
import type { KeyVerifier } from '../keys/key-verifier.ts';
import type { Limits } from '../limits/limits.ts';
import { contextOf } from '../request-context/request-context.ts';
import { isFromOtherOrigin } from './same-origin.ts';
import type { SessionCookie } from './session-cookie.ts';
import type { SessionsService } from './sessions-service.ts';

export interface SessionsRouterDeps {
  sessions: SessionsService;
  verifier: KeyVerifier;
  limits: Pick<Limits, 'countUnauthenticated' | 'refuseExhaustedAddress'>;
  cookie: SessionCookie;
}

const keyJson = (key: ApiKey): Record<string, unknown> => ({
  key_id: key.id,
  name: key.name,
  organisation: key.organisation,
  scopes: key.scopes,
});

const keyTextOf = (request: Request): string => {
  if (!request.is('application/json')) throw unsupportedMediaType('The body must be application/json.');
  const { key } = (request.body ?? {}) as { key?: unknown };
  if (typeof key === 'string' && key !== '') return key;
  throw invalid([{ field: 'key', message: 'key is required' }]);
};

/** `/console/session`: trades a key for a session of the web console, shows it, and ends it. */
export const createSessionsRouter = (deps: SessionsRouterDeps): Router => {
  const { sessions, verifier, limits, cookie } = deps;

  const start: RequestHandler = async (request, response) => {
    // A page elsewhere could otherwise put its visitors into a session of its own.
    if (isFromOtherOrigin(request)) throw forbidden('Sessions are started by the console only.');
    const key = await verifier.verify(keyTextOf(request), () => {
      limits.refuseExhaustedAddress(request);
    });
    if (!key) {
      await limits.countUnauthenticated(request, response);
      throw unauthenticated();
    }
    const from = { address: clientAddress(request), userAgent: request.get('user-agent') ?? null };
    const { secret, expiresAt } = await sessions.start(key, from);
    cookie.write(response, secret, expiresAt);
    response.set('Cache-Control', 'no-store').status(201);
    response.json({ data: { ...keyJson(key), expires_at: expiresAt.toISOString() } });
  };

  const show: RequestHandler = (_request, response) => {
    const { key, session } = contextOf(response);
    if (!key || session === undefined) throw unauthenticated('There is no session.');
    response.set('Cache-Control', 'no-store').json({ data: keyJson(key) });
  };

  const end: RequestHandler = async (_request, response) => {
    const { session } = contextOf(response);
    if (session === undefined) throw unauthenticated('There is no session.');
    await sessions.end(session);
    cookie.clear(response);
    response.set('Cache-Control', 'no-store').status(204).end();
  };

  const router = Router({ caseSensitive: true });
  router
    .route('/console/session')
    .get(show)
    .post(express.json({ limit: '10kb' }), start)
    .delete(end)
    .all(() => {
      throw methodNotAllowed(['GET', 'POST', 'DELETE', 'HEAD']);
    });
  return router;
};
