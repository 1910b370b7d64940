import { eventually } from '@platform/testing';
import request from 'supertest';

import { addDays, localDay, startOfDay } from '../../src/calendar/local-day.ts';
import { startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';
import { whenEnded } from '../when-ended.ts';
import { FROM, TO, useGoals } from './goals-harness.ts';

describe('events that take too long to count', () => {
  const { platform, site, send } = useGoals();

  const ended = (table: string, ask: () => Promise<request.Response>) =>
    whenEnded(platform().db.database, table, ask);

  const RANGE = `from=${FROM}&to=${TO}`;

  beforeAll(async () => {
    const steps = [
      { type: 'page', pattern: '*' },
      { type: 'event', pattern: 'signup' },
    ];
    expect((await send('post', '/goals', { name: 'Signed up', ...steps[1] })).status).toBe(201);
    expect((await send('post', '/funnels', { name: 'Buying', steps })).status).toBe(201);
  });

  it.each(['/goals', '/funnels'])('answer %s with 503, and say that they are being counted', async (path) => {
    const { status, headers, body } = await ended('visits', () => send('get', `${path}?${RANGE}`));
    expect({ status, retry: headers['retry-after'], ...body }).toMatchObject({
      status: 503,
      retry: expect.stringMatching(/^\d+$/),
      code: 'service_unavailable',
      message:
        'The answer took too long. The days are still being counted. Try again in a minute, or ask for fewer days.',
    });
    expect((await send('get', `${path}?${RANGE}`)).status).toBe(200);
  });

  it('answer the ways through a page with 503, and say what to do', async () => {
    const { status, body } = await ended('events', () => send('get', `/journeys?page=/&${RANGE}`));
    expect([status, body.message]).toEqual([
      503,
      'The answer took too long. Ask for fewer days, dimensions or conditions.',
    ]);
  });

  it('answer the page with 503 that a person can read', async () => {
    const path = `/s/${site().site_key}?view=goals&${RANGE}`;
    const { status, headers, text } = await ended('visits', () =>
      platform()
        .identity.bearer()
        .then((token) =>
          request(platform().server).get(path).set('Authorization', token).set('Accept', 'text/html'),
        ),
    );
    expect([status, headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
    expect(text).toMatch(/took too long\.[^]*ask for fewer days/i);
  });
});

// Tables of a cluster take no triggers, by which PostgreSQL gives up here.
const onOneServer = process.env['TEST_CITUS_URL'] === undefined ? describe : describe.skip;

onOneServer('a goal that takes too long to count', () => {
  const ZONE = 'Europe/Berlin';
  const DAYS = 6;
  const from = addDays(localDay(ZONE, Date.now()), -12);
  const to = addDays(from, DAYS - 1);
  const noons = Array.from(
    { length: DAYS },
    (_, index) => startOfDay(ZONE, addDays(from, index)) + 43_200_000,
  );

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
    const began = Date.now();
    for (const name of ['heavy', 'light'])
      await send('post', '/goals', { name, type: 'page', pattern: `/${name}` });
    for (let question = 0; question < 3; question += 1) {
      expect(await ask()).toEqual([
        ['heavy', DAYS * 3],
        ['light', DAYS],
      ]);
      // A day that a busy machine could not store is tried again when somebody asks a minute later.
      await eventually(async () => {
        await ask();
        expect(await storedConversions()).toEqual(Array.from({ length: DAYS }, () => 1));
      });
    }
    // Once each minute at most.
    const minutes = Math.floor((Date.now() - began) / 60_000);
    expect(await tries()).toBeGreaterThan(0);
    expect(await tries()).toBeLessThanOrEqual(1 + minutes);
  });
});
