import { unauthenticated } from '@platform/errors';

import type { Principal } from '../keys/api-key.ts';
import type { KeyVerifier } from '../keys/key-verifier.ts';
import type { Limits } from '../limits/limits.ts';
import type { RequestContext } from '../request-context/request-context.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Route } from '../routing-table.ts';

export interface CallerFinderDeps {
  verifier: KeyVerifier;
  limits: Limits;
  /** The session of a request without a key. */
  findSession: Sessions['find'];
}

/**
 * Who sent a request, or undefined if a public path was called anonymously. Returns a promise only
 * if the caller has to be looked up. @throws 401, 429, 503
 */
export type CallerFinder = (
  context: RequestContext,
  route: Route,
) => Promise<Principal | undefined> | Principal | undefined;

const BEARER = /^Bearer +([^ ]+) *$/i;
/** On public paths, other schemes are left alone: the page may be behind Basic auth. */
const IS_BEARER = /^Bearer\b/i;

/** Finds out who calls: by the key in the request, else by its session. */
export const createCallerFinder = ({ verifier, limits, findSession }: CallerFinderDeps): CallerFinder => {
  const refuse = async (context: RequestContext): Promise<never> => {
    await limits.countUnauthenticated(context);
    throw unauthenticated();
  };

  const byKey: CallerFinder = (context) => {
    const text = BEARER.exec(context.request.headers.authorization ?? '')?.[1];
    if (text === undefined) return refuse(context);
    const known = verifier.recall(text);
    if (known) return known;
    return verifier
      .verify(text, () => {
        limits.refuseExhaustedAddress(context);
      })
      .then((key) => key ?? refuse(context));
  };

  const bySession = async (context: RequestContext, { access }: Route): Promise<Principal | undefined> => {
    // Anybody can make up a cookie, so it is limited before it is looked up.
    const session = await findSession(context.request, async () => {
      if (access !== 'public') limits.refuseExhaustedAddress(context);
      else {
        context.isCountedAsPublic = true;
        await limits.countPublic(context);
      }
    });
    if (session) return session.caller;
    return access === 'public' ? undefined : refuse(context);
  };

  return (context, route) => {
    const { authorization, cookie } = context.request.headers;
    if (authorization !== undefined && IS_BEARER.test(authorization)) return byKey(context, route);
    if (route.access === 'public' && cookie === undefined) return undefined;
    return bySession(context, route);
  };
};
