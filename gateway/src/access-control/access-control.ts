import { forbidden, notFound, unauthenticated } from '@platform/errors';
import { IDENTITY_HEADER } from '@platform/identity';
import type { IdentitySigner } from '@platform/identity';
import { isInBlocks } from '@platform/runtime';
import { refuseAnnouncedSize } from '../forwarding/request-body.ts';
import { endEndless } from '../forwarding/forwarding.ts';
import type { Proxies } from '../forwarding/proxy.ts';
import { upstreamHeaders } from '../forwarding/headers.ts';
import { KEY_PREFIX } from '../keys/api-key.ts';
import type { Principal } from '../keys/api-key.ts';
import type { KeyVerifier } from '../keys/key-verifier.ts';
import type { Limits } from '../limits/limits.ts';
import type { RequestContext } from '../request-context/request-context.ts';
import type { Area, Route, RouteFinder } from '../routing-table.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Quotas } from '../usage/quotas.ts';
import type { Cors } from './cors.ts';
import { readPath } from './request-path.ts';

interface CallerFinderDeps {
  verifier: KeyVerifier;
  limits: Limits;
  /** The session of a request without a key. */
  findSession: Sessions['find'];
}

/**
 * Finds who sent a request; undefined if a public path was called anonymously. Returns a promise
 * only if the caller has to be looked up. @throws 401, 429, 503
 */
type CallerFinder = (
  context: RequestContext,
  route: Route,
) => Promise<Principal | undefined> | Principal | undefined;

const BEARER = /^Bearer +([^ ]+) *$/i;
/** On public paths, other schemes are left alone: the page may be behind Basic auth. */
const IS_BEARER = /^Bearer\b/i;
const BASIC = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i;

/** The API key that a client sends as the password of Basic authentication, whatever the name is. */
const keyAsPassword = (authorization: string): string | undefined => {
  const [, encoded] = BASIC.exec(authorization) ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString();
  const password = text.slice(text.indexOf(':') + 1);
  return password.startsWith(KEY_PREFIX) ? password : undefined;
};

/** Finds out who calls: by the key in the request, else by its session. */
const createCallerFinder = ({ verifier, limits, findSession }: CallerFinderDeps): CallerFinder => {
  const refuse = async (context: RequestContext): Promise<never> => {
    await limits.countUnauthenticated(context);
    throw unauthenticated();
  };

  const byKey = (context: RequestContext, text: string | undefined): ReturnType<CallerFinder> => {
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
    if (authorization !== undefined) {
      if (IS_BEARER.test(authorization)) return byKey(context, BEARER.exec(authorization)?.[1]);
      const password = route.takesBasic === true ? keyAsPassword(authorization) : undefined;
      if (password !== undefined) return byKey(context, password);
    }
    if (route.access === 'public' && cookie === undefined) return undefined;
    return bySession(context, route);
  };
};

interface AccessControlDeps extends CallerFinderDeps {
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
      const { address } = context;
      if (key.allowedAddresses && !isInBlocks(address, key.allowedAddresses)) {
        // Not against the key: whoever has stolen it could keep its owner from using it.
        await limits.countUnauthenticated(context);
        throw forbidden(`This key may not be used from ${address}.`);
      }
      const counted = limits.countKey(context);
      if (counted) await counted;
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
      // A body hardly larger is refused by its reader, in that reader's own words.
      refuseAnnouncedSize(request, 10 * route.bodyLimit);
      endEndless(request, route.bodyLimit);
      Reflect.deleteProperty(request.headers, IDENTITY_HEADER);
      if (identity !== undefined) request.headers[IDENTITY_HEADER] = identity;
      serveOwn(context);
      return;
    }
    const exhausted = key && quotas.exhausted(key.organisation);
    proxies[route.area].forward(context, upstreamHeaders(context, identity, exhausted));
  };
};
