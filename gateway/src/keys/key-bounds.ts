import { forbidden } from '@platform/errors';
import { grants } from '@platform/identity';
import { isWithinBlocks } from '@platform/runtime';

import type { ApiKey } from './api-key.ts';

/** Limits that a key may pass on to another, besides its scopes. */
export interface Bounds extends Pick<ApiKey, 'expiresAt' | 'rateLimit' | 'allowedAddresses'> {
  /** Requests a minute, with the default filled in. */
  maxRateLimit: number;
}

/** @throws 403 that names the first scope the grantor lacks */
export const refuseForeignScopes = (
  scopes: ApiKey['scopes'],
  own: readonly string[],
  action: string,
): void => {
  for (const scope of scopes) {
    const has = scope === '*' ? own.includes('*') : grants(own, scope);
    if (!has) throw forbidden(`This key lacks the scope ${scope}, so it can't ${action}.`);
  }
};

/**
 * The lifetime, rate limit and addresses of a new key: what is not given is inherited from the key
 * that creates it.
 * @throws 403 if the new key would exceed it
 */
export const boundedBy = (
  { expiresAt, rateLimit, maxRateLimit, allowedAddresses }: Bounds,
  wanted: Pick<ApiKey, 'expiresAt' | 'rateLimit' | 'allowedAddresses'>,
): Pick<ApiKey, 'expiresAt' | 'rateLimit' | 'allowedAddresses'> => {
  if (expiresAt && wanted.expiresAt && wanted.expiresAt > expiresAt)
    throw forbidden(`expires_at must not be later than this key's own expiry, ${expiresAt.toISOString()}.`);
  if (wanted.rateLimit !== null && wanted.rateLimit > maxRateLimit)
    throw forbidden(`rate_limit_per_minute must not exceed this key's own limit, ${maxRateLimit}.`);
  const foreign =
    allowedAddresses && wanted.allowedAddresses?.find((block) => !isWithinBlocks(block, allowedAddresses));
  if (typeof foreign === 'string')
    throw forbidden(
      `allowed_addresses must not include ${foreign}, which this key may not be used from itself.`,
    );
  return {
    expiresAt: wanted.expiresAt ?? expiresAt,
    rateLimit: wanted.rateLimit ?? rateLimit,
    allowedAddresses: wanted.allowedAddresses ?? allowedAddresses,
  };
};

/**
 * @throws 403 for a key that outlives or outpaces the one that asks for its replacement, or may be
 *   used where that one may not
 */
export const refuseStrongerKey = (
  { expiresAt, maxRateLimit, allowedAddresses }: Bounds,
  key: ApiKey,
  defaultRateLimit: number,
): void => {
  if (expiresAt && (key.expiresAt === null || key.expiresAt > expiresAt))
    throw forbidden("This key expires sooner, so it can't rotate that one.");
  if ((key.rateLimit ?? defaultRateLimit) > maxRateLimit)
    throw forbidden("This key has a lower rate limit, so it can't rotate that one.");
  const isBound =
    !allowedAddresses || key.allowedAddresses?.every((block) => isWithinBlocks(block, allowedAddresses));
  if (isBound !== true)
    throw forbidden("This key may be used from fewer addresses, so it can't rotate that one.");
};
