import request from 'supertest';

import { createDictionaryStore } from '../../src/collect/dictionary/dictionary-store.ts';
import { CHROME, startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';
import { layoutOf } from '../layout.ts';
import { maintenanceOn } from './maintenance-on.ts';

const DAY_MS = 86_400_000;
const dayBefore = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

describe('texts that nothing refers to any more', () => {
  let platform: RunningAnalytics;
  beforeAll(async () => {
    platform = await startAnalytics();
  });
  afterAll(() => platform.stop());

  /** The hourly sweep, as it will be in so many days. */
  const sweepIn = async (days: number): Promise<void> => {
    await maintenanceOn(platform.db, () => Date.now() + days * DAY_MS).sweep();
  };
  const send = async (event: object): Promise<void> => {
    const answer = await request(platform.server)
      .post('/api/v1/events')
      .set('Authorization', platform.authorization)
      .send({ events: [{ ip: '10.1.1.1', user_agent: CHROME, ...event }] });
    expect(answer.body).toMatchObject({ data: { stored: 1 } });
  };
  const view = (site: WebsiteJson, path: string, daysAgo: number, fields: object = {}) =>
    send({
      site_key: site.site_key,
      url: `https://${site.domain}${path}`,
      time: new Date(Date.now() - daysAgo * DAY_MS).toISOString(),
      ...fields,
    });
  const keep = (site: WebsiteJson, months: number | null) =>
    request(platform.server)
      .patch(`/api/v1/websites/${site.id}`)
      .set('Authorization', platform.authorization)
      .send({ retention_months: months })
      .expect(200);
  const texts = async (site: WebsiteJson): Promise<string[]> => {
    const rows = await platform.db
      .database('dictionary')
      .where({ website_id: site.id })
      .select<{ value: string; title: string | null }[]>('value', 'title');
    return rows.flatMap(({ value, title }) => (title === null ? [value] : [value, title]));
  };

  it('are removed within a week of the data that a website no longer keeps', async () => {
    const site = await platform.createWebsite();
    const other = await platform.createWebsite();
    for (const each of [site, other]) {
      await view(each, '/invoice/4711?utm_campaign=winter', 100, {
        title: 'Invoice of Jane Doe',
        referrer: 'https://jane.example/',
      });
      await view(each, '/pricing', 20, { title: 'Prices' });
      // Its page was never viewed, so no sum counts it.
      await view(each, '/paid/0815', 10, { name: 'purchase' });
    }
    await keep(site, 2);
    await sweepIn(0);
    await sweepIn(2);
    expect(await texts(site)).toEqual(expect.arrayContaining(['Invoice of Jane Doe', 'winter', '/pricing']));
    await sweepIn(3.1);
    const left = await texts(site);
    expect(left).toEqual(expect.arrayContaining(['/pricing', 'Prices', '/paid/0815', 'purchase', 'Chrome']));
    for (const gone of ['/invoice/4711', 'Invoice of Jane Doe', 'winter', 'jane.example'])
      expect(left).not.toContain(gone);
    // The other website keeps what it has, and its list as well.
    expect(await texts(other)).toEqual(expect.arrayContaining(['/invoice/4711', 'winter', 'jane.example']));
  });

  it('stay when somebody comes back to them, wherever their ids are remembered', async () => {
    const site = await platform.createWebsite();
    await view(site, '/remembered', 100);
    await view(site, '/looked-up', 100);
    await view(site, '/now', 0.01);
    await keep(site, 2);
    await sweepIn(0);
    // This process remembers the id, another one asks for it.
    await view(site, '/remembered', 0.01);
    const store = createDictionaryStore(platform.db.database, layoutOf(platform.db.database));
    const asked = { websiteId: site.id, dimension: 'page', value: '/looked-up', title: null } as const;
    const [found] = await store.find([asked]);
    expect(found).toMatchObject({ value: '/looked-up' });
    await sweepIn(4);
    expect(await texts(site)).toEqual(expect.arrayContaining(['/remembered', '/looked-up', '/now']));
    // Nothing came of the question, so it goes three days after the next look.
    await sweepIn(8);
    expect(await texts(site)).not.toContain('/looked-up');
    expect(await store.find([asked])).toEqual([]);
    const [made] = await store.create([asked]);
    expect(made?.id).toBeGreaterThan(found?.id ?? Infinity);
    const answer = await request(platform.server)
      .post(`/api/v1/stats/${site.id}/query`)
      .set('Authorization', platform.authorization)
      .send({
        date_range: { from: dayBefore(2), to: dayBefore(-1) },
        metrics: ['pageviews'],
        dimensions: ['page'],
      });
    const pages = (answer.body.data.rows as { dimensions: { page: string } }[]).map(
      (row) => row.dimensions.page,
    );
    expect(pages.sort()).toEqual(['/now', '/remembered']);
  });
});
