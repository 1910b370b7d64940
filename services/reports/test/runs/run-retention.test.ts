import { eventually } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';
import request from 'supertest';

import { createRunsStore } from '../../src/runs/runs-store.ts';
import { openTestDatabase, PUBLIC_URL, startService } from '../harness.ts';
import type { TestClient, TestService } from '../harness.ts';
import { startSite } from '../loopback-site.ts';
import type { LoopbackSite } from '../loopback-site.ts';

const DAY = 86_400_000;

let database: TestDatabase;
let service: TestService;
let site: LoopbackSite;
let api: TestClient;

beforeAll(async () => {
  site = await startSite();
  database = await openTestDatabase();
  service = await startService(database);
  api = await service.client('org_a');
});
afterAll(async () => {
  await service.close();
  await database.drop();
  await site.close();
});

/** A report with a result of today and copies of its run as old as these days. */
const reportWithHistory = async (ages: readonly number[]): Promise<{ id: number; path: string }> => {
  const { id, report_url } = (await api.post('/reports', { url: `${site.origin}/` })).body.data;
  const path = report_url.replace(PUBLIC_URL, '') as string;
  const runs = () => database.database('report_runs').where({ report_id: id });
  const run = await eventually(async () => {
    const found = await runs().first();
    expect(found?.status).toBe('generated');
    return found;
  });
  await runs().delete();
  for (const [index, age] of ages.entries()) {
    const { id: _, ...copy } = run;
    await database.database('report_runs').insert({
      ...copy,
      score: 40 + index,
      audit: JSON.stringify(run.audit),
      facts: JSON.stringify(run.facts),
      finished_at: new Date(Date.now() - age * DAY),
    });
  }
  return { id, path };
};
const scoresOf = async (id: number) =>
  (await api.get(`/reports/${id}/runs?per_page=100`)).body.data.map(({ score }: { score: number }) => score);

it('removes old runs, but never the last two results of a report', async () => {
  const mixed = await reportWithHistory([400, 300, 200, 10, 1]);
  const stale = await reportWithHistory([900, 800, 700]);
  const store = createRunsStore(database.database);
  expect(await store.removeOlder(100, 2)).toBe(2);
  expect(await store.removeOlder(100, 1000)).toBe(2);
  expect(await scoresOf(mixed.id)).toEqual([44, 43]);
  expect(await scoresOf(stale.id)).toEqual([42, 41]);
  expect(await store.removeOlder(100, 1000)).toBe(0);
});

it('draws the scores over time on the report page', async () => {
  const { path } = await reportWithHistory([30, 20, 1]);
  const { text } = await request(service.app).get(path).expect(200);
  expect(text).toContain('The score over time');
  expect(text).toMatch(/aria-label="Scores of 3 results: 40 on [^"]+, 42 on [^"]+"/);
  expect(text.match(/<circle cx="[\d.]+" cy="[\d.]+" r="3"/g)).toHaveLength(3);
  const single = await reportWithHistory([1]);
  const { text: alone } = await request(service.app).get(single.path).expect(200);
  expect(alone).not.toContain('The score over time');
});
