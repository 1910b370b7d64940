import request from 'supertest';

import { addMonths, monthOf, monthsBefore, startOfMonth } from '../../src/partitions/month.ts';
import { createPartitionsStore } from '../../src/partitions/partitions-store.ts';
import { startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';
import { readRollups, recount } from '../collect/recount.ts';
import { maintenanceOn } from './maintenance-on.ts';

/** The month may end between two lines. */
const PRESENT = monthOf(Date.now());

const monthsAgo = (count: number): number => startOfMonth(addMonths(PRESENT, -count)) + 10 * 86_400_000;

describe('partitions and retention', () => {
  let platform: RunningAnalytics;
  beforeEach(async () => {
    platform = await startAnalytics();
  });
  afterEach(() => platform.stop());

  const months = () => createPartitionsStore(platform.db.database).list();
  const update = (site: WebsiteJson, fields: object) =>
    request(platform.server)
      .patch(`/api/v1/websites/${site.id}`)
      .set('Authorization', platform.authorization)
      .send(fields)
      .expect(200);
  const rows = async (table: string, site: WebsiteJson) =>
    Number((await platform.db.database(table).where({ website_id: site.id }).count())[0]?.['count']);

  it('creates partitions ahead of time, even from many processes at once', async () => {
    const db = platform.db;
    const before = monthOf(Date.now());
    expect(
      (await Promise.all(Array.from({ length: 4 }, () => maintenanceOn(db).sweep()))).includes(true),
    ).toBe(true);
    await Promise.all(Array.from({ length: 5 }, () => createPartitionsStore(db.database).ensure('2031-12')));
    const ahead = (month: string) => [month, addMonths(month, 1), addMonths(month, 2), '2031-12'];
    // Midnight of a month's last day may have been in between.
    expect([
      ahead(before),
      [...new Set([...ahead(before), ...ahead(monthOf(Date.now()))])].sort(),
    ]).toContainEqual(await months());
  });

  it('drops months that no website keeps, and removes what a single website no longer keeps', async () => {
    const short = await platform.createWebsite({ timezone: 'Asia/Kolkata' });
    const long = await platform.createWebsite();
    const times = [14, 8, 5, 2, 0].map((age) => (age === 0 ? Date.now() - 60_000 : monthsAgo(age)));
    for (const site of [short, long]) await platform.backfill(site, times);
    await update(short, { retention_months: 6 });

    // One website keeps everything: nothing is dropped as a whole.
    await maintenanceOn(platform.db).sweep();
    expect([await rows('events', short), await rows('events', long)]).toEqual([3, 5]);
    expect(await months()).toContain(monthOf(monthsAgo(14)));

    await update(long, { retention_months: 12 });
    await maintenanceOn(platform.db).sweep();
    expect([await rows('events', short), await rows('events', long)]).toEqual([3, 4]);
    expect(await months()).not.toContain(monthOf(monthsAgo(14)));
    expect(await months()).toContain(monthOf(monthsAgo(8)));
    for (const [site, zone] of [
      [short, 'Asia/Kolkata'],
      [long, 'UTC'],
    ] as const) {
      const sums = await readRollups(platform.db.database, site.id);
      expect(sums).toEqual(await recount(platform.db.database, site.id, zone));
      expect(sums['quarters']).toHaveLength(site === short ? 3 : 4);
    }

    // A month that was dropped comes back when it is needed, also on an instance that remembers it.
    await update(long, { retention_months: null });
    await platform.backfill(long, [monthsAgo(14)]);
    expect(await rows('events', long)).toBe(5);
  });

  it('keeps the last day of a short month for a month', async () => {
    const site = await platform.createWebsite();
    const year = new Date().getUTCFullYear() - 1;
    const lastOfFebruary = Date.UTC(year, 2, 1) - 3_600_000;
    await platform.backfill(site, [lastOfFebruary]);
    await update(site, { retention_months: 1 });
    await maintenanceOn(platform.db, () => Date.UTC(year, 2, 31, 12)).sweep();
    expect(await rows('events', site)).toBe(1);
  });

  it('does not drop a month while a website keeps its last local day', async () => {
    const site = await platform.createWebsite({ timezone: 'America/New_York' });
    const firstOfMonth = startOfMonth(addMonths(monthOf(Date.now()), -1));
    // Early on the first in UTC it is the last of the month before in New York, and so it is three
    // months ago.
    const now = firstOfMonth + 2 * 3_600_000;
    const kept = startOfMonth(addMonths(monthOf(firstOfMonth), -3)) - 3_600_000;
    await platform.backfill(site, [kept]);
    await update(site, { retention_months: 3 });
    await maintenanceOn(platform.db, () => now).sweep();
    expect(await rows('events', site)).toBe(1);
    expect(await readRollups(platform.db.database, site.id)).toEqual(
      await recount(platform.db.database, site.id, 'America/New_York'),
    );
  });

  it('keeps digest records for 90 days, and unsubscriptions forever', async () => {
    const site = await platform.createWebsite();
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    const delivery = (days: number, status: string) => ({
      website_id: site.id,
      frequency: 'weekly',
      recipient: `${status}@example.org`,
      status,
      first_day: daysAgo(days + 7),
      last_day: daysAgo(days),
      next_attempt_at: daysAgo(days),
    });
    const { database } = platform.db;
    await database('email_deliveries').insert([
      delivery(92, 'sent'),
      delivery(92, 'skipped'),
      delivery(92, 'cancelled'),
      delivery(92, 'failed'),
      delivery(92, 'pending'),
      delivery(88, 'sent'),
    ]);
    const unsubscribe = { website_id: site.id, recipient: 'a@example.org', created_at: daysAgo(900) };
    await database('email_unsubscribes').insert(unsubscribe);
    await maintenanceOn(platform.db).sweep();
    const left = await database('email_deliveries').where({ website_id: site.id }).orderBy('last_day');
    expect(left.map((row) => [row.status, row.recipient])).toEqual([
      ['pending', 'pending@example.org'],
      ['sent', 'sent@example.org'],
    ]);
    expect(await rows('email_unsubscribes', site)).toBe(1);
  });

  it.each(['removeDeleted', 'sweep'] as const)(
    'removes all of a deleted website, and of no other, by %s',
    async (job) => {
      const gone = await platform.createWebsite();
      const kept = await platform.createWebsite();
      for (const site of [gone, kept]) {
        await platform.backfill(site, [monthsAgo(1), Date.now() - 5_000]);
        await platform.beacon({ k: site.site_key, u: `https://${site.domain}/`, i: 'x' });
        await platform.beacon({ k: site.site_key, u: `https://${site.domain}/` }, { 'User-Agent': 'curl/8' });
      }
      await request(platform.server)
        .delete(`/api/v1/websites/${gone.id}`)
        .set('Authorization', platform.authorization)
        .expect(200);
      await maintenanceOn(platform.db)[job]();
      const { rows: tables } = await platform.db.database.raw<{ rows: { name: string }[] }>(
        `SELECT c.relname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
       WHERE a.attname = 'website_id' AND c.relkind IN ('r', 'p') AND NOT c.relispartition
         AND c.relnamespace = current_schema()::regnamespace AND c.relname <> 'website_removals' ORDER BY 1`,
      );
      const own = [
        'dictionary',
        'dictionary_heads',
        'drops',
        'event_ids',
        'events',
        'rollup_pages',
        'rollup_quarters',
      ];
      expect(tables.map(({ name }) => name)).toEqual(
        expect.arrayContaining([...own, 'rollup_values', 'salts', 'visitors', 'visits']),
      );
      for (const { name } of tables) expect([name, await rows(name, gone)]).toEqual([name, 0]);
      for (const name of own) expect(await rows(name, kept)).toBeGreaterThan(0);
    },
  );
});

describe('the moment since when data is kept', () => {
  it.each([
    ['2026-03-31T12:00:00Z', 1, '2026-02-28T12:00:00Z'],
    ['2028-03-30T12:00:00Z', 1, '2028-02-29T12:00:00Z'],
    ['2026-12-31T00:00:00Z', 6, '2026-06-30T00:00:00Z'],
    ['2028-02-29T23:59:59Z', 12, '2027-02-28T23:59:59Z'],
    ['2026-01-31T05:00:00Z', 2, '2025-11-30T05:00:00Z'],
    ['2026-05-15T05:00:00Z', 120, '2016-05-15T05:00:00Z'],
  ])('reaches back from %s by %i months to %s', (now, months, expected) => {
    expect(new Date(monthsBefore(Date.parse(now), months))).toEqual(new Date(expected));
  });
});
