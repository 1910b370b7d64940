import { Agent, buildConnector } from 'undici';

import { createGuardedLookup, refuseLiteral } from './address-policy.ts';
import type { ConnectorDeps } from './address-policy.ts';
import type { GuardedFetch } from './fetch-request.ts';
import { GuardError } from './guard-error.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import type { FetchLimits } from './guarded-fetch.ts';

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
