import { Agent } from 'undici';

import { createAddressPolicy } from './address-policy.ts';
import { GuardError } from './guard-error.ts';
import { createGuardedConnector } from './guarded-connector.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { startGuardedProxy } from './guarded-proxy.ts';
import { createHostLimiter } from './host-limiter.ts';
import type { HostLimits } from './host-limiter.ts';
import { inspectTls } from './inspect-tls.ts';
import { createResolveHost } from './resolve-host.ts';
import { addressOf, parseTargetUrl, portOf } from './check-target-url.ts';
import type { GuardOptions, Guard } from './guard.ts';

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
    startProxy: ({ socketPath } = {}) =>
      startGuardedProxy({ policy, resolveHost, connectTimeout, socketPath }),
    close: () => agent.destroy(),
  };
};
