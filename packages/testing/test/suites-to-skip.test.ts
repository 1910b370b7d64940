import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { suitesWithoutDatabase } from '../src/citus-run/suites-without-database.ts';

const FOLDER = fileURLToPath(new URL('../../../services/analytics/test', import.meta.url));

describe('the suites that the cluster is not asked for', () => {
  it('are those that neither start a database nor import what does', async () => {
    const names = (await suitesWithoutDatabase(FOLDER)).map((file) => relative(FOLDER, file));
    expect(names).toEqual(expect.arrayContaining(['calendar/calendar.test.ts', 'collect/identity.test.ts']));
    for (const name of [
      // Itself, by its harness, and by the harness of its harness.
      'collect/lost-connection.test.ts',
      'maintenance/maintenance.test.ts',
      'stats/stats-api.test.ts',
      'cluster/one-shard.test.ts',
    ])
      expect(names).not.toContain(name);
  });
});
