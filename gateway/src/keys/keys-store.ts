import { inTransaction } from '@platform/database';
import type { Database, Transaction } from '@platform/database';

import type { Actor, ApiKey, Organisation } from './api-key.ts';

interface KeyRow {
  id: string;
  organisation_id: string;
  name: string;
  last_four: string;
  scopes: ApiKey['scopes'];
  rate_limit: number | null;
  expires_at: Date | null;
  revoked_at: Date | null;
  replaces: string | null;
  last_used_at: Date | null;
  created_at: Date;
}

/** A key about to be stored. */
export type NewKey = Omit<ApiKey, 'revokedAt' | 'lastUsedAt' | 'createdAt'> & { hash: string };

/** What happened to a key, for the audit. */
export interface KeyEvent {
  action: 'created' | 'revoked' | 'rotated';
  actor: Actor;
  details?: Readonly<Record<string, unknown>>;
}

export interface KeysStore {
  /** The organisation of that name, made if there is none yet. */
  ensureOrganisation(candidate: Organisation): Promise<Organisation>;
  /** All organisations, by name. */
  organisations(): Promise<Organisation[]>;
  findByHash(hash: string): Promise<ApiKey | undefined>;
  find(organisation: string, id: string): Promise<ApiKey | undefined>;
  /** A key of any organisation, by its id or its last four characters; for operators only. */
  findAnywhere(idOrLastFour: string): Promise<ApiKey[]>;
  /** An organisation's keys from the newest on; those created before the key `before`, if it is given. */
  list(query: { organisation?: string; limit: number; before?: string }): Promise<ApiKey[]>;
  insert(key: NewKey, event: KeyEvent): Promise<ApiKey>;
  /** Ends a key that is not revoked yet: at once, or for the future at `expiresAt`. False if there was nothing to end. */
  end(key: ApiKey, expiresAt: Date | null, event: KeyEvent): Promise<boolean>;
  /** Stores a key and ends the one that it replaces, both or neither; undefined if the old one was ended meanwhile. */
  rotate(
    old: ApiKey,
    expiresAt: Date | null,
    replacement: NewKey,
    event: KeyEvent,
  ): Promise<ApiKey | undefined>;
  /** Notes when keys were last used. */
  touch(uses: ReadonlyMap<string, Date>): Promise<void>;
}

const toKey = (row: KeyRow): ApiKey => ({
  id: row.id,
  organisation: row.organisation_id,
  name: row.name,
  lastFour: row.last_four,
  scopes: row.scopes,
  rateLimit: row.rate_limit,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  replaces: row.replaces,
  lastUsedAt: row.last_used_at,
  createdAt: row.created_at,
});

const COLUMNS = [
  ...['id', 'organisation_id', 'name', 'last_four', 'scopes', 'rate_limit', 'expires_at', 'revoked_at'],
  ...['replaces', 'last_used_at', 'created_at'],
];

const insertKey = async (database: Database | Transaction, key: NewKey): Promise<ApiKey> => {
  const rows = await database<KeyRow>('keys')
    .insert({
      id: key.id,
      organisation_id: key.organisation,
      name: key.name,
      last_four: key.lastFour,
      scopes: [...key.scopes],
      rate_limit: key.rateLimit,
      expires_at: key.expiresAt,
      replaces: key.replaces,
      ...{ hash: key.hash },
    })
    .returning<KeyRow[]>(COLUMNS);
  const [row] = rows;
  if (!row) throw new Error('The key was not stored.');
  return toKey(row);
};

const endKey = async (database: Transaction, id: string, expiresAt: Date | null): Promise<boolean> => {
  const ended = expiresAt === null ? { revoked_at: database.fn.now() } : { expires_at: expiresAt };
  return (await database('keys').where({ id, revoked_at: null }).update(ended)) > 0;
};

const record = async (
  database: Transaction,
  key: Pick<ApiKey, 'id' | 'organisation'>,
  { action, actor, details = {} }: KeyEvent,
): Promise<void> => {
  await database('key_events').insert({
    key_id: key.id,
    organisation_id: key.organisation,
    action,
    actor: actor.id,
    request_id: actor.requestId ?? null,
    details: JSON.stringify(details),
  });
};

/** Keys and organisations in PostgreSQL; each change of a key leaves a row in `key_events` in the same transaction. */
export const createKeysStore = (database: Database): KeysStore => ({
  async ensureOrganisation(candidate) {
    await database('organisations').insert(candidate).onConflict('name').ignore();
    const found = await database('organisations')
      .where({ name: candidate.name })
      .first<Organisation>(['id', 'name']);
    return found;
  },
  organisations: () => database('organisations').orderBy('name').select<Organisation[]>(['id', 'name']),
  async findByHash(hash) {
    const row = await database('keys').where({ hash }).first<KeyRow | undefined>(COLUMNS);
    return row && toKey(row);
  },
  async find(organisation, id) {
    const row = await database('keys')
      .where({ id, organisation_id: organisation })
      .first<KeyRow | undefined>(COLUMNS);
    return row && toKey(row);
  },
  async findAnywhere(idOrLastFour) {
    const rows = await database('keys')
      .where({ id: idOrLastFour })
      .orWhere({ last_four: idOrLastFour })
      .select<KeyRow[]>(COLUMNS);
    return rows.map(toKey);
  },
  async list({ organisation, limit, before }) {
    const rows = await database('keys')
      .modify((query) => {
        if (organisation !== undefined) void query.where({ organisation_id: organisation });
        // TypeIDs sort by their time of creation.
        if (before !== undefined) void query.where('id', '<', before);
      })
      .orderBy('id', 'desc')
      .limit(limit)
      .select<KeyRow[]>(COLUMNS);
    return rows.map(toKey);
  },
  insert: (key, event) =>
    inTransaction(database, async (transaction) => {
      const stored = await insertKey(transaction, key);
      await record(transaction, stored, event);
      return stored;
    }),
  end: (key, expiresAt, event) =>
    inTransaction(database, async (transaction) => {
      const ended = await endKey(transaction, key.id, expiresAt);
      if (ended) await record(transaction, key, event);
      return ended;
    }),
  rotate: (old, expiresAt, replacement, event) =>
    inTransaction(database, async (transaction) => {
      if (!(await endKey(transaction, old.id, expiresAt))) return undefined;
      const stored = await insertKey(transaction, replacement);
      await record(transaction, old, { ...event, details: { ...event.details, replacement: stored.id } });
      return stored;
    }),
  async touch(uses) {
    if (uses.size === 0) return;
    await database.raw(
      `UPDATE keys SET last_used_at = used.at
       FROM unnest(?::text[], ?::timestamptz[]) AS used(id, at)
       WHERE keys.id = used.id AND (last_used_at IS NULL OR last_used_at < used.at)`,
      [[...uses.keys()], [...uses.values()]],
    );
  },
});
