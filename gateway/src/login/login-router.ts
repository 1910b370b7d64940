import { notFound } from '@platform/errors';
import type { Logger } from '@platform/runtime';
import { Router } from 'express';
import type { Request, RequestHandler } from 'express';

import { clientAddress } from '../client-address/client-address.ts';
import { sessionOriginOf } from '../sessions/session-origin.ts';
import type { GatewayCookie } from '../sessions/session-cookie.ts';
import type { SessionsService } from '../sessions/sessions-service.ts';
import type { JoiningStore } from '../members/joining-store.ts';
import type { Member } from '../members/member.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { localPathOf } from './local-path.ts';
import { LOGIN_SECONDS } from './login-attempt.ts';
import type { LoginAttempt, LoginAttempts } from './login-attempt.ts';

export interface LoginRouterDeps {
  /** Undefined if members can't sign in. */
  provider: IdentityProvider | undefined;
  attempts: LoginAttempts;
  members: JoiningStore;
  sessions: Pick<SessionsService, 'startForMember'>;
  loginCookie: GatewayCookie;
  sessionCookie: GatewayCookie;
  logger: Logger;
}

/** Why somebody was not signed in, for the console to say. */
type Failure = 'expired' | 'refused' | 'failed' | 'not_a_member' | 'email_not_verified';

const queryOf = (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?')) : '');

/** `/console/login`: members sign in at their identity provider and come back with a session. */
export const createLoginRouter = (deps: LoginRouterDeps): Router => {
  const { provider, attempts, members, sessions, loginCookie, sessionCookie, logger } = deps;

  const requireProvider = (): IdentityProvider => {
    if (!provider) throw notFound('path');
    return provider;
  };

  const begin: RequestHandler = async (request, response) => {
    const { address, attempt } = await requireProvider().begin();
    const { return: path, organisation } = request.query;
    const sealed = await attempts.seal({
      ...attempt,
      path: localPathOf(path),
      organisation: typeof organisation === 'string' ? organisation : null,
    });
    loginCookie.write(response, sealed, new Date(Date.now() + LOGIN_SECONDS * 1000));
    response.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
    response.redirect(303, address.href);
  };

  /** The member who comes back, or why nobody does. */
  const memberOf = async (request: Request, attempt: LoginAttempt | undefined): Promise<Member | Failure> => {
    if (!attempt || request.query['state'] !== attempt.state) return 'expired';
    if (request.query['error'] !== undefined) return 'refused';
    const person = await requireProvider()
      .finish(queryOf(request.url), attempt)
      .catch((error: unknown) => {
        logger.warn({ err: error }, 'the identity provider’s answer was refused');
      });
    if (!person) return 'failed';
    const memberships = await members.signIn(person, clientAddress(request));
    const wanted = memberships.find(({ organisation }) => organisation === attempt.organisation);
    return wanted ?? memberships[0] ?? (person.email === undefined ? 'email_not_verified' : 'not_a_member');
  };

  const finish: RequestHandler = async (request, response) => {
    requireProvider();
    response.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
    const sealed = loginCookie.read(request);
    const attempt = sealed === undefined ? undefined : await attempts.open(sealed);
    loginCookie.clear(response);
    const member = await memberOf(request, attempt);
    if (typeof member === 'string') {
      response.redirect(303, `/console/?sign_in=${member}`);
      return;
    }
    const { secret, expiresAt } = await sessions.startForMember(member, sessionOriginOf(request));
    sessionCookie.write(response, secret, expiresAt);
    response.redirect(303, attempt?.path ?? '/console/');
  };

  const router = Router({ caseSensitive: true });
  router.get('/console/login', begin);
  router.get('/console/login/callback', finish);
  router.get('/console/login/methods', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ data: { key: true, oidc: provider !== undefined } });
  });
  return router;
};
