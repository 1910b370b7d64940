import type { Database, Transaction } from '@platform/database';
import type { Knex } from 'knex';

import type { ApiKey } from './api-key.ts';

/** A row of `keys` joined with its organisation's limit. */
export interface KeyRow {
  id: string;
  organisation_id: string;
  name: string;
  hash: string;
  last_four: string;
  scopes: ApiKey['scopes'];
  rate_limit: number | null;
  organisation_rate_limit: number | null;
  limit_id: string | null;
  allowed_addresses: string[] | null;
  expires_at: Date | null;
  revoked_at: Date | null;
  replaces: string | null;
  last_used_at: Date | null;
  last_used_address: string | null;
  created_at: Date;
}

export const toKey = (row: KeyRow): ApiKey => ({
  id: row.id,
  organisation: row.organisation_id,
  name: row.name,
  lastFour: row.last_four,
  scopes: row.scopes,
  rateLimit: row.rate_limit,
  organisationRateLimit: row.organisation_rate_limit,
  limitId: row.limit_id ?? row.id,
  allowedAddresses: row.allowed_addresses,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  replaces: row.replaces,
  lastUsedAt: row.last_used_at,
  lastUsedAddress: row.last_used_address,
  createdAt: row.created_at,
});

const WITH_ORGANISATION = `(
  SELECT keys.*, organisations.rate_limit AS organisation_rate_limit
  FROM keys JOIN organisations ON organisations.id = keys.organisation_id
) AS keys`;

/** A query of keys with everything that `toKey` reads. */
export const keysWithLimits = (database: Database | Transaction): Knex.QueryBuilder<KeyRow> =>
  database<KeyRow>(database.raw(WITH_ORGANISATION));
