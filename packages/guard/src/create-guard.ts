import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { PeerCertificate, TLSSocket } from 'node:tls';

import {
  addressOf,
  createAddressPolicy,
  createGuardedLookup,
  createResolveHost,
  parseTargetUrl,
  portOf,
  refuseLiteral,
} from './address-policy.ts';
import type { ConnectorDeps, ResolveHost } from './address-policy.ts';
import type { GuardedFetch } from './fetch-request.ts';
import { GuardError, toGuardError } from './guard-error.ts';
import type { GuardedAgent } from './guarded-agent.ts';
import { startGuardedProxy } from './guarded-proxy.ts';
import type { GuardedProxy, ProxyAddress } from './guarded-proxy.ts';
import { createHostLimiter } from './host-limiter.ts';
import type { HostLimiter, HostLimits } from './host-limiter.ts';

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
const LOOPBACK = ['127.0.0.1', '::1'];
const LOCALHOST = /^(?:.+\.)?localhost\.?$/;

/** Makes the guard: the only way in which services request URLs chosen by somebody else. */
export const createGuard = (options: GuardOptions): Guard => {
  const policy = createAddressPolicy(options.allow);
  const resolveHost = options.resolveHost ?? createResolveHost();
  const connectTimeout = options.timeouts?.connect ?? 3000;
  const totalTimeout = options.timeouts?.total ?? 20_000;
  const connector = { policy, resolveHost, connectTimeout, ca: options.ca };
  let opening: Promise<GuardedAgent> | undefined;
  let isClosed = false;
  /** undici and the list of public suffixes are loaded by the first fetch: many guards only check addresses. */
  const open = async (): Promise<GuardedAgent> => {
    const { createGuardedAgent } = await import('./guarded-agent.ts');
    const agent = createGuardedAgent(connector, {
      limiter: options.hostLimiter ?? createHostLimiter(options.hostLimits ?? DEFAULT_HOST_LIMITS),
      userAgent: options.userAgent,
      totalTimeout,
      headersTimeout: options.timeouts?.headers ?? 8000,
    });
    if (isClosed) await agent.close();
    return agent;
  };

  return {
    async fetch(...request) {
      opening ??= open();
      return (await opening).fetch(...request);
    },
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
    async close() {
      isClosed = true;
      await (await opening)?.close();
    },
  };
};

export interface TlsInspection {
  /** As Node names it: `TLSv1.3`. */
  readonly protocol: string;
  readonly cipher: string;
  /** Protocol that the server chose from `h2` and `http/1.1`; null when it doesn't speak ALPN. */
  readonly alpn: string | null;
  /** True if the chain and the name were verified. */
  readonly authorized: boolean;
  readonly authorizationError: string | null;
  readonly issuer: string;
  readonly subject: string;
  /** ISO 8601 UTC. */
  readonly validFrom: string;
  readonly validTo: string;
}

const commonName = (name: PeerCertificate['subject'] | undefined): string => {
  const value = name?.CN || name?.O || '';
  return Array.isArray(value) ? value.join(', ') : value;
};

const isoDate = (text: string): string => {
  const time = Date.parse(text);
  return Number.isNaN(time) ? '' : new Date(time).toISOString();
};

const describe = (socket: TLSSocket): TlsInspection => {
  const certificate = socket.getPeerCertificate();
  // Node types it as an Error, and gives the code as a string.
  const error: unknown = socket.authorizationError;
  return {
    protocol: socket.getProtocol() ?? '',
    cipher: socket.getCipher().standardName,
    alpn: typeof socket.alpnProtocol === 'string' ? socket.alpnProtocol : null,
    authorized: socket.authorized,
    authorizationError: socket.authorized ? null : Error.isError(error) ? error.message : String(error),
    issuer: commonName(certificate.issuer),
    subject: commonName(certificate.subject),
    validFrom: isoDate(certificate.valid_from),
    validTo: isoDate(certificate.valid_to),
  };
};

/**
 * Shakes hands with an HTTPS server, guarded like requests, and describes what it offers. Nothing
 * is sent, so a bad certificate is described rather than refused.
 * @throws GuardError if the handshake fails
 */
export const inspectTls = (deps: ConnectorDeps, url: URL, signal: AbortSignal): Promise<TlsInspection> =>
  new Promise((resolve, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const port = Number(url.port || 443);
    refuseLiteral(deps.policy, host, port);
    const socket = connect({
      host,
      port,
      ...(isIP(host) === 0 ? { servername: host } : {}),
      lookup: createGuardedLookup(deps, port),
      ALPNProtocols: ['h2', 'http/1.1'],
      rejectUnauthorized: false,
      ...(deps.ca ? { ca: [...deps.ca] } : {}),
    });
    const fail = (error: unknown): void => {
      finish();
      reject(toGuardError(error));
    };
    const onAbort = (): void => {
      fail(new GuardError('timeout'));
    };
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      socket.destroy();
    };
    const timer = setTimeout(onAbort, deps.connectTimeout);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    socket.on('error', fail);
    socket.once('secureConnect', () => {
      const facts = describe(socket);
      finish();
      resolve(facts);
    });
  });
