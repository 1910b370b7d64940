import fc from 'fast-check';
import request from 'supertest';

import { localDay } from '../../src/calendar/local-day.ts';
import { endOfLiveSalt, readEnding } from '../../src/collect/visitors/salt-ends-store.ts';
import { createSaltsStore } from '../../src/collect/visitors/salts-store.ts';
import { CHROME, startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';
import { layoutOf } from '../layout.ts';
import { todayOf, zoneAtNoon } from '../noon-zone.ts';

const KATHMANDU = 'Asia/Kathmandu';
/** Clocks that are 25 hours apart. */
const [EARLIEST, LATEST] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const;

let platform: RunningAnalytics;
beforeEach(async () => {
  platform = await startAnalytics();
});
afterEach(() => platform.stop());

const saltsAt = (now: () => number = Date.now) => {
  const { database } = platform.db;
  return createSaltsStore(database, layoutOf(database), now);
};

const destroyAt = (instant: number | string): Promise<void> => saltsAt().destroyOld(new Date(instant));

const days = async (): Promise<string[]> => {
  const { database } = platform.db;
  const rows = await database('salts').orderBy('day').select(database.raw('day::text AS day'));
  return rows.map(({ day }: { day: string }) => day);
};

const insertVisitor = (site: WebsiteJson, day: string, id: number) =>
  platform.db
    .database('visitors')
    .insert({ website_id: site.id, visitor_id: id, continues: 0, day, seen: '{1}' });

/** A row as processes of the version before write it. */
const insertOldSalt = (site: WebsiteJson, day: string, isLive: boolean, usedAt: string) =>
  platform.db.database('salts').insert({
    website_id: site.id,
    day,
    is_live: isLive,
    used_at: usedAt,
    salt: Buffer.alloc(32),
  });

describe('salts', () => {
  it('are destroyed with their visitors half an hour after local midnight, or 24 hours after the last backfill', async () => {
    const site = { ...(await platform.createWebsite({ timezone: KATHMANDU })), timezone: KATHMANDU };
    let clock = Date.parse('2026-05-31T18:20:00Z');
    const salts = saltsAt(() => clock);
    await salts.findOrCreate(site, '2026-01-02', false);
    clock = Date.parse('2026-06-01T18:00:00Z');
    for (const day of ['2026-06-01', '2026-06-02']) {
      const first = await salts.findOrCreate(site, day, true);
      expect(await salts.findOrCreate(site, day, true)).toEqual(first);
      await insertVisitor(site, day, Number(day.slice(-1)));
    }
    await salts.findOrCreate(site, '2026-01-01', false);
    // Once a day is live its salt ends with it, though a backfill may have made it.
    await salts.findOrCreate(site, '2025-01-01', false);
    await salts.findOrCreate(site, '2025-01-01', true);
    await salts.findOrCreate(site, '2025-01-01', false);

    // Kathmandu is 5:45 ahead: 18:15 UTC is its midnight.
    await destroyAt('2026-06-01T18:44:00Z');
    expect(await days()).toEqual(['2026-01-01', '2026-06-01', '2026-06-02']);
    await destroyAt('2026-06-01T18:46:00Z');
    expect(await days()).toEqual(['2026-01-01', '2026-06-02']);
    expect(await platform.db.database('visitors').pluck('visitor_id')).toEqual(['2']);
    await destroyAt('2026-06-02T18:05:00Z');
    expect(await days()).toEqual(['2026-06-02']);

    // A live day that is over gets no other salt; a backfilled one does.
    expect(await salts.findOrCreate(site, '2026-06-01', false)).toBeNull();
    expect(await salts.findOrCreate(site, '2026-01-02', false)).not.toBeNull();
  });

  it('are of no use to anybody between their end and their destruction', async () => {
    const site = { ...(await platform.createWebsite({ timezone: KATHMANDU })), timezone: KATHMANDU };
    let clock = Date.parse('2026-06-01T18:00:00Z');
    const salts = saltsAt(() => clock);
    const salt = await salts.findOrCreate(site, '2026-06-01', true);
    clock = Date.parse('2026-06-01T18:44:59Z');
    expect(await salts.find(site, '2026-06-01')).toEqual(salt);
    expect(await salts.findOrCreate(site, '2026-06-01', false)).toEqual(salt);
    clock = Date.parse('2026-06-01T18:45:00Z');
    expect(await salts.find(site, '2026-06-01')).toBeNull();
    expect(await salts.findOrCreate(site, '2026-06-01', false)).toBeNull();
    expect(await days()).toEqual(['2026-06-01']);
  });

  it('are made anew for a day that was over by the time zone that the website had for a while', async () => {
    const timezone = zoneAtNoon();
    const site = await platform.createWebsite({ timezone });
    const { database } = platform.db;
    const hit = { k: site.site_key, u: `https://${site.domain}/` };
    await platform.beacon(hit);
    const today = todayOf(site);
    await database('websites').where({ id: site.id }).update({ timezone: EARLIEST });
    await destroyAt(endOfLiveSalt(EARLIEST, today));
    expect(await database('ended_days').where({ website_id: site.id })).toHaveLength(1);
    await database('websites').where({ id: site.id }).update({ timezone });
    // It has no salts in memory.
    const other = await platform.startInstance();
    const { status } = await request(other.server).post('/collect').set('User-Agent', CHROME).send(hit);
    expect(status).toBe(204);
    expect(await database('events').where({ website_id: site.id })).toHaveLength(2);
    expect(await database('ended_days').where({ website_id: site.id })).toEqual([]);
  });

  it('are read only once their time is over', async () => {
    const salts = saltsAt(() => Date.parse('2026-06-01T12:00:00Z'));
    const ended = await platform.createWebsite({ timezone: KATHMANDU });
    await salts.findOrCreate({ id: ended.id, timezone: KATHMANDU }, '2026-06-01', true);
    for (let count = 0; count < 20; count += 1)
      await salts.findOrCreate(
        { id: (await platform.createWebsite()).id, timezone: 'UTC' },
        '2026-06-01',
        true,
      );
    const now = new Date('2026-06-01T20:00:00Z');
    const ending = await readEnding(platform.db.database, now);
    expect(ending.map(({ websiteId }) => websiteId)).toEqual([ended.id]);
    await destroyAt(now.getTime());
    expect(await readEnding(platform.db.database, now)).toEqual([]);
    expect(await days()).toHaveLength(20);
  });

  it('that an older version wrote are destroyed on time, too', async () => {
    const site = await platform.createWebsite({ timezone: KATHMANDU });
    await insertOldSalt(site, '2026-01-01', false, '2026-06-01T10:00:00Z');
    await insertOldSalt(site, '2026-06-01', true, '2026-06-01T10:00:00Z');
    await destroyAt('2026-06-01T18:44:00Z');
    expect(await days()).toEqual(['2026-01-01', '2026-06-01']);
    expect(await platform.db.database('salts').whereNull('ends_at')).toEqual([]);
    await destroyAt('2026-06-01T18:45:00Z');
    expect(await days()).toEqual(['2026-01-01']);
    await destroyAt('2026-06-02T10:00:00Z');
    expect(await days()).toEqual([]);
  });

  it('that an older version goes on using outlive the end that was noted', async () => {
    const site = await platform.createWebsite();
    const { database } = platform.db;
    const salts = saltsAt(() => Date.parse('2026-06-01T10:00:00Z'));
    await salts.findOrCreate({ id: site.id, timezone: 'UTC' }, '2026-01-01', false);
    await database('salts').update({ used_at: '2026-06-02T09:00:00Z' });
    await destroyAt('2026-06-02T10:00:00Z');
    expect(await days()).toEqual(['2026-01-01']);
    await destroyAt('2026-06-03T09:00:00Z');
    expect(await days()).toEqual([]);
  });

  it('end by the new clock when a website gets another time zone', async () => {
    const visited = async (timezone: string) => {
      const site = await platform.createWebsite({ timezone });
      const hit = await platform.beacon({ k: site.site_key, u: `https://${site.domain}/` });
      expect(hit.status).toBe(204);
      // Its day as it was stored: midnight may have passed since.
      const [salt] = await platform.db
        .database('salts')
        .where({ website_id: site.id })
        .select<{ day: string }[]>(platform.db.database.raw('day::text AS day'));
      return { site, day: String(salt?.day) };
    };
    const move = (site: WebsiteJson, timezone: string) =>
      request(platform.server)
        .patch(`/api/v1/websites/${site.id}`)
        .set('Authorization', platform.authorization)
        .send({ timezone })
        .expect(200);
    const isThere = async (site: WebsiteJson) =>
      (await platform.db.database('salts').where({ website_id: site.id })).length > 0;

    const [forward, back] = [await visited(LATEST), await visited(EARLIEST)];
    await move(forward.site, EARLIEST);
    await move(back.site, LATEST);
    await destroyAt(endOfLiveSalt(EARLIEST, forward.day) - 1);
    expect(await isThere(forward.site)).toBe(true);
    await destroyAt(endOfLiveSalt(EARLIEST, forward.day));
    expect(await isThere(forward.site)).toBe(false);

    await destroyAt(endOfLiveSalt(LATEST, back.day) - 1);
    expect(await isThere(back.site)).toBe(true);
    await destroyAt(endOfLiveSalt(LATEST, back.day));
    expect(await isThere(back.site)).toBe(false);
  });

  it('are looked at until every process has noticed the time zone, and no longer', async () => {
    const { database } = platform.db;
    const site = await platform.createWebsite();
    await database('websites').where({ id: site.id }).update({ timezone: EARLIEST });
    const now = Date.now();
    await destroyAt(now);
    // A process that still has the zone before.
    const day = localDay('UTC', now);
    await saltsAt(() => now).findOrCreate({ id: site.id, timezone: 'UTC' }, day, true);
    await destroyAt(0);
    const [salt] = await database('salts').select<{ ends_at: Date }[]>('ends_at');
    expect(salt?.ends_at.getTime()).toBe(endOfLiveSalt(EARLIEST, day));
    await database('timezone_changes').update({ changed_at: new Date(now - 3_600_000) });
    await destroyAt(0);
    expect(await database('timezone_changes')).toEqual([]);
  });

  it('end half an hour after the first moment of the next day, by every clock', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const instants = fc.integer({ min: Date.UTC(2015, 0, 1) / 60_000, max: Date.UTC(2035, 0, 1) / 60_000 });
    fc.assert(
      fc.property(zones, instants, (zone, minute) => {
        const day = localDay(zone, minute * 60_000);
        const end = endOfLiveSalt(zone, day);
        expect(localDay(zone, end - 30 * 60_000) > day).toBe(true);
        expect(localDay(zone, end - 30 * 60_000 - 1_000)).toBe(day);
      }),
    );
  });
});
