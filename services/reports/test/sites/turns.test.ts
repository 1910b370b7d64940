import { eventually } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';

import { createCrawlStore } from '../../src/sites/crawl-store.ts';
import type { SiteClaim } from '../../src/sites/crawled-pages-store.ts';
import { openTestDatabase, startService } from '../harness.ts';
import type { TestService } from '../harness.ts';
import { startSite } from '../loopback-site.ts';
import type { LoopbackSite } from '../loopback-site.ts';

let database: TestDatabase;
let service: TestService;
let site: LoopbackSite;

beforeAll(async () => {
  site = await startSite();
  database = await openTestDatabase();
  service = await startService(database, { worker: false });
});
afterAll(async () => {
  await service.close();
  await database.drop();
  await site.close();
});
beforeEach(() => database.database('sites').delete());

/** Creates lists of one address. @returns their ids */
const createSites = async (organisation: string, count: number): Promise<number[]> => {
  const api = await service.client(organisation);
  const ids: number[] = [];
  for (let n = 0; n < count; n++) {
    const { body } = await api.post('/sites', { urls: `${site.origin}/?${organisation}${n}` });
    ids.push((body.data as { id: number }).id);
  }
  return ids;
};

it('lets organisations take turns, however many sites one has', async () => {
  await createSites('org_a', 4);
  await createSites('org_b', 2);
  await createSites('org_c', 1);
  const store = createCrawlStore(database.database);
  const claims: SiteClaim[] = [];
  const next = async (): Promise<string | undefined> => {
    const claim = await store.claimNext(60);
    if (claim !== undefined) claims.push(claim);
    return claim?.organisation;
  };
  const release = async () => {
    const claim = claims.shift();
    if (claim !== undefined) await store.release(claim);
  };
  expect([await next(), await next()]).toEqual(['org_a', 'org_b']);
  // Two at a time, as a worker has them.
  const turns: (string | undefined)[] = [];
  for (let turn = 0; turn < 6; turn++) {
    await release();
    turns.push(await next());
  }
  expect(turns).toEqual(['org_c', 'org_a', 'org_b', 'org_c', 'org_a', 'org_b']);
  // The slots of those that are done go to whoever has work; none stays free.
  await database.database('sites').whereIn('organisation', ['org_b', 'org_c']).delete();
  expect([await next(), await next(), await next(), await next()]).toEqual([
    'org_a',
    'org_a',
    'org_a',
    undefined,
  ]);
  // As a worker that was killed leaves them.
  await database.database('sites').update({ claimed_until: new Date(0) });
  expect(await next()).toBe('org_a');
});

it('crawls a new organisation’s site before the many that wait already', async () => {
  const many = await createSites('org_a', 8);
  const [one = 0] = await createSites('org_b', 1);
  service.startWorker();
  const startOf = async (organisation: string, id: number): Promise<string> => {
    const { data } = (await (await service.client(organisation)).get(`/sites/${id}`)).body;
    expect(data.status).toBe('completed');
    return data.started_at;
  };
  const [starts, start] = await eventually(
    async () =>
      [await Promise.all(many.map((id) => startOf('org_a', id))), await startOf('org_b', one)] as const,
  );
  expect(starts.filter((other) => other < start).length).toBeLessThanOrEqual(2);
});
