import { eventually } from '@platform/testing';
import pg from 'pg';

import { createClusterStore } from '../../src/cluster/cluster-store.ts';
import type { WebsiteJson } from '../harness.ts';
import { useCollect } from './collect-harness.ts';

const { platform, eventsOf } = useCollect();

const TABLES = ['visits', 'visitors', 'events', 'dictionary', 'websites'];

const isOnCluster = process.env['TEST_CITUS_URL'] !== undefined;

/** Two websites that are written together: on a cluster, those of one shard. */
const twoTogether = async (): Promise<readonly [WebsiteJson, WebsiteJson]> => {
  const first = await platform().createWebsite();
  const cluster = createClusterStore(platform().db.database);
  for (;;) {
    const second = await platform().createWebsite();
    if (!isOnCluster) return [first, second];
    const places = await cluster.placementsOf([first.id, second.id]);
    if (places.get(first.id)?.group === places.get(second.id)?.group) return [first, second];
  }
};

/** Locks that somebody waits for; on a cluster, on any node. */
const waitingLocks = async (): Promise<readonly object[]> => {
  const view = isOnCluster ? 'citus_locks' : 'pg_locks';
  const client = new pg.Client({ connectionString: platform().db.adminUrl });
  await client.connect();
  const { rows } = await client.query<object>(`SELECT 1 FROM ${view} WHERE NOT granted`);
  await client.end();
  return rows;
};

describe('a batch that waits for somebody else', () => {
  it('holds up its own hits, and none that come after it', async () => {
    const [stuck, other] = await twoTogether();
    const view = (site: typeof stuck, path: string) =>
      platform().beacon({ k: site.site_key, u: `https://${site.domain}${path}` });
    for (const site of [stuck, other]) await view(site, '/');

    // As an instance does that stopped while it gave a new page its number.
    const holder = await platform().db.database.transaction();
    await holder('dictionary_heads').where({ website_id: stuck.id }).forUpdate();
    let isAnswered = false;
    const waiting = view(stuck, '/new').then(({ status }) => {
      isAnswered = true;
      return status;
    });
    await eventually(async () => {
      expect(await waitingLocks()).not.toEqual([]);
    });

    const statuses: number[] = [];
    const sent: Promise<void>[] = [];
    await eventually(() => {
      sent.push(
        view(other, '/').then(({ status }) => {
          statuses.push(status);
        }),
      );
      if (statuses.length === 0) throw new Error('nothing is answered yet');
      return Promise.resolve();
    });
    expect(isAnswered).toBe(false);
    await holder.rollback();
    expect(await waiting).toBe(204);
    await Promise.all(sent);
    expect(new Set(statuses)).toEqual(new Set([204]));
    expect((await eventsOf(stuck)).map(({ page }) => page)).toEqual(['/', '/new']);
    expect(await eventsOf(other)).toHaveLength(1 + sent.length);
  });
});

it('goes on storing events while a migration adds columns to its tables', async () => {
  const site = await platform().createWebsite();
  const send = async (path: string): Promise<number> => {
    const answer = await platform().beacon({ k: site.site_key, u: `https://${site.domain}${path}` });
    return answer.status;
  };
  // Statements are prepared by now, on the schema as it was.
  expect([await send('/'), await send('/a')]).toEqual([204, 204]);
  for (const table of TABLES)
    await platform().db.database.raw('ALTER TABLE ?? ADD COLUMN of_the_next_version integer', [table]);
  expect([await send('/b'), await send('/c')]).toEqual([204, 204]);
  expect((await eventsOf(site)).map(({ page }) => page)).toEqual(['/', '/a', '/b', '/c']);
});
