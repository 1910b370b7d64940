import { SetupError } from '@platform/runtime';
import { createTestDatabase } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';

import { createDatabase, migrate } from '../src/index.ts';
import type { Database } from '../src/index.ts';

const old = new URL('./migrations/', import.meta.url);
const squashed = new URL('./squashed/', import.meta.url);
const indexed = new URL('./indexed/', import.meta.url);

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase({ schema: 'things', migrations: old });
});
afterEach(() => test.drop());

const recorded = (): Promise<unknown> => test.database('migrations').orderBy('id').pluck('name');
const run = (database: Database = test.database, directory = squashed): Promise<string[]> =>
  migrate({ database, schema: 'things', directory });

describe('migrating a database from before a squash', () => {
  it('adopts it when all replaced migrations ran, and runs only the new ones', async () => {
    await test.database.raw('ALTER TABLE things ADD COLUMN color text');
    await test.database('migrations').insert({ name: '0002_colors', batch: 1, migration_time: new Date() });
    await test.database('things').insert({ name: 'kept' });
    expect(await run()).toEqual(['20261122_2_places']);
    expect(await recorded()).toEqual(['20261122_1_things', '20261122_2_places']);
    expect(await test.database('things').pluck('name')).toEqual(['kept']);
    expect(await run()).toEqual([]);
  });

  it('refuses it with one sentence when only some of them ran, and changes nothing', async () => {
    await expect(run()).rejects.toThrow(
      new SetupError(
        'The schema things is half migrated: 20261122_1_things replaces 0001_things, 0002_colors, of which ' +
          '0002_colors never ran here. Start the last version that has these migrations once, then this one.',
      ),
    );
    expect(await recorded()).toEqual(['0001_things']);
  });

  it('refuses one that a newer version has migrated', async () => {
    await test
      .database('migrations')
      .insert({ name: '20990101_future', batch: 2, migration_time: new Date() });
    await expect(run(test.database, old)).rejects.toThrow(
      "The schema things was migrated by a newer version: it has 20990101_future, which this version doesn't know.",
    );
  });
});

describe('migrating a fresh database', () => {
  it('creates the schema where the role may', async () => {
    await test.database.raw('DROP SCHEMA things CASCADE');
    const [first, second] = await Promise.all([run(), run()]);
    expect([...first, ...second]).toEqual(['20261122_1_things', '20261122_2_places']);
    expect(await test.database('places')).toEqual([]);
  });

  it('says what to do where it may not', async () => {
    await test.database.raw('DROP SCHEMA things CASCADE');
    const admin = createDatabase({ url: test.adminUrl, schema: 'public' });
    await admin.raw('REVOKE CREATE ON DATABASE ?? FROM things', [new URL(test.url).pathname.slice(1)]);
    await admin.destroy();
    await expect(run()).rejects.toThrow(
      /^The role things may not create the schema things in the database \w+\. Create it as the database's owner: CREATE SCHEMA "things" AUTHORIZATION "things"$/,
    );
  });
});

describe('a migration that builds an index without locking its table', () => {
  it('runs once while other processes wait for their turn', async () => {
    const names = await Promise.all([1, 2, 3].map(() => run(test.database, indexed)));
    expect(names.flat()).toEqual(['20261123_things_by_name']);
    const { rows } = await test.database.raw<{ rows: unknown[] }>(
      `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'things_by_name'::regclass`,
    );
    expect(rows).toEqual([{ valid: true }]);
  });

  it('runs again after a process was killed in it', async () => {
    // What such a process leaves: knex notes that it runs before it does.
    await test.database('migrations_lock').update({ is_locked: 1 });
    expect(await run(test.database, indexed)).toEqual(['20261123_things_by_name']);
  });
});
