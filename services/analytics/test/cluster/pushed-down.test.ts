import request from 'supertest';

import { VISIT_DIMENSIONS } from '../../src/dimensions/dimension-names.ts';
import { createStatsStore } from '../../src/stats/stats-store.ts';
import { startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';
import { createQuestions, requestOf } from '../stats/questions.ts';
import { randomTraffic } from '../stats/random-traffic.ts';
import { storeTraffic } from '../stats/store-traffic.ts';
import { explainReads } from './query-plans.ts';
import type { QueryPlan } from './query-plans.ts';

const onCluster = process.env['TEST_CITUS_URL'] === undefined ? describe.skip : describe;

const TRAFFIC = { zone: 'Europe/Berlin', from: '2026-03-20', days: 16, visits: 300, seed: 3 };
const RANGE = 'from=2026-03-21&to=2026-04-02';
const QUESTIONS = 40;

/** Lists statements that run on more than one shard, with their plans, for the test's output. */
const elsewhere = (plans: readonly QueryPlan[]): string[] =>
  plans
    .filter(({ shards, hasSubplans }) => hasSubplans || shards.length !== 1 || shards[0] !== 1)
    .map(({ sql, plan }) => `${sql}\n${plan}`);

onCluster('what is read on a cluster', () => {
  let platform: RunningAnalytics;
  const sites: WebsiteJson[] = [];
  beforeAll(async () => {
    platform = await startAnalytics();
    for (const seed of [1, 2, 3]) {
      const site = await platform.createWebsite({ timezone: TRAFFIC.zone });
      await storeTraffic(platform.db.database, randomTraffic({ ...TRAFFIC, websiteId: site.id, seed }));
      sites.push(site);
    }
  });
  afterAll(() => platform.stop());

  const explain = (work: () => Promise<unknown>) =>
    explainReads({ database: platform.db.database, url: platform.db.url }, work);
  const send = async (method: 'get' | 'post', path: string, body?: object) => {
    const answer = await request(platform.server)
      [method](path)
      .set('Authorization', await platform.identity.bearer())
      .send(body);
    expect([path, answer.status]).toEqual([path, method === 'post' && path.endsWith('s') ? 201 : 200]);
    return answer;
  };

  it('any question about a website goes to its shard', async () => {
    const { question } = createQuestions(7);
    const site = { ...TRAFFIC, websiteId: sites[0]!.id };
    const store = createStatsStore(platform.db.database);
    const plans = await explain(async () => {
      for (let number = 0; number < QUESTIONS; number += 1) {
        const asked = requestOf(site, question(site));
        await store.page(asked, { sort: [], limit: 100, offset: 0 });
        await store.breakdown(asked, VISIT_DIMENSIONS, 10);
      }
    });
    expect(plans.length).toBeGreaterThan(QUESTIONS);
    expect(elsewhere(plans)).toEqual([]);
  });

  it('so does every other page and list about one', async () => {
    const website = `/api/v1/websites/${sites[0]!.id}`;
    const stats = `/api/v1/stats/${sites[0]!.id}`;
    await send('post', `${website}/goals`, { name: 'Blog', type: 'page', pattern: '/blog/*' });
    await send('post', `${website}/goals`, {
      name: 'Read',
      type: 'scroll',
      pattern: '/blog/*',
      threshold: 50,
    });
    const steps = [
      { type: 'page', pattern: '/' },
      { type: 'page', pattern: '/pricing' },
    ];
    await send('post', `${website}/funnels`, { name: 'Way', steps });
    const plans = await explain(async () => {
      for (const name of ['pageviews', 'visitors_hour', 'page', 'browser', 'event', 'landing_page'])
        await send('get', `${stats}?name=${name}&${RANGE}`);
      for (const path of ['/realtime', `/vitals?${RANGE}`, `/events?${RANGE}`])
        await send('get', stats + path);
      for (const path of ['/goals', '/funnels', '/journeys', '/drops'])
        await send('get', `${website}${path}?${RANGE}${path === '/journeys' ? '&page=/' : ''}`);
      await send('get', new URL(String(sites[0]!['stats_url'])).pathname + `?${RANGE}`);
    });
    expect(plans.length).toBeGreaterThan(20);
    expect(elsewhere(plans)).toEqual([]);
  });

  it('sums over websites are added up on the nodes', async () => {
    const plans = await explain(() => send('get', `/api/v1/stats?${RANGE}`));
    const ofMany = plans.filter(({ shards }) => shards.some((count) => count > 1));
    expect(ofMany.length).toBeGreaterThan(0);
    for (const { plan, hasSubplans } of ofMany) {
      expect([plan, hasSubplans]).toEqual([plan, false]);
      // The node's query is grouped already.
      expect(plan).toMatch(/Query: .*GROUP BY/);
    }
  });
});
