import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { eventually } from '@platform/testing';
import request from 'supertest';

import { createClusterStore } from '../../src/cluster/cluster-store.ts';
import { CHROME, startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';
import { readRollups, recount } from '../collect/recount.ts';
import { logStatements } from './cluster-log.ts';
import type { ClusterLog } from './cluster-log.ts';

const folder = process.env['TEST_CITUS_FOLDER'];
const script = process.env['TEST_CITUS_SCRIPT'];
const onCluster = process.env['TEST_CITUS_URL'] === undefined ? describe.skip : describe;

const WEBSITES = 6;
/**
 * BEGIN, what is known of the node and of the visitors in three months, six tables that a page view
 * is written to, COMMIT.
 */
const STATEMENTS_OF_A_BATCH = 16;

onCluster('on a cluster', () => {
  let platform: RunningAnalytics;
  let log: ClusterLog;
  const sites: WebsiteJson[] = [];
  const nodes = new Map<number, number>();

  beforeAll(async () => {
    platform = await startAnalytics();
    log = await logStatements(platform.db.adminUrl, folder ?? '');
    for (let number = 0; number < WEBSITES; number += 1) sites.push(await platform.createWebsite());
    const ids = sites.map(({ id }) => id);
    const places = await createClusterStore(platform.db.database).placementsOf(ids);
    for (const [id, { node }] of places) nodes.set(id, node);
    // Partitions, dictionaries and salts are made.
    await Promise.all(sites.map((site) => view(site, '/')));
  });
  afterAll(() => platform.stop());

  const view = (site: WebsiteJson, page: string) =>
    platform.beacon({ k: site.site_key, u: `https://${site.domain}${page}` });

  const viewAll = () =>
    Promise.all(
      sites.flatMap((site) => Array.from({ length: 5 }, () => view(site, '/').then(({ status }) => status))),
    );

  const expectSumsToEqualRows = async (): Promise<void> => {
    for (const { id } of sites)
      expect(await readRollups(platform.db.database, id)).toEqual(
        await recount(platform.db.database, id, 'UTC'),
      );
  };

  it('a batch is one transaction on one node, without a two-phase commit', async () => {
    const sent = await log.during(async () => {
      expect(new Set(await viewAll())).toEqual(new Set([204]));
    });
    const count = (pattern: RegExp) => sent.filter(({ text }) => pattern.test(text)).length;
    expect(count(/PREPARE|COPY|intermediate_result/)).toBe(0);
    const transactions = count(/^BEGIN/);
    expect(transactions).toBeGreaterThan(0);
    expect(count(/^COMMIT/)).toBe(transactions);
    expect(sent.length).toBeLessThanOrEqual(transactions * STATEMENTS_OF_A_BATCH);
    await expectSumsToEqualRows();
  });

  it('nor do new pages, new days and late events commit in two phases', async () => {
    const now = Date.now();
    const sent = await log.during(async () => {
      const views = sites.map((site) => view(site, `/new-${site.id}`));
      for (const { status } of await Promise.all(views)) expect(status).toBe(204);
      const pages = sites.flatMap((site) =>
        // Backwards, so that days are settled again.
        Array.from({ length: 4 }, (_, hours) => ({
          site_key: site.site_key,
          url: `https://${site.domain}/${hours}`,
          ip: '10.1.1.1',
          user_agent: CHROME,
          time: new Date(now - 40 * 3_600_000 - hours * 3_600_000).toISOString(),
          id: `${site.id}${hours}`.padStart(32, '0'),
        })),
      );
      const sendings = [
        { events: pages.slice(0, 12), stored: 12 },
        { events: pages.slice(12), stored: 12 },
        { events: pages, stored: 0 },
      ];
      for (const { events, stored } of sendings) {
        const answer = await request(platform.server)
          .post('/api/v1/events')
          .set('Authorization', await platform.identity.bearer())
          .send({ events });
        expect([answer.status, answer.body.data.stored]).toEqual([200, stored]);
      }
    });
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.filter(({ text }) => /PREPARE|COPY|intermediate_result/.test(text))).toEqual([]);
    await expectSumsToEqualRows();
  });

  it('the statistics of a website are read from its node alone', async () => {
    const [site] = sites;
    const ask = async (path: string) => {
      const answer = await request(platform.server)
        .get(`/api/v1/stats/${site!.id}${path}`)
        .set('Authorization', await platform.identity.bearer());
      expect(answer.status).toBe(200);
    };
    const sent = await log.during(async () => {
      for (const name of ['pageviews', 'visitors_hour', 'page', 'browser', 'referrer'])
        await ask(`?name=${name}`);
    });
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.filter(({ text }) => /intermediate_result/.test(text))).toEqual([]);
    expect(new Set(sent.map(({ port }) => port)).size).toBe(1);
  });

  it('websites of one node go on while another node is down, and nothing is lost', async () => {
    const run = promisify(execFile);
    const stopped = 1;
    const statuses = async () => {
      const answers = await Promise.all(sites.map((site) => view(site, '/fault')));
      return new Map(sites.map(({ id }, index) => [id, answers[index]!.status]));
    };
    expect(new Set(nodes.values()).size).toBe(2);
    await run(script ?? '', ['stop', folder ?? '', 'worker1']);
    try {
      for (const [id, status] of await statuses())
        expect([id, status]).toEqual([id, nodes.get(id) === stopped ? 503 : 204]);
    } finally {
      await run(script ?? '', ['start', folder ?? '', 'worker1']);
    }
    await eventually(async () => {
      expect(new Set((await statuses()).values())).toEqual(new Set([204]));
    });
    await expectSumsToEqualRows();
  });
});
