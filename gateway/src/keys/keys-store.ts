import { inTransaction } from '@platform/database';
import type { Database, Transaction } from '@platform/database';
import type { Knex } from 'knex';
import { typeid } from 'typeid-js';
import { storeEvents } from '../webhooks/deliveries-store.ts';
import type { ApiKey, MeteredUnit, Organisation } from './api-key.ts';
import { recordKeyEvent } from './key-events-store.ts';
import type { KeyEvent } from './key-events-store.ts';

export interface OrganisationsStore {
  /** The organisation with that name, created if it does not exist. */
  ensureOrganisation(candidate: Pick<Organisation, 'id' | 'name'>): Promise<Organisation>;
  /** All organisations, sorted by name. */
  organisations(): Promise<Organisation[]>;
  /** Sets the requests a minute of all keys together; null for the default. */
  setRateLimit(organisation: string, rateLimit: number | null): Promise<void>;
  /** Sets how much of `unit` it may use in a month; null for as much as it likes. */
  setQuota(organisation: string, unit: MeteredUnit, quota: number | null): Promise<void>;
}

const COLUMNS = { id: 'id', name: 'name', rateLimit: 'rate_limit' };

/** Organisations in PostgreSQL. */
export const createOrganisationsStore = (database: Database): OrganisationsStore => ({
  async ensureOrganisation({ id, name }) {
    await database('organisations').insert({ id, name }).onConflict('name').ignore();
    return database('organisations').where({ name }).first<Organisation>(COLUMNS);
  },
  organisations: () => database('organisations').orderBy('name').select<Organisation[]>(COLUMNS),
  async setQuota(organisation, unit, quota) {
    if (quota === null) await database('quotas').where({ organisation_id: organisation, unit }).delete();
    else
      await database('quotas')
        .insert({ organisation_id: organisation, unit, quota })
        .onConflict(['organisation_id', 'unit'])
        .merge();
  },
  async setRateLimit(organisation, rateLimit) {
    await database('organisations').where({ id: organisation }).update({ rate_limit: rateLimit });
  },
});

