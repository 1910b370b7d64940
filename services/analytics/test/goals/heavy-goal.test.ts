import { eventually } from '@platform/testing';
import request from 'supertest';

import { addDays } from '../../src/calendar/local-day.ts';
import { localDay, startOfDay } from '../../src/calendar/zone-day.ts';
import { startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';

const ZONE = 'Europe/Berlin';
const DAYS = 6;
const from = addDays(localDay(ZONE, Date.now()), -12);
const to = addDays(from, DAYS - 1);
const noons = Array.from({ length: DAYS }, (_, index) => startOfDay(ZONE, addDays(from, index)) + 43_200_000);

let platform: RunningAnalytics;
let site: WebsiteJson;
const send = async (method: 'get' | 'post', path: string, body?: object) =>
  request(platform.server)
    [method](`/api/v1/websites/${site.id}${path}`)
    .set('Authorization', await platform.identity.bearer())
    .send(body);
const ask = async () => {
  const { body } = await send('get', `/goals?from=${from}&to=${to}`);
  const goals = body.data as { name: string; conversions: number }[];
  return goals.map(({ name, conversions }) => [name, conversions]);
};
const storedConversions = (): Promise<number[]> =>
  platform.db
    .database('goal_days')
    .where({ website_id: site.id })
    .whereBetween('day', [from, to])
    .pluck('conversions');
const tries = async (): Promise<number> => {
  const { rows } = await platform.db.database.raw<{ rows: { tries: string | null }[] }>(
    "SELECT pg_sequence_last_value('heavy_tries') AS tries",
  );
  return Number(rows[0]?.tries ?? 0);
};

// Tables of a cluster take no triggers, by which PostgreSQL gives up here.
const onOneServer = process.env['TEST_CITUS_URL'] === undefined ? describe : describe.skip;

onOneServer('a goal that takes too long to count', () => {
  beforeAll(async () => {
    platform = await startAnalytics();
    site = await platform.createWebsite({ timezone: ZONE });
    const thrice = noons.flatMap((noon) => [noon, noon + 1000, noon + 2000]);
    await platform.backfill(site, thrice, '/heavy');
    await platform.backfill(site, noons, '/light');
    // PostgreSQL ends what counts the heavy goal, as it does after 20 seconds. A sequence goes on
    // where transactions are rolled back.
    await platform.db.database.raw(`
    CREATE SEQUENCE heavy_tries;
    CREATE FUNCTION end_heavy() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM nextval('heavy_tries');
      RAISE query_canceled;
    END $$;
    CREATE TRIGGER end_heavy BEFORE INSERT ON goal_days
      FOR EACH ROW WHEN (NEW.conversions = 3) EXECUTE FUNCTION end_heavy()`);
  });
  afterAll(() => platform.stop());

  it('leaves the days of the other goals to be stored, and is not tried all the time', async () => {
    for (const name of ['heavy', 'light'])
      await send('post', '/goals', { name, type: 'page', pattern: `/${name}` });
    for (let question = 0; question < 3; question += 1) {
      expect(await ask()).toEqual([
        ['heavy', DAYS * 3],
        ['light', DAYS],
      ]);
      await eventually(async () => {
        expect(await storedConversions()).toEqual(Array.from({ length: DAYS }, () => 1));
      });
    }
    // Once each minute at most; a slow machine may take some.
    expect(await tries()).toBeGreaterThan(0);
    expect(await tries()).toBeLessThan(DAYS);
  });
});
