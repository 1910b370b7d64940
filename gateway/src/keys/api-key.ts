import type { Scope } from '@platform/identity';

/** An API key as the platform knows it; the key itself is known to its holder only. */
export interface ApiKey {
  /** TypeID, `key_…`. */
  id: string;
  /** Id of the organisation that the key acts for, `org_…`. */
  organisation: string;
  name: string;
  lastFour: string;
  scopes: readonly (Scope | '*')[];
  /** Requests a minute; null for the platform's default. */
  rateLimit: number | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** The key that this one was rotated from. */
  replaces: string | null;
  /** Kept to the minute. */
  lastUsedAt: Date | null;
  createdAt: Date;
}

export interface Organisation {
  /** TypeID, `org_…`. */
  id: string;
  name: string;
}

/** Who asks for a change of keys, for the audit. */
export interface Actor {
  /** Id of a key, or `cli`. */
  id: string;
  requestId?: string;
}

/** True if the key may be used at `now` (milliseconds since the epoch). */
export const isUsable = (key: Pick<ApiKey, 'revokedAt' | 'expiresAt'>, now: number): boolean =>
  key.revokedAt === null && (key.expiresAt === null || key.expiresAt.getTime() > now);
