import { startPostgres } from '@platform/testing';
import type { TestPostgres } from '@platform/testing';

import { describeBackup } from './compose/backup.ts';
import { describeCitus } from './compose/citus.ts';
import { describeFiles } from './compose/files.ts';
import { describePassword } from './compose/password.ts';
import { describePlatform } from './compose/platform.ts';
import { hasPsql } from './compose/psql.ts';
import { describeSchema } from './compose/schema.ts';
import { describeSecrets } from './compose/secrets.ts';

let postgres: TestPostgres | undefined;
beforeAll(async () => {
  if (hasPsql) postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

const current = (): TestPostgres => {
  if (!postgres) throw new Error('There is no PostgreSQL without psql.');
  return postgres;
};

describeFiles();
describePlatform();
describeCitus();
describeSchema();
describeSecrets();
describePassword(current);
describeBackup(current);
