import type { Database } from '@platform/database';
import type { Knex } from 'knex';

import type { Session } from './session.ts';

export interface SessionRow {
  id: string | null;
  hash: string;
  organisation_id: string;
  key_id: string | null;
  key_hash: string | null;
  member_id: string | null;
  address: string | null;
  user_agent: string | null;
  created_at: Date;
  proven_at: Date | null;
  last_seen_at: Date | null;
  expires_at: Date;
}

export const toSession = (row: SessionRow): Session => ({
  id: row.id,
  hash: row.hash,
  organisation: row.organisation_id,
  keyId: row.key_id,
  keyHash: row.key_hash,
  memberId: row.member_id,
  address: row.address,
  userAgent: row.user_agent,
  createdAt: row.created_at,
  provenAt: row.proven_at ?? row.created_at,
  lastSeenAt: row.last_seen_at,
  expiresAt: row.expires_at,
});

const WITH_ORGANISATION = `(
  SELECT sessions.*, keys.hash AS key_hash,
    coalesce(sessions.key_id, sessions.member_id) AS caller_id,
    coalesce(keys.organisation_id, members.organisation_id) AS organisation_id
  FROM sessions
  LEFT JOIN keys ON keys.id = sessions.key_id
  LEFT JOIN members ON members.id = sessions.member_id
  WHERE sessions.expires_at > now()
) AS sessions`;

/** A query of the sessions that hold, with their organisations. */
export const runningSessions = (database: Database): Knex.QueryBuilder<SessionRow> =>
  database<SessionRow>(database.raw(WITH_ORGANISATION));
