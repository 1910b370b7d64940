import { unauthenticated } from '@platform/errors';
import type { Request, Response } from 'express';

import type { Principal } from '../keys/api-key.ts';
import type { KeyVerifier } from '../keys/key-verifier.ts';
import type { Limits } from '../limits/limits.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Route } from '../upstreams.ts';

export interface CallerFinderDeps {
  verifier: KeyVerifier;
  limits: Limits;
  /** The session of a request without a key. */
  findSession: Sessions['find'];
}

/**
 * Who sent a request, or undefined if a public path was called without one. @throws 401, 429, 503
 */
export type CallerFinder = (
  request: Request,
  response: Response,
  route: Route,
) => Promise<Principal | undefined>;

const BEARER = /^Bearer +([^ ]+) *$/i;

/** Finds out who calls: by the key in the request, else by its session. */
export const createCallerFinder = ({ verifier, limits, findSession }: CallerFinderDeps): CallerFinder => {
  return async (request, response, { access }) => {
    const authorization = request.headers.authorization ?? '';
    // On public paths other schemes are none of our business: the page may be behind Basic auth.
    const isBearer = /^Bearer\b/i.test(authorization);
    const session = isBearer ? undefined : await findSession(request);
    if (session) return session.caller;
    if (access === 'public' && !isBearer) return undefined;
    const text = BEARER.exec(authorization)?.[1];
    const key =
      text === undefined
        ? undefined
        : await verifier.verify(text, () => {
            limits.refuseExhaustedAddress(request);
          });
    if (key) return key;
    await limits.countUnauthenticated(request, response);
    throw unauthenticated();
  };
};
