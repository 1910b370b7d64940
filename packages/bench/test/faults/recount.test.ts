import { moduleOf } from '@platform/local';
import { createTestDatabase } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';

import { recountAll } from '../../src/faults/recount.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase({ schema: 'analytics', migrations: moduleOf('analytics', 'migrations/') });
});
afterAll(() => db.drop());

it('names the websites whose statistics differ from their raw rows', async () => {
  const [{ id } = { id: 0 }] = await db
    .database('websites')
    .insert({ organisation: 'org_test', domain: 'a.example', site_key: 'a', timezone: 'UTC' })
    .returning<{ id: number }[]>('id');
  expect(await recountAll(db.url, 0)).toEqual([]);
  const nothing = { visitors: 0, visits: 0, bounces: 0, events: 0, duration_s: 0, engaged_ms: 0, scroll: 0 };
  await db
    .database('rollup_quarters')
    .insert({ ...nothing, website_id: id, bucket: '2026-06-01T10:00:00Z', pageviews: 1 });
  expect(await recountAll(db.url, 0)).toEqual([`website ${id}: quarters differ from the raw rows`]);
});
