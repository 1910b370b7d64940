import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';

import { Agent, buildConnector } from 'undici';

import type { AddressPolicy, ResolveHost } from './address-policy.ts';
import type { GuardedFetch } from './fetch-request.ts';
import { GuardError } from './guard-error.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import type { FetchLimits } from './guarded-fetch.ts';

export interface ConnectorDeps {
  readonly policy: AddressPolicy;
  readonly resolveHost: ResolveHost;
  /** Milliseconds for DNS, TCP and TLS together. */
  readonly connectTimeout: number;
  /** PEM certificates trusted beside Node's own. */
  readonly ca?: readonly string[] | undefined;
}

/**
 * A `lookup` for sockets to one port. It refuses a name if ANY of its addresses is refused. The
 * socket connects to the address that this call returned, so no second resolution can answer
 * differently (DNS rebinding).
 */
export const createGuardedLookup =
  ({ policy, resolveHost }: Pick<ConnectorDeps, 'policy' | 'resolveHost'>, port: number): LookupFunction =>
  (hostname, options, callback) => {
    const answer = async () => {
      const addresses = await resolveHost(hostname);
      if (!addresses.every((address) => policy.permits(address, port)))
        throw new GuardError('blocked', undefined, true);
      const found = addresses
        .map((address) => ({ address, family: isIP(address) }))
        .filter(
          ({ family }) => !options.family || family === Number(String(options.family).replace('IPv', '')),
        );
      const [first] = found;
      if (!first) throw new GuardError('dns');
      return { found, first };
    };
    answer().then(
      ({ found, first }) => {
        if (options.all === true) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => {
        callback(Error.isError(error) ? error : new GuardError('dns', error), '', 0);
      },
    );
  };

/** Checks address literals, which `lookup` never sees. @throws GuardError `blocked` */
export const refuseLiteral = (policy: AddressPolicy, hostname: string, port: number): void => {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !policy.permits(host, port)) throw new GuardError('blocked');
};

const MAX_HEADER_BYTES = 64 * 1024;
const CONNECTIONS_PER_ORIGIN = 6;

/** undici's connector, which opens no socket to an address that the policy refuses. */
const createGuardedConnector = (deps: ConnectorDeps): buildConnector.connector => {
  const connectors = new Map<number, buildConnector.connector>();
  const connectorFor = (port: number): buildConnector.connector => {
    const known = connectors.get(port);
    if (known) return known;
    const connector = buildConnector({
      timeout: deps.connectTimeout,
      // Requests use HTTP/1.1, where limits can be enforced exactly; ALPN only asks about HTTP/2.
      allowH2: false,
      maxCachedSessions: 0,
      lookup: createGuardedLookup(deps, port),
      ...(deps.ca ? { ca: [...deps.ca] } : {}),
    });
    connectors.set(port, connector);
    return connector;
  };

  return (options, callback) => {
    const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80));
    try {
      refuseLiteral(deps.policy, options.hostname, port);
    } catch (error) {
      callback(Error.isError(error) ? error : new GuardError('blocked'), null);
      return;
    }
    connectorFor(port)(options, callback);
  };
};

export interface GuardedAgent {
  readonly fetch: GuardedFetch;
  close(): Promise<void>;
}

/** Fetches with connections of its own. */
export const createGuardedAgent = (connector: ConnectorDeps, limits: FetchLimits): GuardedAgent => {
  const agent = new Agent({
    connect: createGuardedConnector(connector),
    connections: CONNECTIONS_PER_ORIGIN,
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    keepAliveTimeout: 4000,
    keepAliveMaxTimeout: 10_000,
  });
  return {
    fetch: createGuardedFetch({ ...limits, dispatcher: agent, policy: connector.policy }),
    close: () => agent.destroy(),
  };
};
