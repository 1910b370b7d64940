import type { Database, Transaction } from '@platform/database';

import type { Actor, ApiKey, KeyEventAction } from './api-key.ts';

/** An event of a key or a member. */
export interface KeyEvent {
  action: KeyEventAction;
  actor: Actor;
  details?: Readonly<Record<string, unknown>>;
}

/** An entry of the audit log. */
export interface RecordedKeyEvent {
  /** Grows with time. */
  id: string;
  keyId: string;
  action: string;
  /** Id of the key or member that made the change, or `cli`. */
  actor: string;
  address: string | null;
  requestId: string | null;
  details: Readonly<Record<string, unknown>>;
  at: Date;
}

interface KeyEventRow {
  id: string;
  key_id: string;
  action: string;
  actor: string;
  address: string | null;
  request_id: string | null;
  details: Record<string, unknown>;
  created_at: Date;
}

export interface KeyEventsStore {
  /** An organisation's events of these kinds, newest first; only those before `before`, if given. */
  list(
    organisation: string,
    actions: readonly KeyEventAction[],
    limit: number,
    before: string | null,
  ): Promise<RecordedKeyEvent[]>;
}

/** Adds an entry to the audit log, in the transaction of the change that it describes. */
export const recordKeyEvent = async (
  transaction: Transaction,
  key: Pick<ApiKey, 'id' | 'organisation'>,
  { action, actor, details = {} }: KeyEvent,
): Promise<void> => {
  await transaction('key_events').insert({
    key_id: key.id,
    organisation_id: key.organisation,
    action,
    actor: actor.id,
    request_id: actor.requestId ?? null,
    address: actor.address ?? null,
    details: JSON.stringify(details),
  });
};

const toEvent = (row: KeyEventRow): RecordedKeyEvent => ({
  id: row.id,
  keyId: row.key_id,
  action: row.action,
  actor: row.actor,
  address: row.address,
  requestId: row.request_id,
  details: row.details,
  at: row.created_at,
});

/** Reads the audit log of keys. */
export const createKeyEventsStore = (database: Database): KeyEventsStore => ({
  async list(organisation, actions, limit, before) {
    const rows = await database('key_events')
      .where({ organisation_id: organisation })
      .whereIn('action', actions)
      .modify((query) => {
        if (before !== null) void query.where('id', '<', before);
      })
      .orderBy('id', 'desc')
      .limit(limit)
      .select<KeyEventRow[]>('*');
    return rows.map(toEvent);
  },
});

/** An entry of the audit log in responses. */
export const keyEventJson = (event: RecordedKeyEvent): Record<string, unknown> => ({
  id: event.id,
  key_id: event.keyId,
  action: event.action,
  actor: event.actor,
  address: event.address,
  request_id: event.requestId,
  details: event.details,
  created_at: event.at.toISOString(),
});
