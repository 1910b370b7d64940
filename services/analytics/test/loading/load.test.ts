import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { childEnvironment, eventually } from '@platform/testing';

import { createPartitionsStore } from '../../src/partitions/partitions-store.ts';
import { CHROME, startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';

let platform: RunningAnalytics;
beforeAll(async () => {
  platform = await startAnalytics();
});
afterAll(() => platform.stop());

const LOAD = fileURLToPath(new URL('../../src/load.ts', import.meta.url));

/** `node src/load.ts` with page views of one visitor, a minute apart. */
const load = (site: WebsiteJson, count: number) => {
  const child = spawn(process.execPath, [LOAD, 'org_test'], {
    env: { ...childEnvironment(), DATABASE_URL: platform.db.url, LOG_LEVEL: 'fatal' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = Array.from({ length: count }, (_, index) =>
    JSON.stringify({
      site_key: site.site_key,
      name: 'pageview',
      url: `https://${site.domain}/`,
      ip: '198.51.100.4',
      user_agent: CHROME,
      time: new Date(Date.UTC(2026, 0, 5, 12, index)).toISOString(),
    }),
  );
  const printed = text(child.stdout);
  child.stdin.end(`${lines.join('\n')}\n`);
  const done = once(child, 'exit').then(async ([code]) => ({ code: code as number, printed: await printed }));
  return { child, done };
};

describe('node src/load.ts', () => {
  it('waits for a database that takes longer than a client would', async () => {
    const site = await platform.createWebsite();
    await createPartitionsStore(platform.db.database).ensure('2026-01');
    const { done } = await platform.db.database.transaction(async (transaction) => {
      await transaction.raw('LOCK TABLE events IN EXCLUSIVE MODE');
      const loading = load(site, 20);
      // Longer than a batch of live hits may take, as somebody waits for the answer to those.
      await eventually(async () => {
        if (loading.child.exitCode !== null) return;
        const { rows } = await platform.db.database.raw<{ rows: unknown[] }>(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
             AND query_start < clock_timestamp() - interval '6 seconds'`,
        );
        expect(rows).toHaveLength(1);
      });
      return loading;
    });
    expect(await done).toEqual({ code: 0, printed: '{"stored":20}\n' });
    const [row] = await platform.db.database('events').where({ website_id: site.id }).count();
    expect(row?.['count']).toBe('20');
  });
});
