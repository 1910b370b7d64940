import { forbidden } from '@platform/errors';
import { grants } from '@platform/identity';

import { isInBlocks } from '../client-address/address-list.ts';
import type { ApiKey } from './api-key.ts';

/** What a key may pass on to another, besides its scopes. */
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

/** True for one of the blocks, or for a single address in one of them. */
const isWithin = (block: string, own: readonly string[] | null): boolean =>
  own === null || own.includes(block) || isInBlocks(block, own);

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
  const foreign = wanted.allowedAddresses?.find((block) => !isWithin(block, allowedAddresses));
  if (foreign !== undefined)
    throw forbidden(`allowed_addresses must not hold ${foreign}, where this key may not be used itself.`);
  return {
    expiresAt: wanted.expiresAt ?? expiresAt,
    rateLimit: wanted.rateLimit ?? rateLimit,
    allowedAddresses: wanted.allowedAddresses ?? allowedAddresses,
  };
};

/** @throws 403 for a key that outlives or outpaces the one that asks for its replacement */
export const refuseStrongerKey = (
  { expiresAt, maxRateLimit }: Bounds,
  key: ApiKey,
  defaultRateLimit: number,
): void => {
  if (expiresAt && (key.expiresAt === null || key.expiresAt > expiresAt))
    throw forbidden("This key expires sooner, so it can't rotate that one.");
  if ((key.rateLimit ?? defaultRateLimit) > maxRateLimit)
    throw forbidden("This key has a lower rate limit, so it can't rotate that one.");
};
