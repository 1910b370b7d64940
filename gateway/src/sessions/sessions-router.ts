import {
  forbidden,
  invalid,
  methodNotAllowed,
  unauthenticated,
  unsupportedMediaType,
} from '@platform/errors';
import { isInBlocks } from '@platform/runtime';
import express, { Router } from 'express';
import type { Request, RequestHandler, Response } from 'express';
import type { ApiKey, Principal } from '../keys/api-key.ts';
import type { KeyVerifier } from '../keys/key-verifier.ts';
import type { Limits } from '../limits/limits.ts';
import { accountIdOf } from '../members/member.ts';
import type { SessionMember } from '../members/members-store.ts';
import { contextOf } from '../request-context/request-context.ts';
import { isFromOtherOrigin } from './session-cookie.ts';
import type { GatewayCookie } from './session-cookie.ts';
import { sessionOf, sessionOriginOf } from './session.ts';
import type { SessionsService, SignInLinksService } from './sessions-service.ts';

export interface SessionsRouterDeps {
  sessions: SessionsService;
  links: Pick<SignInLinksService, 'redeem'>;
  verifier: KeyVerifier;
  limits: Pick<Limits, 'countUnauthenticated' | 'refuseExhaustedAddress'>;
  cookie: GatewayCookie;
}

/** Describes a session's caller in answers of the console's endpoints. */
export const callerJson = (
  caller: Principal,
  member: SessionMember | null,
  expiresAt: Date,
): Record<string, unknown> => ({
  key_id: member ? null : caller.id,
  member: member && {
    id: member.id,
    email: member.email,
    role: member.role,
    has_account: accountIdOf(member) !== null,
    organisation_name: member.organisationName,
  },
  name: caller.name,
  organisation: caller.organisation,
  scopes: caller.scopes,
  expires_at: expiresAt.toISOString(),
});

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Reads the credential for a session: a key, or the code of a sign-in link. @throws 415, 422 */
const credentialOf = (request: Request): { key: string } | { code: string } => {
  if (!request.is('application/json')) throw unsupportedMediaType('The body must be application/json.');
  const { key, code } = (request.body ?? {}) as { key?: unknown; code?: unknown };
  if (isText(key)) return { key };
  if (isText(code)) return { code };
  throw invalid([{ field: 'key', message: 'key is required' }]);
};

/** `/console/session`: starts a session of the web console, shows it, and ends it. */
export const createSessionsRouter = (deps: SessionsRouterDeps): Router => {
  const { sessions, links, verifier, limits, cookie } = deps;

  const keyOf = (request: Request, response: Response): Promise<ApiKey | undefined> => {
    const credential = credentialOf(request);
    const mayRead = (): void => {
      limits.refuseExhaustedAddress(contextOf(response));
    };
    if ('key' in credential) return verifier.verify(credential.key, mayRead);
    mayRead();
    return links.redeem(credential.code);
  };

  const start: RequestHandler = async (request, response) => {
    // Otherwise, a foreign page could put its visitors into a session it controls.
    if (isFromOtherOrigin(request)) throw forbidden('Sessions are started by the console only.');
    const key = await keyOf(request, response);
    if (!key) {
      await limits.countUnauthenticated(contextOf(response));
      throw unauthenticated();
    }
    const origin = sessionOriginOf(request);
    if (key.allowedAddresses && !isInBlocks(origin.address, key.allowedAddresses))
      throw forbidden(`This key may not be used from ${origin.address}.`);
    const { secret, expiresAt } = await sessions.start(key, origin);
    cookie.write(response, secret, expiresAt);
    response.set('Cache-Control', 'no-store').status(201);
    response.json({ data: callerJson(key, null, expiresAt) });
  };

  const show: RequestHandler = (request, response) => {
    const found = sessionOf(request);
    if (!found) throw unauthenticated('There is no session.');
    const { caller, member, session } = found;
    response.set('Cache-Control', 'no-store').json({ data: callerJson(caller, member, session.expiresAt) });
  };

  const end: RequestHandler = async (request, response) => {
    const found = sessionOf(request);
    if (!found) throw unauthenticated('There is no session.');
    await sessions.end(found.session);
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
