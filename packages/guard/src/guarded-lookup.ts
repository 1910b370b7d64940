import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';

import type { AddressPolicy, ResolveHost } from './address-policy.ts';
import { GuardError } from './guard-error.ts';

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
