import { createTestDatabase } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';
import request from 'supertest';

import { localDay } from '../../src/calendar/local-day.ts';
import { createJourneysStore } from '../../src/journeys/journeys-store.ts';
import type { JourneyNode } from '../../src/journeys/journeys-store.ts';
import type { Filter } from '../../src/stats/query/filter.ts';
import { startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';
import { randomTraffic } from '../stats/random-traffic.ts';
import type { RawVisit, Traffic } from '../stats/random-traffic.ts';
import { storeTraffic } from '../stats/store-traffic.ts';

const BRANCHES = 10;

/** The pages of a visit in their order, each run of one page as its first view. */
const stepsOf = ({ events }: RawVisit): { page: string; ts: number }[] => {
  const steps: { page: string; ts: number }[] = [];
  for (const { page, ts } of events.filter(({ kind }) => kind === 0).sort((a, b) => a.ts - b.ts))
    if (steps.at(-1)?.page !== page) steps.push({ page, ts });
  return steps;
};

/** The same tree by plain counting. */
const grow = (ways: readonly (readonly (string | null)[])[], depth = 0): object[] => {
  const byPage = Map.groupBy(ways, (way) => way[depth] ?? null);
  return [...byPage]
    .map(([page, ofPage]) => ({
      page,
      views: ofPage.length,
      next: page === null || depth === 2 ? [] : grow(ofPage, depth + 1),
    }))
    .sort((a, b) => b.views - a.views);
};

const recount = (
  { visits, zone }: Traffic,
  page: string,
  from: string,
  to: string,
  accepts: (visit: RawVisit) => boolean,
) => {
  const before: (string | null)[][] = [];
  const after: (string | null)[][] = [];
  for (const visit of visits.filter(accepts)) {
    const steps = stepsOf(visit);
    for (const [index, step] of steps.entries()) {
      const day = localDay(zone, step.ts);
      if (step.page !== page || day < from || day > to) continue;
      before.push([1, 2, 3].map((back) => steps[index - back]?.page ?? null));
      after.push([1, 2, 3].map((on) => steps[index + on]?.page ?? null));
    }
  }
  return { views: after.length, before: grow(before), after: grow(after) };
};

/** Equals don't have an order of their own, and only so many are shown. */
const sorted = (nodes: readonly object[]): unknown =>
  (nodes as JourneyNode[])
    .map((node) => ({ ...node, next: sorted(node.next) }))
    .sort((a, b) => b.views - a.views || String(a.page).localeCompare(String(b.page)));

const FILTERS: readonly [Filter, (visit: RawVisit) => boolean][] = [
  [{ and: [] }, () => true],
  [
    { dimension: 'country', operator: 'is', values: ['DE', 'US'] },
    ({ values }) => ['DE', 'US'].includes(values['country'] ?? ''),
  ],
  [
    { dimension: 'event', operator: 'is', values: ['signup'] },
    ({ events }) => events.some(({ kind, name }) => kind === 1 && name === 'signup'),
  ],
];

describe('journeys over random traffic', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await createTestDatabase({
      schema: 'analytics',
      migrations: new URL('../../migrations/', import.meta.url),
    });
  });
  afterAll(() => db.drop());

  it.each([
    { websiteId: 1, zone: 'Europe/Berlin', seed: 11 },
    { websiteId: 2, zone: 'America/St_Johns', seed: 12 },
  ])('equal a recount in $zone', async (site) => {
    const traffic = randomTraffic({ ...site, from: '2026-03-20', days: 14, visits: 600 });
    await storeTraffic(db.database, traffic);
    const store = createJourneysStore(db.database);
    for (const page of ['/', '/pricing', '/docs/"quoted", comma', '/nowhere'])
      for (const [from, to] of [
        ['2026-03-20', '2026-04-03'],
        ['2026-03-28', '2026-03-30'],
      ] as const)
        for (const [filter, accepts] of FILTERS) {
          const days = { site: { id: site.websiteId, timezone: site.zone }, range: { from, to }, filter };
          const found = await store.through(days, page);
          const expected = recount(traffic, page, from, to, accepts);
          expect(expected.after.length).toBeLessThanOrEqual(BRANCHES);
          expect({ page, from, views: found.views }).toEqual({ page, from, views: expected.views });
          expect(sorted(found.before)).toEqual(sorted(expected.before));
          expect(sorted(found.after)).toEqual(sorted(expected.after));
        }
    const counts = FILTERS.map(
      ([, accepts]) => recount(traffic, '/', '2026-03-20', '2026-04-03', accepts).views,
    );
    expect(counts[0]).toBeGreaterThan(50);
    expect(counts[1]).toBeGreaterThan(10);
    expect(counts[2]).toBeGreaterThan(10);
  });
});

describe('GET /api/v1/websites/:id/journeys', () => {
  let platform: RunningAnalytics;
  let site: WebsiteJson;
  beforeAll(async () => {
    platform = await startAnalytics();
    site = await platform.createWebsite({ privacy: 0 });
    for (const [address, pages] of [
      ['198.51.100.1', ['/', '/pricing', '/pricing', '/buy']],
      ['198.51.100.2', ['/pricing']],
    ] as const)
      for (const page of pages)
        await platform
          .beacon({ k: site.site_key, u: `https://${site.domain}${page}` }, { 'X-Forwarded-For': address })
          .expect(204);
  });
  afterAll(() => platform.stop());
  const get = async (query: string) =>
    request(platform.server)
      .get(`/api/v1/websites/${site.id}/journeys${query}`)
      .set('Authorization', await platform.identity.bearer());

  it('tells what came before and after a page, where visits began and ended', async () => {
    const { body } = await get('?page=/pricing').then((answer) => {
      expect(answer.status).toBe(200);
      return answer;
    });
    const end = { page: null, views: 1, next: [] };
    expect(body.data.views).toBe(2);
    expect(body.data.before).toEqual(
      expect.arrayContaining([end, { page: '/', views: 1, next: [end] }]) as unknown,
    );
    expect(body.data.after).toEqual(
      expect.arrayContaining([end, { page: '/buy', views: 1, next: [end] }]) as unknown,
    );
  });

  it('refuses a question without a page, and days that are no range', async () => {
    expect((await get('')).body.errors).toHaveProperty('page');
    expect((await get('?page=/&from=2026-03-02&to=2026-03-01')).body.errors).toHaveProperty('to');
  });

  it('is on the statistics page, for the most viewed page by default', async () => {
    const { text } = await request(platform.server).get(`/s/${site.site_key}?view=journeys`).expect(200);
    expect(text).toContain('aria-label="Through the page /pricing"');
    expect(text).toMatch(/href="[^"]*at=%2Fbuy/);
    const nowhere = await request(platform.server).get(`/s/${site.site_key}?view=journeys&at=/x`).expect(200);
    expect(nowhere.text).toMatch(/id="card-journeys"[^]*Nothing in this period\./);
    const front = await request(platform.server).get(`/s/${site.site_key}`).expect(200);
    expect(front.text).toContain('href="?view=journeys"');
  });
});
