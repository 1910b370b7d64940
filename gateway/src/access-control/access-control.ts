import { forbidden, notFound } from '@platform/errors';
import { requestIdOf } from '@platform/http';
import { IDENTITY_HEADER } from '@platform/identity';
import type { IdentitySigner } from '@platform/identity';
import type { Request, RequestHandler } from 'express';

import { isInBlocks } from '../client-address/address-list.ts';
import { clientAddress } from '../client-address/client-address.ts';
import type { Proxies } from '../forwarding/proxies.ts';
import { upstreamHeaders } from '../forwarding/upstream-headers.ts';
import type { Principal } from '../keys/api-key.ts';
import type { Limits } from '../limits/limits.ts';
import { contextOf } from '../request-context/request-context.ts';
import type { RouteFinder } from '../route-finder.ts';
import type { Area } from '../upstreams.ts';
import type { Quotas } from '../usage/quotas.ts';
import { createCallerFinder } from './caller-finder.ts';
import type { CallerFinderDeps } from './caller-finder.ts';
import type { Cors } from './cors.ts';
import { readPath } from './request-path.ts';

export interface AccessControlDeps extends CallerFinderDeps {
  routes: RouteFinder;
  signer: IdentitySigner;
  limits: Limits;
  cors: Cors;
  proxies: Proxies;
  /** The organisations' quotas. */
  quotas: Pick<Quotas, 'refuseExhausted' | 'exhausted'>;
  /** Records that a key was used. */
  onUse: (key: Principal, area: Area, address: string) => void;
}

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

  const identify = createCallerFinder({ verifier, limits, findSession });

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
      context.caller = key;
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
