import { Agent } from 'undici';
import { createAddressPolicy, createResolveHost } from './address-policy.ts';
import { GuardError } from './guard-error.ts';
import { createGuardedConnector } from './guarded-connector.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { startGuardedProxy } from './guarded-proxy.ts';
import { createHostLimiter } from './host-limiter.ts';
import type { HostLimits, HostLimiter } from './host-limiter.ts';
import { inspectTls } from './inspect-tls.ts';
import { addressOf, parseTargetUrl, portOf } from './check-target-url.ts';
import type { GuardedProxy, ProxyAddress } from './guarded-proxy.ts';
import type { GuardedFetch } from './fetch-request.ts';
import type { TlsInspection } from './inspect-tls.ts';
import type { ResolveHost } from './address-policy.ts';

export interface GuardOptions {
  /**
   * Private addresses and CIDR blocks that may be reached on any port, and addresses with one port
   * (`GUARD_ALLOW`).
   */
  readonly allow?: readonly string[];
  /** The `User-Agent`: our name, and a link that explains what we do. */
  readonly userAgent: string;
  readonly hostLimits?: HostLimits;
  /** Instead of `hostLimits`: a limiter shared with other processes. */
  readonly hostLimiter?: HostLimiter;
  /**
   * In milliseconds: a whole fetch (20,000), DNS, TCP and TLS (3,000), request to headers (8,000).
   */
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
   * Parses a client’s URL and refuses at once what needs no name server: malformed URLs, address
   * literals and `localhost`. All other names pass, so the answer reveals nothing about them.
   * @throws GuardError `blocked`
   */
  check(url: string): URL;
  /** @throws GuardError when no handshake comes about */
  inspectTls(url: string, signal?: AbortSignal): Promise<TlsInspection>;
  /** The addresses of a URL's host name; null for an address literal. @throws GuardError `dns` */
  addresses(url: string): Promise<readonly string[] | null>;
  /**
   * Starts an HTTP proxy with the guard’s rules, for a browser: on a free port of 127.0.0.1 unless
   * told otherwise. The caller closes it.
   */
  startProxy(listenOn?: ProxyAddress): Promise<GuardedProxy>;
  close(): Promise<void>;
}

const DEFAULT_HOST_LIMITS: HostLimits = { perSecond: 20, burst: 400 };
const MAX_HEADER_BYTES = 64 * 1024;
const CONNECTIONS_PER_ORIGIN = 6;
const LOOPBACK = ['127.0.0.1', '::1'];
const LOCALHOST = /^(?:.+\.)?localhost\.?$/;

/** Makes the guard: the only way in which services request URLs chosen by somebody else. */
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
    limiter: options.hostLimiter ?? createHostLimiter(options.hostLimits ?? DEFAULT_HOST_LIMITS),
    userAgent: options.userAgent,
    totalTimeout,
    headersTimeout: options.timeouts?.headers ?? 8000,
  });

  return {
    fetch,
    check(text) {
      const url = parseTargetUrl(text, policy);
      // RFC 6761: localhost and the names below it are always the machine itself.
      const isRefused =
        LOCALHOST.test(url.hostname) && !LOOPBACK.some((address) => policy.permits(address, portOf(url)));
      if (isRefused) throw new GuardError('blocked');
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
    startProxy: (listenOn) => startGuardedProxy({ policy, resolveHost, connectTimeout, listenOn }),
    close: () => agent.destroy(),
  };
};
