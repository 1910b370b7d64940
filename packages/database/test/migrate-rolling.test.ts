import { createTestDatabase, eventually } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';

import { createDatabase, migrate } from '../src/index.ts';
import type { Database } from '../src/index.ts';

const old = new URL('./migrations/', import.meta.url);
const indexed = new URL('./indexed/', import.meta.url);

let test: TestDatabase;
let admin: Database;
beforeEach(async () => {
  test = await createTestDatabase({ schema: 'things', migrations: old });
  admin = createDatabase({ url: test.adminUrl, schema: 'things' });
});
afterEach(async () => {
  await admin.destroy();
  await test.drop();
});

const indexes = async (): Promise<unknown> => {
  const { rows } = await admin.raw<{ rows: unknown[] }>(
    `SELECT c.relname AS name, i.indisvalid AS valid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE c.relname LIKE 'things_by_name%'`,
  );
  return rows;
};
const isWaiting = async (what: string): Promise<void> => {
  const { rows } = await admin.raw<{ rows: unknown[] }>(
    'SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = ?',
    [what],
  );
  expect(rows).toHaveLength(1);
};

describe('a migration that builds an index while others use the database', () => {
  it('lets a process of an older version have its turn, which waits in PostgreSQL with a snapshot', async () => {
    // Holds the build up until the older process waits, as a large table does.
    const reader = await admin.transaction();
    await reader.raw('LOCK TABLE things IN ROW EXCLUSIVE MODE');
    const migrated = migrate({ database: test.database, schema: 'things', directory: indexed });
    await eventually(() => isWaiting('virtualxid'));

    const older = createDatabase({ url: test.url, schema: 'things' });
    const hadTurn = older.transaction(async (lock) => {
      await lock.raw('SELECT pg_advisory_xact_lock(?, hashtext(?))', [0x6d696772, 'things']);
      return { migrations: await older('migrations').pluck('name'), indexes: await indexes() };
    });
    await eventually(() => isWaiting('advisory'));
    await reader.commit();

    expect(await hadTurn).toEqual({ migrations: ['0001_things'], indexes: [] });
    await older.destroy();
    expect(await migrated).toEqual(['20261123_things_by_name']);
    expect(await indexes()).toEqual([{ name: 'things_by_name', valid: true }]);
  });

  it('waits for a long transaction of somebody else, and goes on', async () => {
    const reader = await admin.transaction();
    await reader.raw('LOCK TABLE things IN ROW EXCLUSIVE MODE');
    const migrated = migrate({ database: test.database, schema: 'things', directory: indexed });
    await eventually(() => isWaiting('virtualxid'));
    const [before] = await admin('pg_stat_activity').where({ wait_event: 'virtualxid' }).pluck('query_start');
    // The migration looks for rings meanwhile, and must find none.
    const looks = new Set<number>();
    await eventually(async () => {
      const begun = await admin<{ query_start: Date }>('pg_stat_activity')
        .whereLike('query', '%pg_cancel_backend(builder.pid)%')
        .pluck('query_start');
      for (const time of begun) looks.add(time.getTime());
      expect(looks.size).toBeGreaterThan(3);
    });
    const [after] = await admin('pg_stat_activity').where({ wait_event: 'virtualxid' }).pluck('query_start');
    expect(after).toEqual(before);
    await reader.commit();
    expect(await migrated).toEqual(['20261123_things_by_name']);
  });

  it('never waits for its own look at who waits for whom', async () => {
    const reader = await admin.transaction();
    await reader.raw('LOCK TABLE things IN ROW EXCLUSIVE MODE');
    // A look takes as long as this; on a busy machine, some milliseconds are enough.
    const slow = await admin.transaction();
    await slow.raw('LOCK TABLE pg_locks IN ACCESS EXCLUSIVE MODE');
    const migrated = migrate({ database: test.database, schema: 'things', directory: indexed });
    await eventually(() => isWaiting('virtualxid'));
    await eventually(() => isWaiting('relation'));

    await reader.commit();
    await eventually(async () => {
      const { rows } = await admin.raw<{ rows: unknown[] }>(
        `SELECT 1 FROM pg_stat_activity AS builder JOIN pg_stat_activity AS look ON look.wait_event = 'relation'
         WHERE builder.wait_event = 'virtualxid' AND look.pid = ANY (pg_blocking_pids(builder.pid))`,
      );
      expect(rows).toHaveLength(1);
    });
    await slow.commit();
    expect(await migrated).toEqual(['20261123_things_by_name']);
  });

  it('leaves no invalid index behind when it is ended', async () => {
    const reader = await admin.transaction();
    await reader.raw('LOCK TABLE things IN ROW EXCLUSIVE MODE');
    const migrated = migrate({ database: test.database, schema: 'things', directory: indexed });
    const ended = expect(migrated).rejects.toThrow('canceling statement');
    await eventually(() => isWaiting('virtualxid'));
    await admin.raw("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'virtualxid'");
    await reader.commit();
    await ended;
    expect(await indexes()).toEqual([]);
  });
});
