import type { GuardedProxy } from './guarded-proxy.ts';
import type { GuardedFetch } from './fetch-request.ts';
import type { HostLimiter, HostLimits } from './host-limiter.ts';
import type { TlsInspection } from './inspect-tls.ts';
import type { ResolveHost } from './resolve-host.ts';

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
   * Starts an HTTP proxy with the guard’s rules, for a browser: on a free port of 127.0.0.1, or on a
   * Unix socket. The caller closes it.
   */
  startProxy(options?: { socketPath?: string }): Promise<GuardedProxy>;
  close(): Promise<void>;
}
