import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';

import { eventually } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';

import { openTestDatabase, startService } from '../harness.ts';
import type { TestService } from '../harness.ts';

const PAGES = 10_050;

let database: TestDatabase;
let service: TestService;

beforeAll(async () => {
  database = await openTestDatabase();
  service = await startService(database, { worker: false });
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

/** @returns the id of a site with much that is wrong */
const createLargeSite = async (): Promise<number> => {
  const api = await service.client('org_a');
  const { id } = (await api.post('/sites', { url: 'http://127.0.0.1/', max_pages: 10_000 })).body.data as {
    id: number;
  };
  // A third of the pages has a meta description, and fails a check instead of warning.
  await database.database.raw(
    `INSERT INTO site_pages (site_id, url, url_hash, is_external, state, http_status, is_indexable, title, findings)
     SELECT :id, 'http://127.0.0.1/' || n, sha256(CAST(CAST(n AS text) AS bytea)), false, 'done', 200, true, '=Twin', jsonb_build_array(
       jsonb_build_object('id', 'title', 'status', CASE WHEN n % 3 = 0 THEN 'fail' ELSE 'warn' END, 'message', 'Shorten it, "please".'),
       jsonb_build_object('id', CASE WHEN n % 3 = 0 THEN 'indexable' ELSE 'meta-description' END, 'status', 'warn', 'message', 'Add one.'))
     FROM generate_series(1, :pages) AS n`,
    { id, pages: PAGES },
  );
  return id;
};

it('streams the problems of a large site, up to ten thousand places of each', async () => {
  const api = await service.client('org_a');
  const id = await createLargeSite();
  const answer = await api.get(`/sites/${id}/export?of=problems`);
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="site-${id}-problems.csv"`,
    // It was on its way before all of it was there.
    'transfer-encoding': 'chunked',
  });
  const [header, ...lines] = answer.text.trimEnd().split('\r\n');
  expect(header).toBe('problem,title,category,importance,url,note');
  const problems = (await api.get(`/sites/${id}/problems?per_page=100`)).body.data as {
    id: string;
    total: number;
    items: { url: string }[];
  }[];
  const expected = problems.map((problem) => [problem.id, Math.min(problem.total, 10_000)]);
  expect(problems.map((problem) => problem.total)).toContain(PAGES);
  const counts = new Map<string, number>();
  for (const line of lines) {
    const name = line.slice(0, line.indexOf(','));
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  expect([...counts]).toEqual(expected);
  // In the same order as the list.
  for (const problem of problems) {
    const places = lines.filter((line) => line.startsWith(`${problem.id},`)).slice(0, 100);
    expect(places.every((line, at) => line.includes(`,${problem.items[at]?.url ?? ''},`))).toBe(true);
  }
  expect(lines.find((line) => line.startsWith('duplicate-titles,'))).toMatch(/,'=Twin$/);
  expect(lines.find((line) => line.startsWith('title,'))).toMatch(/,"Shorten it, ""please""\."$/);
  const stranger = await service.client('org_b');
  expect((await stranger.get(`/sites/${id}/export?of=problems`)).status).toBe(404);
});

it('ends a download whose reader leaves', async () => {
  const id = await createLargeSite();
  const server = createServer(service.app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const open = async (): Promise<number> => {
    const { rows } = await database.database.raw<{ rows: { count: number }[] }>(
      `SELECT CAST(count(*) AS integer) AS count FROM pg_stat_activity
       WHERE query LIKE '%SELECT id, url, note FROM (%' AND query NOT LIKE '%pg_stat_activity%'
         AND state <> 'idle' AND datname = current_database()`,
    );
    return rows[0]?.count ?? 0;
  };
  const authorization = await service.identity.bearer({ organisation: 'org_a', scopes: ['*'] });
  const request = get({
    port,
    host: '127.0.0.1',
    path: `/api/v1/sites/${id}/export?of=problems`,
    headers: { authorization },
  });
  const [response] = await once(request, 'response');
  expect(response.statusCode).toBe(200);
  // It reads nothing, so that the download waits.
  await eventually(async () => {
    expect(await open()).toBe(1);
  });
  request.destroy();
  await eventually(async () => {
    expect(await open()).toBe(0);
  });
  server.close();
});
