import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { suitesToSkip } from '../src/nightly/suites-to-skip.ts';

const FOLDER = fileURLToPath(new URL('../../../services/analytics/test', import.meta.url));

describe('the suites that the cluster is not asked for', () => {
  let names: readonly string[];
  beforeAll(async () => {
    names = (await suitesToSkip(FOLDER)).map((file) => relative(FOLDER, file));
  });

  it('are those that neither start a database nor import what does', () => {
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

  it('are those that drive a browser, themselves or by their harness', () => {
    expect(names).toEqual(
      expect.arrayContaining(['stats-page/browser.e2e.test.ts', 'tracker/customer-page.e2e.test.ts']),
    );
  });
});
