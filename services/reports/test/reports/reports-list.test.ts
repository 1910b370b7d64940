import { createHash, randomUUID } from 'node:crypto';

import type { TestDatabase } from '@platform/testing';

import { openTestDatabase, startService } from '../harness.ts';
import type { TestClient, TestService } from '../harness.ts';

let database: TestDatabase;
let service: TestService;
let api: TestClient;

/** Ids follow the order of this list. Ratings: 0 bad, 1 decent, 2 good. */
const REPORTS: [url: string, rating: number | null, day: number | null][] = [
  ['https://b.example/', 2, 3],
  ['https://a.example/Path', 0, 1],
  ['https://a.example:8443/50%25_off', null, null],
  ['https://c.example/?q=A_B', 1, 2],
  ['https://a.example/z', 1, 2],
  ['https://xn--mnchen-3ya.test/caf%C3%A9', null, null],
  ['https://b.example/50x_off', 0, 5],
];

beforeAll(async () => {
  database = await openTestDatabase();
  service = await startService(database, { worker: false, resultWaitSeconds: 0 });
  api = await service.client('org_a');
  await database.database('reports').insert(
    REPORTS.map(([url, rating, day]) => ({
      organisation: 'org_a',
      url,
      url_hash: createHash('sha256').update(url).digest(),
      host: new URL(url).host,
      hostname: new URL(url).hostname,
      page_key: randomUUID(),
      status: rating === null ? 'pending' : 'generated',
      requested_at: rating === null ? new Date() : null,
      rating,
      score: rating === null ? null : 40 * rating,
      generated_at: day === null ? null : new Date(Date.UTC(2026, 0, day)),
    })),
  );
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const ids = async (query: string): Promise<number[]> => {
  const { status, body } = await api.get(`/reports?${query}`);
  expect(status).toBe(200);
  return body.data.map(({ id }: { id: number }) => id);
};

describe('GET /reports', () => {
  it('lists the newest first, ten to a page', async () => {
    const { body } = await api.get('/reports');
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(body.meta).toEqual({
      current_page: 1,
      from: 1,
      last_page: 1,
      path: '/api/v1/reports',
      per_page: 10,
      to: 7,
      total: 7,
    });
    expect(body.links).toEqual({
      first: '/api/v1/reports?page=1',
      last: '/api/v1/reports?page=1',
      prev: null,
      next: null,
    });
    expect(body.data[0]).not.toHaveProperty('checks');
  });

  it.each([
    ['sort_by=id&sort=asc', [1, 2, 3, 4, 5, 6, 7]],
    ['sort_by=id&sort=desc', [7, 6, 5, 4, 3, 2, 1]],
    ['sort_by=url&sort=asc', [2, 5, 3, 1, 7, 4, 6]],
    ['sort_by=url&sort=desc', [6, 4, 7, 1, 3, 5, 2]],
    ['sort_by=result&sort=asc', [2, 7, 4, 5, 1, 3, 6]],
    ['sort_by=result&sort=desc', [1, 5, 4, 7, 2, 6, 3]],
    ['sort_by=generated_at&sort=asc', [2, 4, 5, 1, 7, 3, 6]],
    ['sort_by=generated_at&sort=desc', [7, 1, 5, 4, 2, 6, 3]],
    ['sort_by=result', [1, 5, 4, 7, 2, 6, 3]],
  ])('sorts by %s, empty values last', async (query, expected) => {
    expect(await ids(query)).toEqual(expected);
  });

  it.each([
    ['search=PATH', [2]],
    ['search=path&search_by=url', [2]],
    ['search=a.example', [5, 3, 2]],
    ['search=%25', [6, 3]],
    ['search=50%25', [3]],
    ['search=0_off', []],
    ['search=x_off', [7]],
    ['search=a_b', [4]],
    ['search=caf%C3%A9', [6]],
    ['search=M%C3%BCnchen', [6]],
    ['search=https%3A%2F%2Fm%C3%BCnchen.test%2Fcaf%C3%A9', [6]],
    ['search=m%C3%BCnchen%20', []],
    ['search=%5C', []],
    ["search='", []],
    ['search=', [7, 6, 5, 4, 3, 2, 1]],
    ['result=good', [1]],
    ['result=decent', [5, 4]],
    ['result=bad', [7, 2]],
    ['project=b.example', [7, 1]],
    ['project=B.example', [7, 1]],
    ['project=a.example', [5, 3, 2]],
    ['project=a.example%3A8443', [3]],
    ['project=https%3A%2F%2Fa.example%3A8443%2Fpath', [3]],
    ['project=https%3A%2F%2FB.example', [7, 1]],
    ['project=b.example%3A443', [7, 1]],
    ['project=https%3A%2F%2Fb.example%3A443%2F', [7, 1]],
    ['project=M%C3%9CNCHEN.test', [6]],
    ['project=m%C3%BCnchen.test%3A8443', []],
    ['project=%C3%BC%20%5B', []],
    ['project=example', []],
    ['project=a.example&result=decent&search=Z', [5]],
  ])('filters by %s', async (query, expected) => {
    expect(await ids(query)).toEqual(expected);
  });

  it('accepts 1e2 for a hundred per page', async () => {
    expect((await api.get('/reports?per_page=1e2')).body.meta.per_page).toBe(100);
  });

  it('shows nothing of other organisations', async () => {
    const other = await service.client('org_b');
    expect((await other.get('/reports')).body.meta.total).toBe(0);
  });

  it('pages through without gaps or repeats, even when every sort key is equal', async () => {
    const many = Array.from({ length: 23 }, () => ({
      organisation: 'org_many',
      url: 'https://same.example/',
      url_hash: Buffer.alloc(32),
      host: 'same.example',
      hostname: 'same.example',
      page_key: randomUUID(),
      status: 'pending',
      requested_at: new Date(),
    }));
    await database.database('reports').insert(many);
    const client = await service.client('org_many');
    const seen: number[] = [];
    for (const page of [1, 2, 3]) {
      const { body } = await client.get(`/reports?sort_by=url&per_page=10&page=${page}`);
      seen.push(...body.data.map(({ id }: { id: number }) => id));
    }
    expect(seen).toHaveLength(23);
    expect(new Set(seen).size).toBe(23);
    expect(seen).toEqual(seen.toSorted((a, b) => b - a));
    const beyond = await client.get('/reports?page=9');
    expect(beyond.status).toBe(200);
    expect(beyond.body).toMatchObject({ data: [], meta: { total: 23, last_page: 3, from: null } });
    for (const size of [10, 25, 50, 100])
      expect((await client.get(`/reports?per_page=${size}`)).body.data).toHaveLength(Math.min(size, 23));
  });
});
