import { silentLogger } from '@platform/runtime';
import { eventually } from '@platform/testing';
import request from 'supertest';

import { createClusterStore, createPlacements } from '../../src/cluster/cluster-store.ts';
import { createAnalyses } from '../../src/create-analyses.ts';
import { createDeletions } from '../../src/deletions/create-deletions.ts';
import { createWebsites } from '../../src/websites/create-websites.ts';
import { CHROME, FIREFOX, startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';

let platform: RunningAnalytics;
let deletions: ReturnType<typeof createDeletions>;
let analyses: ReturnType<typeof createAnalyses>;

beforeAll(async () => {
  platform = await startAnalytics();
  const { database, url: databaseUrl } = platform.db;
  const logger = silentLogger();
  const sites = createWebsites({
    database,
    publicUrl: 'http://localhost:8080',
    trackerPath: '/t.js',
    ownerEmail: undefined,
  });
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

const call = async (method: 'get' | 'post' | 'put', path: string, body?: object) => {
  const pending = request(platform.server)
    [method](`/api/v1${path}`)
    .set('Authorization', await platform.identity.bearer());
  return body ? pending.send(body) : pending;
};

const hit = async (site: WebsiteJson, ip: string, agent: string, screen: string, name = 'pageview') => {
  const answer = await request(platform.server)
    .post('/collect')
    .set('X-Forwarded-For', ip)
    .set('User-Agent', agent)
    .set('Content-Type', 'text/plain')
    .send(
      JSON.stringify({
        k: site.site_key,
        n: name,
        u: `https://${site.domain}/a`,
        p: { w: screen.split('x').map(Number) },
      }),
    );
  expect(answer.status).toBeLessThan(300);
};

interface VisitJson {
  readonly id: string;
  readonly started_at: string;
  readonly pageviews: number;
  readonly dimensions: Readonly<Record<string, string>>;
}

const visitsOf = async (site: WebsiteJson, query = ''): Promise<readonly VisitJson[]> => {
  const { status, body } = await call('get', `/stats/${site.id}/visits${query}`);
  expect(status).toBe(200);
  return body.data as VisitJson[];
};

const dayOf = (visit: VisitJson): string => visit.started_at.slice(0, 10);

const begun = async (): Promise<{ site: WebsiteJson; bot: VisitJson }> => {
  const site = await platform.createWebsite();
  await hit(site, '203.0.113.1', CHROME, '800x600');
  await hit(site, '203.0.113.1', CHROME, '800x600');
  await hit(site, '203.0.113.2', CHROME, '1920x1080');
  await hit(site, '203.0.113.3', FIREFOX, '800x600');
  const visits = await visitsOf(site);
  expect(visits).toHaveLength(3);
  const bot = visits.find(({ pageviews }) => pageviews === 2);
  if (!bot) throw new Error('The visit is not listed.');
  return { site, bot };
};

describe('single visits', () => {
  it('are listed with what is known of them, under filters and by page', async () => {
    const { site, bot } = await begun();
    expect(bot).toEqual({
      id: expect.stringMatching(/^-?\d+$/),
      started_at: expect.any(String),
      seconds: expect.any(Number),
      pageviews: 2,
      events: 0,
      is_bounce: false,
      dimensions: expect.objectContaining({
        browser: 'Chrome',
        screen: '800x600',
        entry_page: '/a',
        channel: 'Direct',
      }),
    });
    const filters = encodeURIComponent(
      JSON.stringify([{ dimension: 'browser', operator: 'is', values: ['Firefox'] }]),
    );
    expect(await visitsOf(site, `?filters=${filters}`)).toHaveLength(1);
    expect(await visitsOf(site, '?page=2')).toEqual([]);
    expect(
      (await call('get', `/stats/${site.id}/visits?from=2000-01-01&to=2000-01-02`)).body.meta.total,
    ).toBe(0);
    expect((await call('get', '/stats/999999/visits')).status).toBe(404);
  });
});

describe('a visit that was a bot’s', () => {
  it('is described before anything changes', async () => {
    const { site, bot } = await begun();
    const { status, body } = await call('post', `/websites/${site.id}/bots/preview`, {
      visit: bot.id,
      from: dayOf(bot),
      traits: ['screen'],
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      visit: { id: bot.id },
      traits: ['screen'],
      rule: 'screen = 800x600',
      visits: 2,
      pageviews: 3,
    });
    const usual = await call('post', `/websites/${site.id}/bots/preview`, {
      visit: bot.id,
      from: dayOf(bot),
    });
    expect(usual.body.data.rule).toContain('browser_version = ');
    expect(usual.body.data.visits).toBe(1);
    expect((await call('get', `/websites/${site.id}`)).body.data.exclude_visitors).toBeNull();
  });

  it('leaves out who fits from then on, and is deleted once it can’t be undone any more', async () => {
    const { site, bot } = await begun();
    const body = { visit: bot.id, from: dayOf(bot), traits: ['browser', 'screen'] };
    const made = await call('post', `/websites/${site.id}/bots`, body);
    expect(made.status).toBe(201);
    const rule = 'browser = Chrome; screen = 800x600';
    expect(made.body.data).toMatchObject({ visit: bot.id, rule, undone_at: null, visit_kept: null });
    expect((await call('get', `/websites/${site.id}`)).body.data.exclude_visitors).toBe(rule);
    await eventually(async () => {
      await hit(site, '203.0.113.1', CHROME, '800x600');
      const { body: drops } = await call('get', `/websites/${site.id}/drops`);
      expect(drops.data.totals.excluded_visitor).toBeGreaterThan(0);
    });
    await hit(site, '203.0.113.9', CHROME, '1280x720');
    expect(await deletions.store.claim()).toBeUndefined();
    expect(await visitsOf(site)).toHaveLength(4);
    await platform.db.database.raw(
      `UPDATE deletions SET claimed_until = now() - interval '1 minute' WHERE id = ?`,
      [made.body.data.deletion],
    );
    deletions.job.start();
    await eventually(async () => {
      expect((await visitsOf(site)).map(({ id }) => id)).not.toContain(bot.id);
    });
    const undone = await call('post', `/websites/${site.id}/bots/${made.body.data.id}/undo`);
    expect(undone.body.data).toMatchObject({ visit_kept: false, undone_by: expect.any(String) });
    expect((await call('get', `/websites/${site.id}`)).body.data.exclude_visitors).toBeNull();
  });

  it('is had back with all it left out, and stays on record', async () => {
    const { site, bot } = await begun();
    await call('put', `/websites/${site.id}`, { exclude_visitors: 'screen = 1x1' });
    const body = { visit: bot.id, from: dayOf(bot), traits: ['screen'] };
    const first = (await call('post', `/websites/${site.id}/bots`, body)).body.data;
    const second = (await call('post', `/websites/${site.id}/bots`, body)).body.data;
    const path = `/websites/${site.id}/bots`;
    const undone = await call('post', `${path}/${first.id}/undo`);
    expect(undone.body.data).toMatchObject({ visit_kept: true });
    // The other one still says so.
    expect((await call('get', `/websites/${site.id}`)).body.data.exclude_visitors).toBe(
      'screen = 1x1\nscreen = 800x600',
    );
    await call('post', `${path}/${second.id}/undo`);
    expect((await call('post', `${path}/${second.id}/undo`)).body.data.visit_kept).toBe(true);
    expect((await call('get', `/websites/${site.id}`)).body.data.exclude_visitors).toBe('screen = 1x1');
    const list = await call('get', path);
    expect(list.body.data.map(({ id }: { id: number }) => id)).toEqual([second.id, first.id]);
    expect((await call('get', `/websites/${site.id}/deletions`)).body.data).toEqual([]);
    expect((await visitsOf(site)).map(({ id }) => id)).toContain(bot.id);
  });

  it('must be one of the website’s, of that day, with a trait that is known', async () => {
    const { site, bot } = await begun();
    const other = await platform.createWebsite();
    const path = `/websites/${site.id}/bots`;
    const at = { visit: bot.id, from: dayOf(bot) };
    expect((await call('post', `/websites/${other.id}/bots`, at)).status).toBe(404);
    expect((await call('post', path, { ...at, from: '2020-01-01' })).status).toBe(404);
    expect((await call('post', path, { ...at, traits: ['city'] })).body.errors).toHaveProperty('traits');
    expect((await call('post', path, { ...at, traits: ['visitor'] })).status).toBe(422);
    expect((await call('post', path, { ...at, visit: 'x' })).status).toBe(422);
    expect((await call('post', `${path}/999999/undo`)).status).toBe(404);
  });
});

describe('exclude_visitors', () => {
  it.each([
    ['browser = Chrome; screen =', true],
    ['BROWSER = Chrome', false],
    ['page = /a', false],
    ['browser', false],
    ['browser =', false],
    ['browser = a; browser = b', false],
  ])('takes “%s”: %s', async (line, isTaken) => {
    const site = await platform.createWebsite();
    const { status } = await call('put', `/websites/${site.id}`, { exclude_visitors: line });
    expect(status).toBe(isTaken ? 200 : 422);
  });

  it('is tried like every other setting', async () => {
    const site = await platform.createWebsite();
    const tried = async (rules: string, screen: string) =>
      (
        await call('post', `/websites/${site.id}/exclusions/test`, {
          url: '/a',
          screen,
          visitor_language: 'DE',
          country: 'sg',
          exclude_visitors: rules,
        })
      ).body.data.reason;
    expect(await tried('screen = 800x600; country = sg; language = de', '800x600')).toBe('excluded_visitor');
    expect(await tried('screen = 800x600; country = sg; language = de', '801x600')).toBeNull();
    expect(await tried('country = SG; screen =', '')).toBe('excluded_visitor');
  });
});
