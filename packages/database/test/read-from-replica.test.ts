import { eventually, startPostgresPair } from '@platform/testing';
import type { TestPostgresPair } from '@platform/testing';

import { createDatabase, isUnavailable, readFromReplica } from '../src/index.ts';
import type { Database, ReadingDatabase } from '../src/index.ts';
import { createPositionReader, PRIMARY, REPLAYED } from '../src/read-from-replica.ts';

/** Longer than a busy machine needs; the tests don't wait for it. */
const MAX_LAG_SECONDS = 60;
const ACQUIRE_MILLISECONDS = 300;

let pair: TestPostgresPair;
let primary: Database;
let reading: ReadingDatabase;
let changes: boolean[];

beforeAll(async () => {
  pair = await startPostgresPair();
});
afterAll(() => pair.stop());
beforeEach(async () => {
  changes = [];
  const pool = { url: pair.primaryUrl, schema: 'public', poolSize: 1 };
  primary = createDatabase(pool);
  reading = readFromReplica(primary, {
    ...pool,
    replicaUrl: pair.replicaUrl,
    maxLagSeconds: MAX_LAG_SECONDS,
    acquireMilliseconds: ACQUIRE_MILLISECONDS,
    onChange: (isUsed) => changes.push(isUsed),
  });
  await eventually(() => {
    expect(reading.isUsed()).toBe(true);
  });
});
afterEach(async () => {
  await reading.close();
  await primary.destroy();
});

/** Where a read takes place; it keeps its connection until `meanwhile` is done. */
const place = (meanwhile?: () => Promise<void>): Promise<string> =>
  reading.database.transaction(
    async (transaction) => {
      const { rows } = await transaction.raw<{ rows: { place: string }[] }>(
        `SELECT CASE WHEN pg_is_in_recovery() THEN 'replica' ELSE 'primary' END AS place`,
      );
      await meanwhile?.();
      return rows[0]?.place ?? '';
    },
    { readOnly: true },
  );

describe('a database with a replica', () => {
  it('answers a read that finds the pool full as unavailable; the others go on at the replica', async () => {
    // The connection is made first, as that may take a busy machine longer than a read may wait here.
    await eventually(() => place());
    let runs = 0;
    let late: unknown;
    const slow = place(async () => {
      runs += 1;
      late = await place().catch((error: unknown) => error);
    });
    expect(await slow).toBe('replica');
    expect(isUnavailable(late)).toBe(true);
    expect(runs).toBe(1);
    expect(changes).toEqual([true]);
    expect(await place()).toBe('replica');
  });

  it('never finds a replica ahead that follows it, however much is written', async () => {
    const primaryLog = createPositionReader(pair.primaryUrl, 'log', PRIMARY);
    const replicaLog = createPositionReader(pair.replicaUrl, 'log', REPLAYED);
    await primary.raw('CREATE TABLE numbers (number integer)');
    let isWriting = true;
    const write = async (): Promise<void> => {
      while (isWriting) {
        await primary.raw('INSERT INTO numbers SELECT generate_series(1, 1000)');
        // The replica takes the rest of a file as replayed as soon as it sees that it is skipped.
        await primary.raw('SELECT pg_switch_wal()');
      }
    };
    const writing = write();
    try {
      const seen = new Set<bigint>();
      for (let count = 0; count < 200 || seen.size < 5; count += 1) {
        const { position } = await replicaLog.read();
        const { end } = await primaryLog.read();
        expect(position).not.toBeNull();
        expect(end).not.toBeNull();
        expect((end ?? 0n) - (position ?? 0n)).toBeGreaterThanOrEqual(0n);
        seen.add(position ?? 0n);
      }
    } finally {
      isWriting = false;
      await writing;
      await Promise.all([primaryLog.close(), replicaLog.close()]);
    }
  });
});
