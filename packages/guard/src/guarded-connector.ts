import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';

import { buildConnector } from 'undici';

import type { AddressPolicy } from './address-policy.ts';
import { GuardError } from './guard-error.ts';
import type { ResolveHost } from './resolve-host.ts';

export interface ConnectorDeps {
  readonly policy: AddressPolicy;
  readonly resolveHost: ResolveHost;
  /** Milliseconds for DNS, TCP and TLS together. */
  readonly connectTimeout: number;
  /** PEM certificates trusted beside Node's own. */
  readonly ca?: readonly string[] | undefined;
}

/**
 * A `lookup` for sockets to one port. It refuses a name when ANY of its addresses is refused. The socket dials what this very
 * call returned, so there is no second resolution between check and use that could answer otherwise (DNS rebinding).
 */
export const createGuardedLookup =
  ({ policy, resolveHost }: Pick<ConnectorDeps, 'policy' | 'resolveHost'>, port: number): LookupFunction =>
  (hostname, options, callback) => {
    const answer = async () => {
      const addresses = await resolveHost(hostname);
      if (!addresses.every((address) => policy.permits(address, port))) throw new GuardError('blocked');
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

/** @throws GuardError `blocked` when `hostname` is an address that may not be reached: `lookup` never sees literals. */
export const refuseLiteral = (policy: AddressPolicy, hostname: string, port: number): void => {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !policy.permits(host, port)) throw new GuardError('blocked');
};

/** The connector of undici, wrapped so that no socket is opened to an address that the policy refuses. */
export const createGuardedConnector = (deps: ConnectorDeps): buildConnector.connector => {
  const connectors = new Map<number, buildConnector.connector>();
  const connectorFor = (port: number): buildConnector.connector => {
    const known = connectors.get(port);
    if (known) return known;
    const connector = buildConnector({
      timeout: deps.connectTimeout,
      // The requests speak HTTP/1.1, whose limits can be kept exactly; HTTP/2 is asked about by ALPN only.
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
