import type { Scope } from '@platform/identity';

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
   * Id under which requests are counted. A key that replaced another one goes on with its count.
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

/** What the gateway needs to know of whoever calls: an API key, or a member of an organisation. */
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

/** What an organisation's quotas are of. */
export const METERED_UNITS = ['requests', 'events', 'reports', 'exports'] as const;

export type MeteredUnit = (typeof METERED_UNITS)[number];

/** What may happen to keys. */
export const KEY_ACTIONS = ['created', 'revoked', 'rotated'] as const;

/** What may happen to members, which the same log holds. */
export const MEMBER_ACTIONS = [
  'member_invited',
  'member_joined',
  'member_changed',
  'member_removed',
] as const;

export type KeyEventAction = (typeof KEY_ACTIONS | typeof MEMBER_ACTIONS)[number];

/** Who changes keys, for the audit log. */
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
