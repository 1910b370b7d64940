import { plainArray } from '@platform/database';
import type pg from 'pg';

import type { Month } from '../../partitions/month.ts';
import type { SettledVisitors } from '../visits/settle.ts';
import type { VisitorKey } from '../visits/late-visitors.ts';
import type { KnownVisitors } from '../visits/assignment-types.ts';
import { loadKnownVisitors } from './load-visitors.ts';
import { loadSettled } from './load-settled.ts';
import type { Run } from './statement.ts';
import { readStorage } from './storage-history.ts';
import { CLAIM, CLAIM_ON_SHARD, eventKey } from './claim-event-ids.ts';
import { WRITER_LOCK, LOCK, TRY_LOCK } from './batch-locks.ts';

/** What a transaction finds out when it takes the locks of its websites. */
export interface Locked {
  /** The websites that this transaction is now the only writer of. */
  readonly websites: ReadonlySet<number>;
  /**
   * Names the history that the database continues: its epoch and its timeline. Another value means
   * another history (a failover, a restore), in which ids may mean something else.
   */
  readonly storage: string;
}

/**
 * The transaction of one batch. The connection is in pipeline mode: calls that don't wait for each
 * other travel together and run in their order.
 */
export interface BatchTransaction {
  /**
   * Makes this transaction the only writer of websites.
   * @param isPatient true to wait for each of them; false to leave out those that another writer has
   */
  lockWebsites(ids: readonly number[], isPatient: boolean): Promise<Locked>;
  /**
   * Claims event ids (32 hexadecimal digits).
   * @returns the keys (`eventKey`) of those that were new
   */
  claimEventIds(ids: readonly { websiteId: number; eventId: string }[]): Promise<ReadonlySet<string>>;
  /** Reads visitors, and their visits that began in these months. */
  load(keys: readonly VisitorKey[], months: readonly Month[]): Promise<KnownVisitors>;
  /**
   * Reads all that visitors did, events too, with the ids they had the days before and after.
   * @param timezones of the websites
   */
  loadSettled(
    keys: readonly VisitorKey[],
    months: readonly Month[],
    timezones: ReadonlyMap<number, string>,
  ): Promise<SettledVisitors>;
}

/** The transaction of a batch on a connection. */
export const createTransaction = (
  client: pg.ClientBase,
  run: Run,
  isDistributed: boolean,
  websites: readonly number[],
): BatchTransaction => ({
  async lockWebsites(ids, isPatient) {
    const [locks, { storage, known }] = await Promise.all([
      client.query<{ id: number; locked: boolean }>({
        name: isPatient ? 'lock_websites' : 'try_lock_websites',
        text: `${isPatient ? LOCK : TRY_LOCK} FROM unnest($2::integer[]) AS s (id)`,
        values: [WRITER_LOCK, plainArray([...ids].sort((a, b) => a - b))],
      }),
      readStorage(client, isDistributed, websites),
    ]);
    return {
      websites: new Set(locks.rows.filter(({ locked }) => locked).map(({ id }) => id)),
      // A website that its node doesn't know was removed, or restored to a time before it was made.
      storage: websites.every((id) => known.has(id)) ? storage : 'unknown',
    };
  },

  async claimEventIds(ids) {
    const { rows } = await run<{ website_id: number; event_id: string }>({
      name: 'claim_event_ids',
      text: CLAIM,
      clusterText: CLAIM_ON_SHARD,
      values: [
        plainArray(ids.map((id) => id.websiteId)),
        plainArray(ids.map((id) => id.eventId)),
        new Date().toISOString(),
      ],
    });
    return new Set(rows.map((row) => eventKey(row.website_id, row.event_id)));
  },

  load: (keys, months) => loadKnownVisitors(run, keys, months),
  loadSettled: (keys, months, timezones) => loadSettled(run, keys, months, timezones),
});
