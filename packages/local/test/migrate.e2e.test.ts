import { createTestDatabase } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';

import { moduleOf, SERVICE_NAMES } from '../src/services.ts';
import type { ServiceName } from '../src/services.ts';

import { runToEnd } from './run-to-end.ts';
import type { Ended } from './run-to-end.ts';

const migrate = (service: ServiceName, environment: Record<string, string>): Promise<Ended> =>
  runToEnd(moduleOf(service, 'src/migrate.ts'), environment);

describe.each(SERVICE_NAMES)('migrate.ts of %s', (service) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase({ schema: service, migrations: moduleOf(service, 'migrations/') });
  });
  afterAll(() => database.drop());

  it('says that the schema is up to date, at the configured log level', async () => {
    const loud = await migrate(service, { DATABASE_URL: database.url });
    expect(loud).toMatchObject({ code: 0, errors: '' });
    expect(loud.lines).toMatchObject([{ level: 30, name: `${service}-migrate`, migrations: [] }]);
    const quiet = await migrate(service, { DATABASE_URL: database.url, LOG_LEVEL: 'warn' });
    expect(quiet).toEqual({ code: 0, lines: [], errors: '' });
  });

  it('leaves one fatal line and exit code 1 when the schema is from a later version', async () => {
    await database.database('migrations').insert({ name: '9999_of_tomorrow', batch: 9999 });
    const { code, lines, errors } = await migrate(service, { DATABASE_URL: database.url });
    expect({ code, errors }).toEqual({ code: 1, errors: '' });
    expect(lines).toMatchObject([{ level: 60, name: `${service}-migrate` }]);
    expect(JSON.stringify(lines)).toContain('9999_of_tomorrow');
  });

  it('leaves one fatal line that says what to do, and the schema as it is, when it is from before the first release', async () => {
    const before = { name: '20261122_1_first', batch: 1 };
    await database.database('migrations').delete();
    await database.database('migrations').insert(before);
    const { code, lines, errors } = await migrate(service, { DATABASE_URL: database.url });
    expect({ code, errors }).toEqual({ code: 1, errors: '' });
    expect(lines).toMatchObject([{ level: 60, name: `${service}-migrate` }]);
    expect(lines[0]?.['msg']).toContain(
      'Start with an empty database (another DATA_DIR, or another DATABASE_URL)',
    );
    expect(await database.database('migrations').select('name', 'batch')).toEqual([before]);
  });

  it('leaves one fatal line and exit code 1 when no database is configured', async () => {
    const { code, lines, errors } = await migrate(service, { DATABASE_URL: '', LOG_LEVEL: '' });
    expect({ code, errors }).toEqual({ code: 1, errors: '' });
    expect(lines).toMatchObject([{ level: 60, name: `${service}-migrate` }]);
    expect(lines[0]?.['msg']).toContain('DATABASE_URL is required');
  });
});
