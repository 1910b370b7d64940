import type { Scope } from '@platform/identity';
import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { forbidden } from '@platform/errors';
import { grants } from '@platform/identity';
import { isWithinBlocks } from '@platform/runtime';

/**
 * An API key is `dak_`, 43 base62 characters (256 random bits) and a checksum of 6 base62
 * characters, the CRC-32 of everything before it. The prefix lets scanners find leaked keys. The
 * checksum lets the gateway refuse mistyped and made-up keys without reading the database.
 */
export const KEY_PREFIX = 'dak_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const SHAPE = /^dak_[0-9A-Za-z]{49}$/;

const base62 = (value: bigint, length: number): string => {
  let rest = value;
  let text = '';
  while (text.length < length) {
    text = ALPHABET.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
};

const checksum = (body: string): string => base62(BigInt(crc32(body)), CHECKSUM_LENGTH);

/** A new random key. 256 bits always fit, because 62^43 is just above 2^256. */
export const generateKey = (): string => {
  const body = KEY_PREFIX + base62(BigInt(`0x${randomBytes(32).toString('hex')}`), SECRET_LENGTH);
  return body + checksum(body);
};

/** True if `text` has the shape of a key, whatever its checksum. */
export const mayBeKey = (text: string): boolean => SHAPE.test(text);

/**
 * True if `text` has the shape of a key and a correct checksum, whether or not it was ever issued.
 */
export const isWellFormedKey = (text: string): boolean =>
  SHAPE.test(text) && checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);

/**
 * The SHA-256 that is stored in place of the key. A slow hash would add nothing: a key is 256
 * random bits.
 */
export const hashKey = (key: string): string => hash('sha256', key, 'base64url');

/** The last four characters, by which people recognise their keys. */
export const lastFour = (key: string): string => key.slice(-4);

/** An API key without its text, which only its holder knows. */
export interface ApiKey {
  /** TypeID, `key_…`. */
  id: string;
  /** Id of the organisation that owns the key, `org_…`. */
  organisation: string;
  name: string;
  lastFour: string;
  scopes: readonly (Scope | '*')[];
  /** Requests a minute; null for the default. */
  rateLimit: number | null;
  /** Requests a minute of all keys of the organisation together; null for the default. */
  organisationRateLimit: number | null;
  /**
   * Id under which requests are counted. A key that replaces another continues its count.
   */
  limitId: string;
  /** Addresses and CIDRs that the key may be used from; null for all. */
  allowedAddresses: readonly string[] | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** The key that this one was rotated from. */
  replaces: string | null;
  /** Accurate to a minute. */
  lastUsedAt: Date | null;
  lastUsedAddress: string | null;
  createdAt: Date;
}

/** Facts that the gateway needs about a caller: an API key, or a member of an organisation. */
export type Principal = Pick<
  ApiKey,
  | 'id'
  | 'organisation'
  | 'name'
  | 'scopes'
  | 'rateLimit'
  | 'organisationRateLimit'
  | 'limitId'
  | 'allowedAddresses'
>;

export interface Organisation {
  /** TypeID, `org_…`. */
  id: string;
  name: string;
  /** Requests a minute of all its keys together; null for the default. */
  rateLimit: number | null;
}

/** Units of an organisation's quotas. */
export const METERED_UNITS = ['requests', 'events', 'reports', 'exports'] as const;

export type MeteredUnit = (typeof METERED_UNITS)[number];

/** Events of keys. */
export const KEY_ACTIONS = ['created', 'revoked', 'rotated'] as const;

/** Events of members, in the same log. */
export const MEMBER_ACTIONS = [
  'member_invited',
  'member_invited_again',
  'member_joined',
  'member_changed',
  'member_address_changed',
  'member_removed',
  'member_reset_link',
] as const;

export type KeyEventAction = (typeof KEY_ACTIONS | typeof MEMBER_ACTIONS)[number];

/** Author of key changes, for the audit log. */
export interface Actor {
  /** Id of the key or member, or `cli`. */
  id: string;
  requestId?: string;
  /** Address the request came from. */
  address?: string;
}

/** True if the key may manage the organisation's keys. */
export const isAdmin = (key: Pick<ApiKey, 'scopes'>): boolean =>
  key.scopes.includes('*') || key.scopes.includes('keys:admin');

/** True if the key may be used at `now` (milliseconds since the epoch). */
export const isUsable = (key: Pick<ApiKey, 'revokedAt' | 'expiresAt'>, now: number): boolean =>
  key.revokedAt === null && (key.expiresAt === null || key.expiresAt.getTime() > now);

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
