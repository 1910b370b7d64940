import { Agent } from 'undici';

import { createAddressPolicy } from './address-policy.ts';
import { GuardError } from './guard-error.ts';
import { createGuardedConnector } from './guarded-connector.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import type { GuardedFetch } from './guarded-fetch.ts';
import { createHostLimiter } from './host-limiter.ts';
import type { HostLimits } from './host-limiter.ts';
import { inspectTls } from './inspect-tls.ts';
import type { TlsInspection } from './inspect-tls.ts';
import { createResolveHost } from './resolve-host.ts';
import type { ResolveHost } from './resolve-host.ts';
import { addressOf, parseTargetUrl, portOf } from './target-url.ts';

export interface GuardOptions {
  /** Addresses and CIDR blocks that may be reached although they are private, and on any port (`GUARD_ALLOW`). */
  readonly allow?: readonly string[];
  /** Says who asks, with a link to an explanation. */
  readonly userAgent: string;
  readonly hostLimits?: HostLimits;
  /** Milliseconds: a fetch in all (20,000), DNS + TCP + TLS (3,000), a request until its headers (8,000). */
  readonly timeouts?: Partial<Record<'total' | 'connect' | 'headers', number>>;
  /** PEM certificates trusted beside Node's own, for an intranet. */
  readonly ca?: readonly string[];
  /** How names are resolved; DNS, then the system's resolver, by default. */
  readonly resolveHost?: ResolveHost;
}

export interface Guard {
  /** Fetches a URL; see `FetchRequest` for its limits. Every failure is a `GuardError`. */
  readonly fetch: GuardedFetch;
  /**
   * Reads a URL that a client gave, and refuses early what a fetch would refuse. A name that can't be resolved now passes.
   * @throws GuardError `blocked`
   */
  check(url: string): Promise<URL>;
  /** @throws GuardError when no handshake comes about */
  inspectTls(url: string, signal?: AbortSignal): Promise<TlsInspection>;
  /** The addresses of a URL's host name; null for an address literal. @throws GuardError `dns` */
  addresses(url: string): Promise<readonly string[] | null>;
  close(): Promise<void>;
}

const DEFAULT_HOST_LIMITS: HostLimits = { perSecond: 20, burst: 400 };
const MAX_HEADER_BYTES = 64 * 1024;
const CONNECTIONS_PER_ORIGIN = 6;
/** A client waits for the answer meanwhile; a name server that is slower is left to the fetch. */
const CHECK_TIMEOUT = 2000;

/** Makes the only door through which services request URLs that somebody else chose. */
export const createGuard = (options: GuardOptions): Guard => {
  const policy = createAddressPolicy(options.allow);
  const resolveHost = options.resolveHost ?? createResolveHost();
  const connectTimeout = options.timeouts?.connect ?? 3000;
  const totalTimeout = options.timeouts?.total ?? 20_000;
  const connector = { policy, resolveHost, connectTimeout, ca: options.ca };
  const agent = new Agent({
    connect: createGuardedConnector(connector),
    connections: CONNECTIONS_PER_ORIGIN,
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    keepAliveTimeout: 4000,
    keepAliveMaxTimeout: 10_000,
  });
  const fetch = createGuardedFetch({
    dispatcher: agent,
    policy,
    limiter: createHostLimiter(options.hostLimits ?? DEFAULT_HOST_LIMITS),
    userAgent: options.userAgent,
    totalTimeout,
    headersTimeout: options.timeouts?.headers ?? 8000,
  });

  const resolved = (url: URL): Promise<readonly string[] | null> => {
    const late = new Promise<null>((resolve) => {
      setTimeout(resolve, CHECK_TIMEOUT, null).unref();
    });
    return Promise.race([resolveHost(url.hostname).catch(() => null), late]);
  };

  return {
    fetch,
    async check(text) {
      const url = parseTargetUrl(text, policy);
      const addresses = addressOf(url) === null ? await resolved(url) : null;
      if (addresses?.every((address) => policy.permits(address, portOf(url))) === false)
        throw new GuardError('blocked');
      return url;
    },
    async inspectTls(text, signal = AbortSignal.timeout(totalTimeout)) {
      return inspectTls(connector, parseTargetUrl(text, policy), signal);
    },
    async addresses(text) {
      const url = parseTargetUrl(text, policy);
      if (addressOf(url) !== null) return null;
      return resolveHost(url.hostname).catch((error: unknown) => {
        throw new GuardError('dns', error);
      });
    },
    close: () => agent.destroy(),
  };
};
