import type { Server } from 'node:http';

import request from 'supertest';

import { addDays, localDay } from '../../src/calendar/local-day.ts';
import { recutDays } from '../../src/maintenance/create-maintenance.ts';
import { createRecutStore } from '../../src/maintenance/recut-store.ts';
import { readRollups, recount } from '../collect/recount.ts';
import { freezeAt } from '../freeze-at.ts';
import { CHROME, startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';

const HOUR = 3_600_000;
const EARLIEST = 'Pacific/Kiritimati';
const LATEST = 'Pacific/Pago_Pago';

describe('the sums of a website that gets another time zone', () => {
  let platform: RunningAnalytics;
  beforeAll(async () => {
    platform = await startAnalytics();
  });
  afterAll(() => platform.stop());

  const database = () => platform.db.database;
  const today = localDay('UTC', Date.now());
  const range = { from: addDays(today, -60), to: today };
  /** At this hour the calendars of the earliest and the latest zone are two days apart. */
  const daysAgo = (days: number): number => Date.parse(`${addDays(today, -days)}T10:30:00Z`);

  const send = async (events: readonly object[], server: Server): Promise<void> => {
    const answer = await request(server)
      .post('/api/v1/events')
      .set('Authorization', platform.authorization)
      .send({ events });
    expect(answer.body).toMatchObject({ data: { stored: events.length } });
  };
  /** Three weeks of visitors around the clock, who view pages, send events and come back. */
  const visit = async (
    site: WebsiteJson,
    from: number,
    label: string,
    server = platform.server,
  ): Promise<void> => {
    const events = Array.from({ length: 240 }, (_, n) => ({
      id: `${label} ${n}`,
      site_key: site.site_key,
      name: n % 5 === 4 ? 'Signup' : 'pageview',
      url: `https://${site.domain}/${n % 3}${n % 7 === 0 ? '?utm_campaign=spring' : ''}`,
      time: new Date(from + Math.floor(n / 2) * 4.2 * HOUR + (n % 2) * 60_000).toISOString(),
      ip: `203.0.113.${n % 4}`,
      user_agent: CHROME,
    }));
    await send(events, server);
  };
  const move = (site: WebsiteJson, timezone: string) =>
    request(platform.server)
      .patch(`/api/v1/websites/${site.id}`)
      .set('Authorization', platform.authorization)
      .send({ timezone })
      .expect(200);
  const query = async (site: WebsiteJson, body: object): Promise<readonly object[]> => {
    const answer = await request(platform.server)
      .post(`/api/v1/stats/${site.id}/query`)
      .set('Authorization', platform.authorization)
      .send({ date_range: range, per_page: 1000, ...body });
    return (answer.body as { data: { rows: object[] } }).data.rows;
  };
  /** As if the change had been made a while ago. */
  const age = () =>
    database()('days_to_recut').update({ changed_at: database().raw(`changed_at - interval '11 minutes'`) });
  const recut = (signal?: AbortSignal) => recutDays(createRecutStore(database()), signal);
  const expectRecount = async (site: WebsiteJson, timezone: string): Promise<void> => {
    expect(await readRollups(database(), site.id)).toEqual(await recount(database(), site.id, timezone));
  };
  const noted = () => database()('days_to_recut').pluck('website_id');

  it.each([
    [LATEST, EARLIEST],
    [EARLIEST, LATEST],
    ['UTC', 'Australia/Lord_Howe'],
    ['Europe/Berlin', 'Asia/Kathmandu'],
  ])('are cut by its days: from %s to %s', async (before, after) => {
    const site = await platform.createWebsite({ timezone: before });
    await visit(site, daysAgo(40), 'before');
    await move(site, after);
    // Between what was cut by the old clock, and by a process that knows the new one.
    await visit(site, daysAgo(40) + 7.2 * HOUR, 'after');
    await age();
    await recut();
    await expectRecount(site, after);
    expect(await noted()).toEqual([]);
  });

  it('give the same by day, whatever they are split and filtered by', async () => {
    const site = await platform.createWebsite({ timezone: LATEST });
    await visit(site, daysAgo(40), 'before');
    // Whole months are summed up when somebody looks that far back.
    await query(site, { metrics: ['pageviews'], dimensions: ['page'] });
    await move(site, EARLIEST);
    await age();
    await recut();
    const of = { metrics: ['visits'], dimensions: ['time:day', 'browser'] };
    const isChrome = { dimension: 'browser', operator: 'is', values: ['Chrome'] };
    expect(await query(site, of)).toEqual(await query(site, { ...of, filters: [isChrome] }));
    const views = { metrics: ['pageviews'], dimensions: ['time:day', 'page'] };
    expect(await query(site, views)).toEqual(await query(site, { ...views, filters: [isChrome] }));
  });

  it('are left alone until every process has noticed, and while nothing changed', async () => {
    const site = await platform.createWebsite();
    await visit(site, daysAgo(40), 'before');
    const sums = await readRollups(database(), site.id);
    await move(site, 'UTC');
    expect(await noted()).toEqual([]);
    await move(site, EARLIEST);
    await recut();
    expect([await readRollups(database(), site.id), await noted()]).toEqual([sums, [site.id]]);
    await database()('days_to_recut').delete();
  });

  it('are begun again after an interruption, by one of many processes', async () => {
    const site = await platform.createWebsite();
    await visit(site, daysAgo(40), 'before');
    await move(site, EARLIEST);
    await age();
    const store = createRecutStore(database());
    const stopping = new AbortController();
    const stopped = {
      ...store,
      recut: async (...day: Parameters<typeof store.recut>) => {
        await store.recut(...day);
        stopping.abort();
      },
    };
    await recutDays(stopped, stopping.signal);
    expect(await noted()).toEqual([site.id]);
    await Promise.all(Array.from({ length: 3 }, () => recut()));
    await expectRecount(site, EARLIEST);
    expect(await noted()).toEqual([]);
  });

  it('are cut once more where the time zone changes meanwhile', async () => {
    const site = await platform.createWebsite();
    await visit(site, daysAgo(40), 'before');
    await move(site, EARLIEST);
    await age();
    const store = createRecutStore(database());
    let isMoved = false;
    await recutDays({
      ...store,
      recut: async (...day) => {
        await store.recut(...day);
        if (!isMoved) await move(site, LATEST);
        isMoved = true;
      },
    });
    expect(await noted()).toEqual([site.id]);
    await age();
    await recut();
    await expectRecount(site, LATEST);
  });

  it('are cut where those of another website can’t be', async () => {
    const failing = await platform.createWebsite();
    const site = await platform.createWebsite();
    for (const each of [failing, site]) {
      await visit(each, daysAgo(40), 'before');
      await move(each, EARLIEST);
    }
    await age();
    const store = createRecutStore(database());
    const recutting = recutDays({
      ...store,
      recut: (id, ...rest) =>
        id === failing.id ? Promise.reject(new Error('no node')) : store.recut(id, ...rest),
    });
    await expect(recutting).rejects.toThrow(`days of website ${failing.id} (no node)`);
    await expectRecount(site, EARLIEST);
    expect(await noted()).toEqual([failing.id]);
    await recut();
    await expectRecount(failing, EARLIEST);
  });

  it.each([
    ['of long ago', 40],
    ['of these days', 23],
  ])('stay true while hits %s arrive', async (_of, days) => {
    const site = await platform.createWebsite();
    // Counted from now: the last of these visits was two days ago, at any time of the day. Hits of a
    // day that was live when it began, and is over by the new clock, would be dropped as late.
    const from = Date.now() - days * 24 * HOUR;
    await visit(site, from, 'before');
    await move(site, EARLIEST);
    await age();
    // The other one may not have noticed the change yet, as it would have ten minutes later.
    const { server } = await platform.startInstance();
    await Promise.all([recut(), ...[1, 2, 3].map((n) => visit(site, from, `while ${n}`, server))]);
    await expectRecount(site, EARLIEST);
    expect(await noted()).toEqual([]);
  });

  it('keep no hit waiting while they are counted, not even those of today', async () => {
    const site = await platform.createWebsite({ timezone: LATEST });
    const view = (server: Server) =>
      send([{ site_key: site.site_key, url: `https://${site.domain}/`, ip: '203.0.113.9' }], server);
    await view(platform.server);
    await move(site, EARLIEST);
    await age();
    const { server } = await platform.startInstance();
    const { database: freezing, frozen, thaw } = freezeAt(database(), /recut_rollup_values ON COMMIT/);
    const store = createRecutStore(freezing);
    const cutting = store.recut(site.id, EARLIEST, localDay(EARLIEST, Date.now()));
    await frozen;
    await view(server);
    thaw();
    await cutting;
    await recut();
    await expectRecount(site, EARLIEST);
  });

  it('are forgotten with the website', async () => {
    const site = await platform.createWebsite();
    await move(site, EARLIEST);
    await age();
    await request(platform.server)
      .delete(`/api/v1/websites/${site.id}`)
      .set('Authorization', platform.authorization)
      .expect(200);
    await recut();
    expect(await noted()).toEqual([]);
  });
});
