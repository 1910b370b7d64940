import { notFound, unauthenticated } from '@platform/errors';
import { requestIdOf } from '@platform/http';
import { IDENTITY_HEADER } from '@platform/identity';
import type { IdentitySigner } from '@platform/identity';
import type { Request, RequestHandler, Response } from 'express';

import { exchangeOf } from './exchange.ts';
import type { ApiKey } from './keys/api-key.ts';
import type { KeyVerifier } from './keys/key-verifier.ts';
import type { Limits } from './limits/limits.ts';
import type { Proxy } from './proxy/create-proxy.ts';
import { upstreamHeaders } from './proxy/upstream-headers.ts';
import { readPath } from './request-path.ts';
import type { Area, Route, RouteFinder } from './upstreams.ts';

export interface GateDeps {
  routes: RouteFinder;
  verifier: KeyVerifier;
  signer: IdentitySigner;
  limits: Limits;
  proxies: Readonly<Record<Exclude<Area, 'gateway'>, Proxy>>;
  /** Notes that a key was used. */
  onUse: (keyId: string) => void;
}

const BEARER = /^Bearer +([^ ]+) *$/i;

/** Without the port. HTTP/1.0 doesn't ask for a host, and it may be empty: then there is none here, whatever express' types say. */
const hostOf = (request: Request): string => request.hostname || '';

/** The audience of identities for the gateway's own endpoints. */
export const OWN_AUDIENCE = 'gateway';

/**
 * Decides about each request: where it goes, who sends it, whether it may pass now. What a key may do is left to the
 * services, which know what each path needs; they have it from the signed identity.
 */
export const createGate = (deps: GateDeps): RequestHandler => {
  const { routes, verifier, signer, limits, proxies, onUse } = deps;

  /** The key that was sent; undefined if none was, where none is needed. @throws 401, 429, 503 */
  const identify = async (
    request: Request,
    response: Response,
    { access }: Route,
  ): Promise<ApiKey | undefined> => {
    const { authorization } = request.headers;
    if (authorization === undefined && access === 'public') return undefined;
    const text = BEARER.exec(authorization ?? '')?.[1];
    const key =
      text === undefined
        ? undefined
        : await verifier.verify(text, () => {
            limits.refuseSpentStranger(request);
          });
    if (key) return key;
    await limits.countStranger(request, response);
    throw unauthenticated();
  };

  return async (request, response, next) => {
    const exchange = exchangeOf(response);
    exchange.path = readPath(request.url);
    const route = routes.find(exchange.path, hostOf(request));
    if (!route) {
      await limits.countStranger(request, response);
      throw notFound('path');
    }
    exchange.route = route;
    const key = await identify(request, response, route);
    if (key) {
      exchange.key = key;
      await limits.countKey(request, response);
      onUse(key.id);
    } else await limits.countVisitor(request, response);

    const caller = key && { organisation: key.organisation, keyId: key.id, scopes: key.scopes };
    const identity = caller && (await signer.sign(caller, route.area));
    if (route.area === 'gateway') {
      Reflect.deleteProperty(request.headers, IDENTITY_HEADER);
      if (identity !== undefined) request.headers[IDENTITY_HEADER] = identity;
      next();
      return;
    }
    request.headers = upstreamHeaders(request, requestIdOf(response), identity);
    proxies[route.area].forward(request, response, next, route.bodyLimit);
  };
};
