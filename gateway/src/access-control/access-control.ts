import { forbidden, notFound, unauthenticated } from '@platform/errors';
import { requestIdOf } from '@platform/http';
import { IDENTITY_HEADER } from '@platform/identity';
import type { IdentitySigner } from '@platform/identity';
import type { Request, RequestHandler, Response } from 'express';

import { isInBlocks } from '../client-address/address-list.ts';
import { clientAddress } from '../client-address/client-address.ts';
import type { Proxies } from '../forwarding/proxies.ts';
import { upstreamHeaders } from '../forwarding/upstream-headers.ts';
import type { ApiKey } from '../keys/api-key.ts';
import type { KeyVerifier } from '../keys/key-verifier.ts';
import type { Limits } from '../limits/limits.ts';
import { contextOf } from '../request-context/request-context.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Area, Route, RouteFinder } from '../upstreams.ts';
import type { Quotas } from '../usage/quotas.ts';
import type { Cors } from './cors.ts';
import { readPath } from './request-path.ts';

export interface AccessControlDeps {
  routes: RouteFinder;
  verifier: KeyVerifier;
  signer: IdentitySigner;
  limits: Limits;
  cors: Cors;
  proxies: Proxies;
  /** The session of a request without a key. */
  findSession: Sessions['find'];
  /** The organisations' quotas. */
  quotas: Pick<Quotas, 'refuseExhausted' | 'exhausted'>;
  /** Records that a key was used. */
  onUse: (key: ApiKey, area: Area, address: string) => void;
}

const BEARER = /^Bearer +([^ ]+) *$/i;

/**
 * The host name without the port. HTTP/1.0 clients may omit the host and others may send an empty
 * one, so it can be missing whatever express' types say.
 */
const hostOf = (request: Request): string => request.hostname || '';

/** Tells a service what the organisation may make no more of: the gateway knows no endpoints. */
const QUOTA_HEADER = 'x-quota-exhausted';

/** Audience of the identities for the gateway's own endpoints. */
export const OWN_AUDIENCE = 'gateway';

/**
 * Decides where each request goes, who sent it, and whether the rate limits let it through. Scopes
 * are left to the services: they know what each path requires and read the key's scopes from the
 * signed identity.
 */
export const createAccessControl = (deps: AccessControlDeps): RequestHandler => {
  const { routes, verifier, signer, limits, cors, proxies, findSession, quotas, onUse } = deps;

  /**
   * The key in the request, or undefined if a public path was called without one. @throws 401, 429,
   * 503
   */
  const identify = async (
    request: Request,
    response: Response,
    { access }: Route,
  ): Promise<ApiKey | undefined> => {
    const authorization = request.headers.authorization ?? '';
    // On public paths other schemes are none of our business: the page may be behind Basic auth.
    const isBearer = /^Bearer\b/i.test(authorization);
    const session = isBearer ? undefined : await findSession(request);
    if (session) {
      contextOf(response).session = session.secret;
      return session.key;
    }
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

  return async (request, response, next) => {
    const context = contextOf(response);
    context.path = readPath(request.url);
    const route = routes.find(context.path, hostOf(request));
    if (cors(request, response, route)) return;
    if (!route) {
      await limits.countUnauthenticated(request, response);
      throw notFound('path');
    }
    context.route = route;
    const key = await identify(request, response, route);
    if (key) {
      context.key = key;
      await limits.countKey(request, response);
      const address = clientAddress(request);
      if (key.allowedAddresses && !isInBlocks(address, key.allowedAddresses))
        throw forbidden(`This key may not be used from ${address}.`);
      // An organisation that has used everything up still gets to see that, and to end keys.
      if (route.area !== 'gateway') quotas.refuseExhausted(key.organisation);
      onUse(key, route.area, address);
    } else await limits.countPublic(request, response);

    const caller = key && { organisation: key.organisation, keyId: key.id, scopes: key.scopes };
    const identity = caller && (await signer.sign(caller, route.area));
    if (route.area === 'gateway') {
      Reflect.deleteProperty(request.headers, IDENTITY_HEADER);
      if (identity !== undefined) request.headers[IDENTITY_HEADER] = identity;
      next();
      return;
    }
    request.headers = upstreamHeaders(request, requestIdOf(response), identity);
    const exhausted = key && quotas.exhausted(key.organisation);
    if (exhausted !== undefined) request.headers[QUOTA_HEADER] = exhausted;
    proxies[route.area].forward(request, response, next, route.bodyLimit);
  };
};