/** A row of `keys` joined with its organisation's limit. */
interface KeyRow {
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

const toKey = (row: KeyRow): ApiKey => ({
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
const keysWithLimits = (database: Database | Transaction): Knex.QueryBuilder<KeyRow> =>
  database<KeyRow>(database.raw(WITH_ORGANISATION));

/** A key about to be stored. */
export interface NewKey extends Pick<
  ApiKey,
  | 'id'
  | 'organisation'
  | 'name'
  | 'lastFour'
  | 'scopes'
  | 'rateLimit'
  | 'limitId'
  | 'allowedAddresses'
  | 'expiresAt'
  | 'replaces'
> {
  hash: string;
}

/** The time and the address of a key's last use. */
export interface KeyUse {
  at: Date;
  address: string;
}

export interface KeysStore {
  findByHash(hash: string): Promise<ApiKey | undefined>;
  find(organisation: string, id: string): Promise<ApiKey | undefined>;
  /** Keys of any organisation with this id or these last four characters; for operators only. */
  findAnywhere(idOrLastFour: string): Promise<ApiKey[]>;
  /** An organisation's keys, newest first; only those created before the key `before`, if given. */
  list(query: { organisation: string; limit: number; before?: string }): Promise<ApiKey[]>;
  /** Stores a key. Undefined if the organisation has `maxKeys` usable keys already. */
  insert(key: NewKey, event: KeyEvent, maxKeys: number): Promise<ApiKey | undefined>;
  /**
   * Revokes a key. With `mustKeepAdmin`, only if the organisation has another usable key that may
   * manage keys.
   */
  revoke(
    key: ApiKey,
    event: KeyEvent,
    mustKeepAdmin: boolean,
  ): Promise<'revoked' | 'already-revoked' | 'last-admin'>;
  /**
   * Stores a key and ends the one it replaces, both or neither: at once, or at `expiresAt`. Until
   * then there is a key more, which may be the one beyond `maxKeys`.
   */
  rotate(
    old: ApiKey,
    expiresAt: Date | null,
    replacement: NewKey,
    event: KeyEvent,
    maxKeys: number,
  ): Promise<ApiKey | 'ended' | 'replaced' | 'too-many'>;
  /** Writes when and from where keys were last used. */
  touch(uses: ReadonlyMap<string, KeyUse>): Promise<void>;
}

const USABLE = 'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())';

/**
 * Lets one change of an organisation's keys happen at a time, so that two can't each spare the
 * other's key.
 */
const lockOrganisation = async (transaction: Transaction, id: string): Promise<void> => {
  await transaction('organisations').where({ id }).forUpdate().first('id');
};

const countUsable = async (transaction: Transaction, organisation: string): Promise<number> => {
  const [row] = await transaction('keys')
    .where({ organisation_id: organisation })
    .whereRaw(USABLE)
    .count<{ count: string }[]>('id');
  return Number(row?.count ?? 0);
};

const hasOtherAdmin = async (transaction: Transaction, key: ApiKey): Promise<boolean> => {
  const other = await transaction('keys')
    .where({ organisation_id: key.organisation })
    .whereNot({ id: key.id })
    .whereRaw(USABLE)
    .whereRaw("scopes && ARRAY['*', 'keys:admin']")
    .first<{ id: string } | undefined>('id');
  return other !== undefined;
};

const hasReplacement = async (transaction: Transaction, { id, organisation }: ApiKey): Promise<boolean> => {
  const replacement = await transaction('keys')
    .where({ organisation_id: organisation, replaces: id })
    .first<{ id: string } | undefined>('id');
  return replacement !== undefined;
};

const insertKey = async (transaction: Transaction, key: NewKey): Promise<ApiKey> => {
  await transaction('keys').insert({
    id: key.id,
    organisation_id: key.organisation,
    name: key.name,
    hash: key.hash,
    last_four: key.lastFour,
    scopes: [...key.scopes],
    rate_limit: key.rateLimit,
    limit_id: key.limitId,
    allowed_addresses: key.allowedAddresses === null ? null : [...key.allowedAddresses],
    expires_at: key.expiresAt,
    replaces: key.replaces,
  });
  const row = await keysWithLimits(transaction).where({ id: key.id }).first<KeyRow | undefined>();
  if (!row) throw new Error('The key was not stored.');
  return toKey(row);
};

const endKey = async (transaction: Transaction, id: string, expiresAt: Date | null): Promise<boolean> => {
  const ended = expiresAt === null ? { revoked_at: transaction.fn.now() } : { expires_at: expiresAt };
  return (await transaction('keys').where({ id, revoked_at: null }).update(ended)) > 0;
};

/**
 * Keys in PostgreSQL. Each change of a key also writes a row to `key_events`, in the same
 * transaction.
 */
export const createKeysStore = (database: Database): KeysStore => ({
  async findByHash(hash) {
    const row = await keysWithLimits(database).where({ hash }).first<KeyRow | undefined>();
    return row && toKey(row);
  },
  async find(organisation, id) {
    const row = await keysWithLimits(database)
      .where({ id, organisation_id: organisation })
      .first<KeyRow | undefined>();
    return row && toKey(row);
  },
  async findAnywhere(idOrLastFour) {
    const rows = await keysWithLimits(database)
      .where({ id: idOrLastFour })
      .orWhere({ last_four: idOrLastFour })
      .select<KeyRow[]>('*');
    return rows.map(toKey);
  },
  async list({ organisation, limit, before }) {
    const rows = await keysWithLimits(database)
      .where({ organisation_id: organisation })
      .modify((query) => {
        // TypeIDs sort by creation time.
        if (before !== undefined) void query.where('id', '<', before);
      })
      .orderBy('id', 'desc')
      .limit(limit)
      .select<KeyRow[]>('*');
    return rows.map(toKey);
  },
  insert: (key, event, maxKeys) =>
    inTransaction(database, async (transaction) => {
      await lockOrganisation(transaction, key.organisation);
      if ((await countUsable(transaction, key.organisation)) >= maxKeys) return undefined;
      const stored = await insertKey(transaction, key);
      await recordKeyEvent(transaction, stored, event);
      return stored;
    }),
  revoke: (key, event, mustKeepAdmin) =>
    inTransaction(database, async (transaction) => {
      await lockOrganisation(transaction, key.organisation);
      if (mustKeepAdmin && !(await hasOtherAdmin(transaction, key))) return 'last-admin';
      if (!(await endKey(transaction, key.id, null))) return 'already-revoked';
      await recordKeyEvent(transaction, key, event);
      await storeEvents(transaction, [
        {
          id: typeid('evt').toString(),
          organisation: key.organisation,
          type: 'key.revoked',
          occurredAt: new Date(),
          data: { id: key.id, name: key.name, last_four: key.lastFour },
        },
      ]);
      return 'revoked';
    }),
  rotate: (old, expiresAt, replacement, event, maxKeys) =>
    inTransaction(database, async (transaction) => {
      // In the same order as all others: PostgreSQL ends one of two that wait for each other.
      await lockOrganisation(transaction, old.organisation);
      if (await hasReplacement(transaction, old)) return 'replaced';
      if (expiresAt !== null && (await countUsable(transaction, old.organisation)) > maxKeys)
        return 'too-many';
      if (!(await endKey(transaction, old.id, expiresAt))) return 'ended';
      const stored = await insertKey(transaction, replacement);
      const details = { ...event.details, replacement: stored.id };
      await recordKeyEvent(transaction, old, { ...event, details });
      return stored;
    }),
  async touch(uses) {
    if (uses.size === 0) return;
    const entries = [...uses];
    await database.raw(
      `UPDATE keys SET last_used_at = used.at, last_used_address = used.address
       FROM unnest(?::text[], ?::timestamptz[], ?::text[]) AS used(id, at, address)
       WHERE keys.id = used.id AND (last_used_at IS NULL OR last_used_at < used.at)`,
      [entries.map(([id]) => id), entries.map(([, { at }]) => at), entries.map(([, { address }]) => address)],
    );
  },
});
