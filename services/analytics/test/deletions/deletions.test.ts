import { silentLogger } from '@platform/runtime';
import { eventually } from '@platform/testing';
import request from 'supertest';

import { createClusterStore, createPlacements } from '../../src/cluster/cluster-store.ts';
import { createAnalyses } from '../../src/create-analyses.ts';
import { createDeletions } from '../../src/deletions/create-deletions.ts';
import { createWebsites } from '../../src/websites/create-websites.ts';
import { readRollups, recount } from '../collect/recount.ts';
import { CHROME, FIREFOX, startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';
import { seededRandom } from '../stats/random-traffic.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;

let platform: RunningAnalytics;
let deletions: ReturnType<typeof createDeletions>;
let analyses: ReturnType<typeof createAnalyses>;

beforeAll(async () => {
  platform = await startAnalytics();
  const { database, url: databaseUrl } = platform.db;
  const sites = createWebsites({
    database,
    publicUrl: 'http://localhost:8080',
    trackerPath: '/t.js',
    ownerEmail: undefined,
  });
  const logger = silentLogger();
  analyses = createAnalyses({ database, databaseUrl, websites: sites.websites, logger });
  deletions = createDeletions({
    database,
    databaseUrl,
    placements: createPlacements({ store: createClusterStore(database) }),
    questions: analyses.stats.questions,
    stats: analyses.stats.store,
    timezoneOf: sites.timezoneOf,
    logger,
  });
});
afterAll(async () => {
  await deletions.job.stop();
  await deletions.close();
  await analyses.stop();
  await platform.stop();
});

const call = async (method: 'get' | 'post', path: string, body?: object) => {
  const pending = request(platform.server)
    [method](`/api/v1${path}`)
    .set('Authorization', await platform.identity.bearer());
  return body ? pending.send(body) : pending;
};

interface Sent {
  readonly time: number;
  readonly ip: string;
  readonly page: string;
  readonly name: string | undefined;
  readonly referrer: string;
  readonly agent: string;
}

/** Hits of a few people over a few days, many of them near midnight. */
const randomHits = (seed: number, start: number, count: number): Sent[] => {
  const random = seededRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  return Array.from({ length: count }, () => {
    const person = Math.floor(random() * 5);
    const near = random() < 0.5 ? DAY - 40 * MINUTE + random() * 80 * MINUTE : random() * DAY;
    return {
      time: Math.floor(start + Math.floor(random() * 3) * DAY + near),
      ip: `10.0.0.${person}`,
      page: pick(['/', '/a', '/b', '/spam', '/spam/2']),
      name: random() < 0.3 ? pick(['Signup', 'Junk']) : undefined,
      // Of one person, so that it doesn't matter which hit begins a visit.
      referrer: person % 2 === 0 ? 'https://spam.example/' : '',
      agent: person === 3 ? FIREFOX : CHROME,
    };
  }).sort((a, b) => a.time - b.time);
};

const AT_ONCE = 10;

const send = async (site: WebsiteJson, hits: readonly Sent[]): Promise<void> => {
  const events = hits.map((hit) => ({
    site_key: site.site_key,
    url: `https://${site.domain}${hit.page}`,
    ...(hit.name !== undefined && { name: hit.name }),
    ...(hit.referrer !== '' && { referrer: hit.referrer }),
    ip: hit.ip,
    user_agent: hit.agent,
    time: new Date(hit.time).toISOString(),
  }));
  // In the order of time: what comes late may not part visits that it would have kept apart.
  for (let from = 0; from < events.length; from += AT_ONCE) {
    const some = events.slice(from, from + AT_ONCE);
    const answer = await call('post', '/events', { events: some });
    expect(answer.body).toMatchObject({ data: { stored: some.length } });
  }
};

const run = async (site: WebsiteJson, body: object) => {
  const made = await call('post', `/websites/${site.id}/deletions`, body);
  expect([made.status, made.body.errors]).toEqual([201, undefined]);
  deletions.job.start();
  return eventually(async () => {
    const { data } = (await call('get', `/websites/${site.id}/deletions/${made.body.data.id}`)).body;
    expect(data.status).toBe('completed');
    return data as Record<string, unknown>;
  });
};

const METRICS = ['visitors', 'visits', 'pageviews', 'events', 'bounce_rate', 'visit_duration'];

/** Answers of the platform about a website, in the words of its owner. */
const answersOf = async (site: WebsiteJson, range: object) => {
  const asked = [
    { metrics: METRICS, dimensions: [] },
    { metrics: METRICS, dimensions: ['time:day'] },
    { metrics: ['visitors', 'pageviews'], dimensions: ['page'] },
    { metrics: ['visitors', 'events'], dimensions: ['event'] },
    ...['referrer', 'browser', 'entry_page', 'exit_page', 'channel'].map((name) => ({
      metrics: ['visitors', 'visits'],
      dimensions: [name],
    })),
    {
      metrics: ['visitors', 'visits'],
      dimensions: [],
      filters: [{ dimension: 'page', operator: 'is', values: ['/a'] }],
    },
  ];
  const answers: unknown[] = [];
  for (const body of asked) {
    const answer = await call('post', `/stats/${site.id}/query`, { date_range: range, ...body });
    expect([body, answer.status, answer.body.errors]).toEqual([body, 200, undefined]);
    // Equal numbers come in the order in which their values came.
    answers.push(answer.body.data.rows.map((row: object) => JSON.stringify(row)).sort());
  }
  const goals = await call('get', `/websites/${site.id}/goals?from=${(range as { from: string }).from}`);
  answers.push(
    goals.body.data.map((goal: Record<string, unknown>) => [
      goal['name'],
      goal['conversions'],
      goal['converters'],
    ]),
  );
  return answers;
};

const expectRecounted = async ({ id }: WebsiteJson, zone: string): Promise<void> => {
  expect(await readRollups(platform.db.database, id)).toEqual(await recount(platform.db.database, id, zone));
};

const ZONES = ['UTC', 'Asia/Kathmandu', 'America/St_Johns'];

describe('POST /websites/{id}/deletions', () => {
  const kinds: readonly (readonly [string, object, (hit: Sent) => boolean])[] = [
    [
      'a page',
      { filters: [{ dimension: 'page', operator: 'matches', values: ['/spam*'] }] },
      ({ page }) => page.startsWith('/spam'),
    ],
    [
      'an event',
      { filters: [{ dimension: 'event', operator: 'is', values: ['Junk'] }] },
      ({ name }) => name === 'Junk',
    ],
    [
      'a source',
      { filters: [{ dimension: 'referrer', operator: 'is', values: ['spam.example'] }] },
      ({ referrer }) => referrer !== '',
    ],
    [
      'a browser',
      { filters: [{ dimension: 'browser', operator: 'is', values: ['Firefox'] }] },
      ({ agent }) => agent === FIREFOX,
    ],
  ];

  it.each(
    kinds.flatMap((kind, index) =>
      [0, 1].map((next) => [...kind, ZONES[(index + next) % ZONES.length]!, index] as const),
    ),
  )('of %s leaves every statistic as if it had never come (%#)', async (_, body, isGone, zone, index) => {
    // Long settled, so that sums of days and months have been made of it, and within one month.
    const now = new Date();
    const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 10);
    const hits = randomHits(index * 10 + ZONES.indexOf(zone), start, 90);
    const site = await platform.createWebsite({ timezone: zone });
    const twin = await platform.createWebsite({ timezone: zone });
    for (const { id } of [site, twin])
      for (const [name, type, pattern] of [
        ['A', 'page', '/a'],
        ['Signed up', 'event', 'Signup'],
      ])
        await call('post', `/websites/${id}/goals`, { name, type, pattern });
    await send(site, hits);
    await send(
      twin,
      hits.filter((hit) => !isGone(hit)),
    );
    const range = {
      from: new Date(start - DAY).toISOString().slice(0, 10),
      to: new Date(start + 5 * DAY).toISOString().slice(0, 10),
    };
    // Asked first, so that what is derived from these days is there.
    await answersOf(site, range);
    const gone = hits.filter(isGone);
    const preview = (await call('post', `/websites/${site.id}/deletions/preview`, body)).body.data;
    expect(preview).toMatchObject({
      pageviews: gone.filter(({ name }) => name === undefined).length,
      events: gone.filter(({ name }) => name !== undefined).length,
    });
    const done = await run(site, body);
    expect(done).toMatchObject({ pageviews: preview.pageviews, events: preview.events, error: null });
    await expectRecounted(site, zone);
    expect(await answersOf(site, range)).toEqual(await answersOf(twin, range));
  });

  it('of days cuts visits that go on across midnight, and leaves the days around right', async () => {
    const zone = 'Europe/Berlin';
    const start = Date.UTC(2026, 0, 12);
    const site = await platform.createWebsite({ timezone: zone });
    await send(site, randomHits(99, start, 200));
    const before = await recount(platform.db.database, site.id, zone);
    await run(site, { from: '2026-01-13', to: '2026-01-13' });
    await expectRecounted(site, zone);
    const after = await recount(platform.db.database, site.id, zone);
    const pages = (day: string, of: typeof before) =>
      of['pages']?.filter((row) => row.includes(`day=${day}`)).map((row) => /pageviews=\d+/.exec(row)?.[0]);
    expect(pages('2026-01-13', after)).toEqual([]);
    expect(pages('2026-01-12', after)).toEqual(pages('2026-01-12', before));
    expect(pages('2026-01-14', after)?.sort()).toEqual(pages('2026-01-14', before)?.sort());
  });

  it('of what came today makes visitors new again', async () => {
    const site = await platform.createWebsite();
    const view = (page: string) => platform.beacon({ k: site.site_key, u: `https://${site.domain}${page}` });
    await view('/spam');
    await run(site, { filters: [{ dimension: 'page', operator: 'is', values: ['/spam'] }] });
    await view('/real');
    await view('/real/2');
    await expectRecounted(site, 'UTC');
    const { data } = (
      await call('post', `/stats/${site.id}/query`, { metrics: ['visitors', 'visits', 'pageviews'] })
    ).body;
    expect(data.rows[0].metrics).toEqual({ visitors: 1, visits: 1, pageviews: 2 });
  });

  it('of one visit, such as a bot’s, leaves every sum right and the others as they are', async () => {
    const site = await platform.createWebsite({ timezone: 'UTC' });
    const day = new Date(Date.now() - 3 * DAY).toISOString().slice(0, 10);
    const noon = Date.parse(`${day}T12:00:00Z`);
    await platform.backfill(site, [noon, noon + MINUTE, noon + 2 * 60 * MINUTE, noon + DAY]);
    const raw = await request(platform.server)
      .get(`/api/v1/stats/${site.id}/events?from=${day}&to=${day}`)
      .set('Authorization', await platform.identity.bearer())
      .buffer(true)
      .parse((answer, done) => {
        let text = '';
        answer.on('data', (piece: Buffer) => (text += piece.toString()));
        answer.on('end', () => {
          done(null, text);
        });
      });
    const [first] = String(raw.body).trim().split('\n');
    const { visit_id: visit } = JSON.parse(first ?? '{}') as { visit_id: string };
    const preview = await call('post', `/websites/${site.id}/deletions/preview`, { from: day, visit });
    expect(preview.body.data).toMatchObject({ to: day, whole_visits: true, pageviews: 2, visits: 1 });
    const done = await run(site, { from: day, visit });
    expect(done).toMatchObject({
      pageviews: 2,
      visits: 1,
      filters: [{ dimension: 'visit', operator: 'is', values: [visit] }],
    });
    await expectRecounted(site, 'UTC');
    const left = await call('post', `/stats/${site.id}/query`, { metrics: ['visits', 'pageviews'] });
    expect(left.body.data.rows[0].metrics).toEqual({ visits: 2, pageviews: 2 });
    // It is gone, and another try finds nothing.
    expect(await run(site, { from: day, visit })).toMatchObject({ pageviews: 0, visits: 0 });
  });

  it.each([
    [{ visit: '1' }, 'from'],
    [{ from: '2026-11-20', visit: 'x' }, 'visit'],
    [{ from: '2026-11-20', visit: '9999999999999999999' }, 'visit'],
    [{ everything: true, visit: '1' }, 'everything'],
  ])('refuses %j by its field', async (body, field) => {
    const site = await platform.createWebsite();
    const answer = await call('post', `/websites/${site.id}/deletions`, body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  });

  it('of everything resets the website, and is on record with who asked for it', async () => {
    const site = await platform.createWebsite();
    await send(site, randomHits(5, Date.UTC(2026, 2, 3), 50));
    const preview = (await call('post', `/websites/${site.id}/deletions/preview`, { everything: true })).body
      .data;
    expect(preview).toMatchObject({ from: null, whole_visits: true });
    const done = await run(site, { everything: true });
    expect(done).toMatchObject({ everything: true, pageviews: preview.pageviews, visits: preview.visits });
    expect(await recount(platform.db.database, site.id, 'UTC')).toEqual({
      pages: [],
      quarters: [],
      values: [],
    });
    await expectRecounted(site, 'UTC');
    const list = (await call('get', `/websites/${site.id}/deletions`)).body.data;
    expect(list).toEqual([done]);
    expect(list[0].key_id).not.toBe('');
    const shown = await call('get', `/websites/${site.id}`);
    expect(shown.status).toBe(200);
  });

  it.each([
    [{}, 'everything'],
    [{ everything: true, from: '2026-01-01' }, 'everything'],
    [{ from: '2026-02-02', to: '2026-02-01' }, 'to'],
    [{ from: 'yesterday' }, 'from'],
    [{ filters: [{ dimension: 'goal', operator: 'is', values: ['none'] }] }, 'filters'],
  ])('refuses %j by the name of the field', async (body, field) => {
    const site = await platform.createWebsite();
    const answer = await call('post', `/websites/${site.id}/deletions`, body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
  });

  it('knows no website of another organisation', async () => {
    const site = await platform.createWebsite();
    const other = await platform.identity.bearer({ organisation: 'org_other' });
    const answer = await request(platform.server)
      .post(`/api/v1/websites/${site.id}/deletions`)
      .set('Authorization', other)
      .send({ everything: true });
    expect(answer.status).toBe(404);
  });
});
