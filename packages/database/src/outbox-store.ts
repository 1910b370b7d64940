import type { Database } from './create-database.ts';

/** Something that happened to a record of an organisation, for its webhooks. */
export interface OutboxEvent {
  readonly id: string;
  readonly organisation: string;
  /** Such as `export.completed`. */
  readonly type: string;
  readonly occurred_at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * The events of a service that the gateway hasn't taken yet. A service writes them to the table
 * `outbox` in the transaction of what they tell.
 */
export interface OutboxStore {
  /** The oldest events. */
  read(limit: number): Promise<OutboxEvent[]>;
  /** Removes events that the gateway has stored. */
  remove(ids: readonly string[]): Promise<void>;
}

interface OutboxRow extends Omit<OutboxEvent, 'occurred_at'> {
  occurred_at: Date;
}

/**
 * The table of the store, for the first migration of a service. Never change it: databases that
 * have the table don't notice. What it lacks is added by a migration of each service.
 */
export const OUTBOX_TABLE = `
  CREATE TABLE outbox (
    -- The order in which the gateway takes the events.
    position     bigserial PRIMARY KEY,
    -- Stays the same when an event is delivered again, so that receivers can tell.
    id           text NOT NULL CONSTRAINT outbox_id_unique UNIQUE,
    organisation text NOT NULL,
    type         text NOT NULL,
    data         jsonb NOT NULL,
    occurred_at  timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
  );
`;

/** An id for an event, in SQL: `evt_` and 32 hexadecimal digits. */
export const OUTBOX_ID = `'evt_' || replace(gen_random_uuid()::text, '-', '')`;

export const createOutboxStore = (database: Database): OutboxStore => ({
  async read(limit) {
    const rows = await database('outbox')
      .orderBy('position')
      .limit(limit)
      .select<OutboxRow[]>('id', 'organisation', 'type', 'occurred_at', 'data');
    return rows.map((row) => ({ ...row, occurred_at: row.occurred_at.toISOString() }));
  },
  async remove(ids) {
    await database('outbox')
      .whereIn('id', [...ids])
      .delete();
  },
});
