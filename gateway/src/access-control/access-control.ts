import { forbidden, notFound } from '@platform/errors';
import { IDENTITY_HEADER } from '@platform/identity';
import type { IdentitySigner } from '@platform/identity';

import { isInBlocks } from '../client-address/address-list.ts';
import type { Proxies } from '../forwarding/proxies.ts';
import { upstreamHeaders } from '../forwarding/upstream-headers.ts';
import type { Principal } from '../keys/api-key.ts';
import type { Limits } from '../limits/limits.ts';
import type { RequestContext } from '../request-context/request-context.ts';
import type { RouteFinder } from '../route-matcher.ts';
import type { Area } from '../routing-table.ts';
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
  /** Answers requests for the gateway's own endpoints and pages. */
  serveOwn: (context: RequestContext) => void;
  /** The organisations' quotas. */
  quotas: Pick<Quotas, 'refuseExhausted' | 'exhausted'>;
  /** Records that a key was used. */
  onUse: (key: Principal, area: Area, address: string) => void;
}

/** Audience of the identities for the gateway's own endpoints. */
export const OWN_AUDIENCE = 'gateway';

/**
 * Decides where each request goes, who sent it, and whether the rate limits let it through. Scopes
 * are left to the services: they know what each path requires and read the key's scopes from the
 * signed identity.
 */
export const createAccessControl = (
  deps: AccessControlDeps,
): ((context: RequestContext) => Promise<void>) => {
  const { routes, verifier, signer, limits, cors, proxies, serveOwn, findSession, quotas, onUse } = deps;

  const identify = createCallerFinder({ verifier, limits, findSession });

  return async (context) => {
    const { request } = context;
    context.path = readPath(request.url ?? '');
    const route = routes.find(context.path, context.hostname);
    if (cors(context, route)) return;
    if (!route) {
      await limits.countUnauthenticated(context);
      throw notFound('path');
    }
    context.route = route;
    const found = identify(context, route);
    const key = found instanceof Promise ? await found : found;
    if (key) {
      context.caller = key;
      const counted = limits.countKey(context);
      if (counted) await counted;
      const { address } = context;
      if (key.allowedAddresses && !isInBlocks(address, key.allowedAddresses))
        throw forbidden(`This key may not be used from ${address}.`);
      // An organisation that has used everything up still gets to see that, and to end keys.
      if (route.area !== 'gateway') quotas.refuseExhausted(key.organisation);
      onUse(key, route.area, address);
    } else if (!context.isCountedAsPublic) {
      const counted = limits.countPublic(context);
      if (counted) await counted;
    }

    const caller = key && { organisation: key.organisation, keyId: key.id, scopes: key.scopes };
    const signed = caller && signer.sign(caller, route.area);
    const identity = signed instanceof Promise ? await signed : signed;
    if (route.area === 'gateway') {
      Reflect.deleteProperty(request.headers, IDENTITY_HEADER);
      if (identity !== undefined) request.headers[IDENTITY_HEADER] = identity;
      serveOwn(context);
      return;
    }
    const exhausted = key && quotas.exhausted(key.organisation);
    proxies[route.area].forward(context, upstreamHeaders(context, identity, exhausted));
  };
};
