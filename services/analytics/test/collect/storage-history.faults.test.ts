import { eventually } from '@platform/testing';

import { startAnalytics } from '../harness.ts';
import type { RunningAnalytics } from '../harness.ts';
import { readRollups, recount } from './recount.ts';

describe('a database that continues a different history', () => {
  let platform: RunningAnalytics;
  beforeAll(async () => {
    platform = await startAnalytics();
  });
  afterAll(() => platform.stop());

  it('gives cached ids no other meaning', async () => {
    const { database } = platform.db;
    const site = await platform.createWebsite();
    const view = (page: string) => platform.beacon({ k: site.site_key, u: `https://${site.domain}${page}` });
    await view('/').expect(204);
    const before = await database('dictionary').where({ website_id: site.id });
    await view('/pricing').expect(204);
    const [pricing] = await database('dictionary').where({ website_id: site.id, value: '/pricing' });

    // Restored to the time before "/pricing", of which another instance then makes "/careers".
    await database('events').where({ website_id: site.id, page_id: pricing.id }).delete();
    for (const table of ['events', 'visits', 'visitors', 'rollup_quarters', 'rollup_pages', 'rollup_values'])
      await database(table).where({ website_id: site.id }).delete();
    await database('dictionary')
      .where({ website_id: site.id })
      .whereNotIn(
        'id',
        before.map(({ id }) => id),
      )
      .delete();
    await database('dictionary').insert({ ...pricing, value: '/careers' });
    await database('storage_epoch').update({ epoch: database.raw('gen_random_uuid()') });

    // The first batch notices, and is refused; nothing was written with an old id.
    expect((await view('/pricing')).status).toBe(503);
    await eventually(async () => {
      if ((await view('/pricing')).status !== 204) throw new Error('not yet');
    });
    const { rows } = await database.raw<{ rows: { value: string }[] }>(
      `SELECT d.value FROM events e JOIN dictionary d ON d.website_id = e.website_id AND d.id = e.page_id
       WHERE e.website_id = ?`,
      [site.id],
    );
    expect(rows).toEqual([{ value: '/pricing' }]);
    expect(await readRollups(database, site.id)).toEqual(await recount(database, site.id, 'UTC'));
  });

  it('keeps events out of the transaction that answers a repeated request', async () => {
    const site = await platform.createWebsite();
    const events = [{ site_key: site.site_key, url: `https://${site.domain}/once`, ip: '10.0.0.1' }];
    const send = () =>
      fetch(`${platform.url}/api/v1/events`, {
        method: 'POST',
        headers: {
          authorization: platform.authorization,
          'content-type': 'application/json',
          'idempotency-key': 'the-same-key-1',
        },
        body: JSON.stringify({ events }),
      });
    const answers = await Promise.all([send(), send()]);
    const again = await send();
    expect(again.status).toBe(200);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(await platform.db.database('events').where({ website_id: site.id })).toHaveLength(1);
    expect(
      await platform.db.database('dictionary').where({ website_id: site.id, value: '/once' }),
    ).toHaveLength(1);
  });
});
