import pg from 'pg';
import request from 'supertest';

import { createDictionaryStore } from '../../src/collect/dictionary/dictionary-store.ts';
import { createMaintenanceStore } from '../../src/maintenance/maintenance-store.ts';
import { event, useEvents } from '../events/events-harness.ts';
import { CHROME } from '../harness.ts';
import type { WebsiteJson } from '../harness.ts';
import { layoutOf } from '../layout.ts';
import { maintenanceOn } from './maintenance-on.ts';

const { platform, sendAgain } = useEvents();

const DAY_MS = 86_400_000;

describe('texts that nothing refers to any more', () => {
  const dayBefore = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

  /** The hourly sweep, as it will be in so many days. */
  const sweepIn = async (days: number): Promise<void> => {
    await maintenanceOn(platform().db, () => Date.now() + days * DAY_MS).sweep();
  };
  const send = async (event: object): Promise<void> => {
    const answer = await request(platform().server)
      .post('/api/v1/events')
      .set('Authorization', platform().authorization)
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
    request(platform().server)
      .patch(`/api/v1/websites/${site.id}`)
      .set('Authorization', platform().authorization)
      .send({ retention_months: months })
      .expect(200);
  const texts = async (site: WebsiteJson): Promise<string[]> => {
    const rows = await platform()
      .db.database('dictionary')
      .where({ website_id: site.id })
      .select<{ value: string; title: string | null }[]>('value', 'title');
    return rows.flatMap(({ value, title }) => (title === null ? [value] : [value, title]));
  };

  it('are removed within a week of the data that a website no longer keeps', async () => {
    const site = await platform().createWebsite();
    const other = await platform().createWebsite();
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
    const site = await platform().createWebsite();
    await view(site, '/remembered', 100);
    await view(site, '/looked-up', 100);
    await view(site, '/now', 0.01);
    await keep(site, 2);
    await sweepIn(0);
    // This process remembers the id, another one asks for it.
    await view(site, '/remembered', 0.01);
    const store = createDictionaryStore(platform().db.database, layoutOf(platform().db.database));
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
    const answer = await request(platform().server)
      .post(`/api/v1/stats/${site.id}/query`)
      .set('Authorization', platform().authorization)
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

describe('ids of events', () => {
  const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);

  const removeOld = () => createMaintenanceStore(platform().db.database).removeOldEventIds();

  /** How PostgreSQL would run the deletes that `work` sends. */
  const explainDeletes = async (work: () => Promise<unknown>): Promise<string> => {
    const { database, url } = platform().db;
    const sent: { sql: string; bindings: unknown[] }[] = [];
    const note = (statement: { sql: string; bindings: unknown[] }): void => {
      if (/^\s*DELETE\b/i.test(statement.sql)) sent.push(statement);
    };
    database.on('query', note);
    await work().finally(() => database.off('query', note));
    const client = new pg.Client({ connectionString: url, options: '-c search_path=analytics' });
    await client.connect();
    try {
      const lines: string[] = [];
      for (const { sql, bindings } of sent) {
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, bindings);
        lines.push(...rows.map((row) => row['QUERY PLAN']));
      }
      return lines.join('\n');
    } finally {
      await client.end();
    }
  };

  it('are kept for 30 days', async () => {
    const site = await platform().createWebsite();
    const [first, second] = [event(site, { id: 'first' }), event(site, { id: 'second' })];
    await sendAgain({ events: [first] });
    await platform()
      .db.database('event_ids')
      .where({ website_id: site.id })
      .update({ seen_at: daysAgo(31) });
    await sendAgain({ events: [second] });
    await platform()
      .db.database('event_ids')
      .where({ website_id: site.id })
      .where('seen_at', '>', daysAgo(30))
      .update({ seen_at: daysAgo(29) });

    expect((await sendAgain({ events: [first, second] })).body.data).toMatchObject({ stored: 0 });
    await removeOld();
    expect((await sendAgain({ events: [first, second] })).body.data).toEqual({
      received: 2,
      stored: 1,
      dropped: { duplicate: 1 },
    });
  });

  it('that are to be kept are not read to remove those that are not', async () => {
    const { database } = platform().db;
    await database.raw(
      `INSERT INTO event_ids (seen_at, event_id, website_id)
       SELECT now() - n * interval '2 minutes', gen_random_uuid(), 1000 + n % 40 FROM generate_series(1, 22000) AS n`,
    );
    await database.raw('ANALYZE event_ids');
    const plan = await explainDeletes(removeOld);
    expect(plan).toMatch(/Index Scan (using|on) event_ids_seen_at/);
    expect(plan).not.toContain('Seq Scan');
    const [row] = await database('event_ids').where('website_id', '>=', 1000).count();
    const left = Number(row?.['count']);
    expect(left).toBeGreaterThan(21_000);
    expect(left).toBeLessThan(22_000);
  });
});
