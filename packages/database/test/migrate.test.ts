import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { SetupError } from '@platform/runtime';
import { createTestDatabase } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';

import { createDatabase, migrate } from '../src/index.ts';
import type { Database } from '../src/index.ts';

const first = new URL('./migrations/', import.meta.url);
const indexed = new URL('./indexed/', import.meta.url);

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase({ schema: 'things', migrations: first });
});
afterEach(() => test.drop());

const recorded = (): Promise<unknown> => test.database('migrations').orderBy('id').pluck('name');
const record = (name: string): Promise<unknown> =>
  test.database('migrations').insert({ name, batch: 2, migration_time: new Date() });
const run = (database: Database = test.database, directory = indexed): Promise<string[]> =>
  migrate({ database, schema: 'things', directory });

describe('migrating a database of another version', () => {
  it('refuses one from before the first release, says what to do, and changes nothing', async () => {
    await test.database('migrations').delete();
    // Names of theirs may sort before and after the schema's own.
    for (const name of ['20261121_1_things', '20261130_more_things']) await record(name);
    await expect(run()).rejects.toThrow(
      new SetupError(
        "The schema things comes from a version before the first release, whose data can't be taken over. Start with an " +
          'empty database (another DATA_DIR, or another DATABASE_URL), or go back to that version.',
      ),
    );
    expect(await recorded()).toEqual(['20261121_1_things', '20261130_more_things']);
    expect(await test.database.raw("SELECT to_regclass('things_by_name') AS name")).toMatchObject({
      rows: [{ name: null }],
    });
  });

  it('refuses one that a newer version has migrated', async () => {
    await record('20990101_future');
    await expect(run()).rejects.toThrow(
      "The schema things was migrated by a newer version: it has 20990101_future, which this version doesn't know.",
    );
    expect(await recorded()).toEqual(['20261122_things', '20990101_future']);
  });
});

describe('the migrations of a folder', () => {
  it('may have their parts in folders, and are named by their day', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
    const directory = pathToFileURL(`${folder}/`);
    try {
      await mkdir(join(folder, '20261124_places'));
      await writeFile(join(folder, '20261124_places/up.ts'), `export const NAME = 'places';`);
      await writeFile(join(folder, '20261122_things.ts'), 'export const up = () => Promise.resolve();');
      await writeFile(
        join(folder, '20261124_places.ts'),
        `import { NAME } from './20261124_places/up.ts';
         export const up = (knex) => knex.schema.createTable(NAME, (table) => { table.increments('id'); });`,
      );
      expect(await run(test.database, directory)).toEqual(['20261124_places']);
      expect(await test.database('places')).toEqual([]);
      await writeFile(join(folder, '7_wrong.ts'), 'export const up = () => Promise.resolve();');
      await expect(run(test.database, directory)).rejects.toThrow(
        'The migration 7_wrong must be named like 20261126_websites, by its day and what it adds.',
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('migrating a fresh database', () => {
  it('creates the schema where the role may', async () => {
    await test.database.raw('DROP SCHEMA things CASCADE');
    const [one, other] = await Promise.all([run(), run()]);
    expect([...one, ...other]).toEqual(['20261122_things', '20261123_things_by_name']);
    expect(await test.database('things')).toEqual([]);
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
    const names = await Promise.all([1, 2, 3].map(() => run()));
    expect(names.flat()).toEqual(['20261123_things_by_name']);
    const { rows } = await test.database.raw<{ rows: unknown[] }>(
      `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'things_by_name'::regclass`,
    );
    expect(rows).toEqual([{ valid: true }]);
  });

  it('runs again after a process was killed in it', async () => {
    // Left by a killed process: knex notes that it runs before it does.
    await test.database('migrations_lock').update({ is_locked: 1 });
    expect(await run()).toEqual(['20261123_things_by_name']);
  });
});
