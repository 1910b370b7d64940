import { createTestDatabase, eventually } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';

import { createDatabase, migrate } from '../src/index.ts';
import type { Database } from '../src/index.ts';

const first = new URL('./migrations/', import.meta.url);
const indexed = new URL('./indexed/', import.meta.url);

let test: TestDatabase;
let admin: Database;
beforeEach(async () => {
  test = await createTestDatabase({ schema: 'things', migrations: first });
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
  it('waits for a long transaction of somebody else, but never for a process that waits for its turn', async () => {
    const reader = await admin.transaction();
    await reader.raw('LOCK TABLE things IN ROW EXCLUSIVE MODE');
    const migrated = migrate({ database: test.database, schema: 'things', directory: indexed });
    await eventually(() => isWaiting('virtualxid'));
    const other = createDatabase({ url: test.url, schema: 'things', applicationName: 'other' });
    const migratedNext = migrate({ database: other, schema: 'things', directory: indexed });
    const questions = new Set<number>();
    await eventually(async () => {
      const asked = await admin('pg_stat_activity')
        .where({ application_name: 'other' })
        .select<{ query_start: Date }[]>('query_start');
      for (const { query_start: time } of asked) questions.add(time.getTime());
      expect(questions.size).toBeGreaterThan(3);
    });
    await reader.commit();
    expect(await migrated).toEqual(['20261123_things_by_name']);
    expect(await migratedNext).toEqual([]);
    expect(await indexes()).toEqual([{ name: 'things_by_name', valid: true }]);
    await other.destroy();
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
