import { eventually } from '@platform/testing';

import { useCollect } from './collect-harness.ts';

const { platform, eventsOf } = useCollect();

// On a cluster, websites of other shards are written apart anyway, and a worker's locks aren't seen.
const onOneServer = process.env['TEST_CITUS_URL'] === undefined ? describe : describe.skip;

onOneServer('a batch that waits for somebody else', () => {
  it('holds up its own hits, and none that come after it', async () => {
    const [stuck, other] = [await platform().createWebsite(), await platform().createWebsite()];
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
      const { rows } = await platform().db.database.raw<{ rows: unknown[] }>(
        `SELECT 1 FROM pg_locks WHERE NOT granted`,
      );
      if (rows.length === 0) throw new Error('nothing waits yet');
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
