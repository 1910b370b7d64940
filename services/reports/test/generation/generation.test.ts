import type { IncomingMessage, ServerResponse } from 'node:http';

import { eventually } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';

import { openTestDatabase, startService } from '../harness.ts';
import type { TestClient, TestService } from '../harness.ts';
import { PAGE, startSite } from '../loopback-site.ts';
import type { LoopbackSite } from '../loopback-site.ts';

let database: TestDatabase;
let service: TestService;
let api: TestClient;
let site: LoopbackSite;
/** What the site answers at a path, besides its usual pages. */
const answers: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {};

beforeAll(async () => {
  database = await openTestDatabase();
  service = await startService(database);
  api = await service.client('org_a');
  site = await startSite((request, response) => {
    answers[(request.url ?? '').split('?')[0] ?? '']?.(request, response);
  });
});
afterAll(async () => {
  await service.close();
  await site.close();
  await database.drop();
});
beforeEach(async () => {
  for (const path of Object.keys(answers)) answers[path] = () => undefined;
  site.paths.length = 0;
  await database.database('reports').delete();
});

const html = (response: ServerResponse, status = 200, body = PAGE) =>
  response.writeHead(status, { 'content-type': 'text/html' }).end(body);
/** As if a minute had passed since the result. */
const letTimePass = () =>
  database.database.raw(`UPDATE reports SET generated_at = generated_at - interval '61 seconds'`);

describe('a new report', () => {
  it('includes its result when the page is quick', async () => {
    const { status, body, headers } = await api.post('/reports', { url: `${site.origin}/` });
    expect(status).toBe(201);
    expect(headers).not.toHaveProperty('retry-after');
    expect(body.data).toMatchObject({
      status: 'generated',
      error: null,
      result: 'decent',
      incomplete: false,
    });
    expect(body.data.score).toBeGreaterThan(0);
    expect(body.data.generated_at >= body.data.created_at).toBe(true);
    expect(body.data.categories.map(({ id }: { id: string }) => id)).toEqual([
      'seo',
      'performance',
      'security',
      'content',
    ]);
    expect(body.data.checks.length).toBeGreaterThan(15);
    expect((await api.get(`/reports/${body.data.id}`)).body.data).toEqual(body.data);
    const [listed] = (await api.get('/reports')).body.data;
    expect(listed).toMatchObject({ id: body.data.id, result: 'decent', score: body.data.score });
    expect(listed).not.toHaveProperty('checks');
  });

  it('requests what it needs from the site, and identifies itself', async () => {
    await api.post('/reports', { url: `${site.origin}/` });
    expect(site.paths).toEqual(
      expect.arrayContaining([
        '/',
        '/robots.txt',
        '/map.xml',
        '/icon.png',
        '/style.css',
        '/app.js',
        '/photo.jpg',
        '/.well-known/security.txt',
        expect.stringMatching(/does-not-exist$/),
      ]),
    );
    expect(site.paths.filter((path) => path === '/')).toHaveLength(3);
    const agents = new Set(
      site.requests.slice(-site.paths.length).map(({ headers }) => headers['user-agent']),
    );
    expect([...agents]).toEqual(['PlatformReports/1.0 (+https://reports.example/r/checks)']);
    expect(site.requests.some(({ headers }) => 'cookie' in headers || 'authorization' in headers)).toBe(
      false,
    );
  });

  it('does not wait when the client prefers not to', async () => {
    answers['/'] = (_request, response) => {
      response.setHeader('x-later', '1');
      setTimeout(() => html(response), 300);
    };
    const { status, body, headers } = await api.post(
      '/reports',
      { url: `${site.origin}/` },
      { prefer: 'respond-async' },
    );
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ status: 'pending', result: null, generated_at: null });
    expect(headers['preference-applied']).toBe('respond-async');
    expect(headers['retry-after']).toBe('2');
    await eventually(async () => {
      expect((await api.get(`/reports/${body.data.id}`)).body.data.status).toBe('generated');
    });
  });

  const SITE_ANSWERS: [code: string, path: string, answer: (response: ServerResponse) => void][] = [
    ['http_error', '/404', (response) => html(response, 404)],
    ['http_error', '/500', (response) => html(response, 500)],
    ['http_error', '/401', (response) => html(response, 401)],
    ['http_error', '/304', (response) => response.writeHead(304).end()],
    [
      'not_html',
      '/json',
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    ],
    [
      'not_html',
      '/picture',
      (response) => response.writeHead(200, { 'content-type': 'image/png' }).end('<html>'),
    ],
    ['not_html', '/untyped', (response) => response.writeHead(200).end('just text')],
    ['not_html', '/empty', (response) => response.writeHead(204).end()],
    ['too_large', '/large', (response) => html(response, 200, 'x'.repeat(5 * 1024 * 1024 + 1))],
    ['redirect_loop', '/loop', (response) => response.writeHead(302, { location: '/loop' }).end()],
    ['blocked', '/inside', (response) => response.writeHead(302, { location: 'http://127.0.0.2/' }).end()],
    ['blocked', '/file', (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end()],
    [
      'invalid_response',
      '/gzip',
      (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip'),
    ],
    ['connect', '/hangup', (response) => response.destroy()],
  ];
  it.each(SITE_ANSWERS)('fails with %s for %s', async (code, path, answer) => {
    answers[path] = (_request, response) => {
      answer(response);
    };
    const { status, body } = await api.post('/reports', { url: `${site.origin}${path}` });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      status: 'failed',
      error: code,
      result: null,
      score: null,
      generated_at: null,
      checks: [],
    });
  });

  it('fails with connect where nothing listens, and with tls where TLS is not spoken', async () => {
    const { port } = new URL(site.origin);
    const tls = await api.post('/reports', { url: `https://127.0.0.1:${port}/` });
    expect(tls.body.data).toMatchObject({ status: 'failed', error: 'tls' });
    const closed = await startSite();
    await closed.close();
    expect((await api.post('/reports', { url: closed.origin })).body.data).toMatchObject({
      error: 'connect',
    });
  });

  it('treats a page without a content type as HTML when it looks like HTML', async () => {
    answers['/sniffed'] = (_request, response) => response.writeHead(200).end(PAGE);
    expect((await api.post('/reports', { url: `${site.origin}/sniffed` })).body.data.status).toBe(
      'generated',
    );
  });

  it('follows redirects and says where they ended', async () => {
    answers['/old'] = (_request, response) => response.writeHead(301, { location: '/' }).end();
    const { body } = await api.post('/reports', { url: `${site.origin}/old` });
    expect(body.data).toMatchObject({ status: 'generated', url: `${site.origin}/old` });
    const run = await api.get(`/reports/${body.data.id}/runs/${body.data.run_id}`);
    expect(run.body.data.final_url).toBe(`${site.origin}/`);
  });

  it('stores what PostgreSQL would refuse in a page: NUL and lone surrogates', async () => {
    const strange = PAGE.replace('<title>', '<title>\u0000 &#xD800; \uFFFF ').replace('alt="A loop"', '');
    answers['/strange'] = (_request, response) => html(response, 200, strange);
    expect((await api.post('/reports', { url: `${site.origin}/strange` })).body.data.status).toBe(
      'generated',
    );
  });

  it('shares one run among 200 equal requests, and never runs a URL twice at the same time', async () => {
    let now = 0;
    let most = 0;
    answers['/busy'] = (_request, response) => {
      now += 1;
      most = Math.max(most, now);
      response.setHeader('x-later', '1');
      setTimeout(() => {
        now -= 1;
        html(response);
      }, 50);
    };
    const sent = await Promise.all(
      Array.from({ length: 200 }, () => api.post('/reports', { url: `${site.origin}/busy` })),
    );
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]));
    await eventually(async () => {
      const rows = await database.database('reports').where({ status: 'pending' });
      expect(rows).toHaveLength(0);
    });
    expect(most).toBe(1);
    expect(site.paths.filter((path) => path === '/robots.txt').length).toBeLessThan(20);
    expect(await database.database('report_runs')).toHaveLength(200);
    expect(await database.database('url_claims')).toHaveLength(0);
  });
});

describe('results=1', () => {
  it('keeps a good result for 60 seconds, says when the next is due, and still applies the other fields', async () => {
    const first = (await api.post('/reports', { url: `${site.origin}/` })).body.data;
    const { status, body } = await api.put(`/reports/${first.id}`, { results: 1, privacy: 1 });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ status: 'generated', privacy: 1, run_id: first.run_id });
    const wait = Date.parse(body.data.next_generation_at) - Date.now();
    expect(wait).toBeGreaterThan(50_000);
    expect(wait).toBeLessThanOrEqual(60_000);
    expect((await api.get(`/reports/${first.id}/runs`)).body.meta.total).toBe(1);
  });

  it('generates the report again after that', async () => {
    const first = (await api.post('/reports', { url: `${site.origin}/` })).body.data;
    await letTimePass();
    answers['/'] = (_request, response) => html(response, 200, PAGE.replace(/<title>.*<\/title>/, ''));
    const { status, body } = await api.put(`/reports/${first.id}`, { results: 1 });
    expect(status).toBe(200);
    expect(body.data.status).toBe('generated');
    expect(body.data.run_id).toBeGreaterThan(first.run_id);
    expect(body.data.score).toBeLessThan(first.score);
    expect(body.data.generated_at > first.generated_at).toBe(true);
    expect((await api.get(`/reports/${first.id}/runs`)).body.meta.total).toBe(2);
  });

  it('keeps the old result until the new one is ready', async () => {
    const first = (await api.post('/reports', { url: `${site.origin}/` })).body.data;
    await letTimePass();
    answers['/'] = (_request, response) => {
      response.setHeader('x-later', '1');
      setTimeout(() => html(response), 400);
    };
    const { body, headers } = await api.put(
      `/reports/${first.id}`,
      { results: 1 },
      { prefer: 'respond-async' },
    );
    expect(body.data).toMatchObject({
      status: 'pending',
      result: first.result,
      score: first.score,
      run_id: first.run_id,
    });
    expect(body.data.checks).toEqual(first.checks);
    expect(headers['retry-after']).toBe('2');
    // Asked for again meanwhile, it is the same run.
    expect((await api.put(`/reports/${first.id}`, { results: 1 })).body.data.status).toBe('generated');
    expect((await api.get(`/reports/${first.id}/runs`)).body.meta.total).toBe(2);
  });

  it('is allowed right after a failure, which leaves the last result in place', async () => {
    const first = (await api.post('/reports', { url: `${site.origin}/` })).body.data;
    await letTimePass();
    answers['/'] = (_request, response) => html(response, 503);
    const failed = (await api.put(`/reports/${first.id}`, { results: 1 })).body.data;
    expect(failed).toMatchObject({
      status: 'failed',
      error: 'http_error',
      result: first.result,
      run_id: first.run_id,
    });
    answers['/'] = () => undefined;
    const again = await api.put(`/reports/${first.id}`, { results: 1 });
    expect(again.status).toBe(200);
    expect(again.body.data).toMatchObject({ status: 'generated', error: null });
    const runs = (await api.get(`/reports/${first.id}/runs`)).body.data;
    expect(runs.map(({ status }: { status: string }) => status)).toEqual([
      'generated',
      'failed',
      'generated',
    ]);
  });

  it('starts one run when requested 50 times at once', async () => {
    const { id } = (await api.post('/reports', { url: `${site.origin}/` })).body.data;
    await letTimePass();
    const sent = await Promise.all(
      Array.from({ length: 50 }, () => api.put(`/reports/${id}`, { results: 1 })),
    );
    const statuses = new Set(sent.map(({ status }) => status));
    expect([...statuses].filter((status) => status !== 200 && status !== 429)).toEqual([]);
    expect((await api.get(`/reports/${id}/runs`)).body.meta.total).toBe(2);
  });

  it.each(['2', '-1', '1.5', 'yes'])('refuses the value %j', async (results) => {
    const { id } = (await api.post('/reports', { url: `${site.origin}/` }, { prefer: 'respond-async' })).body
      .data;
    expect((await api.put(`/reports/${id}`, { results })).body.errors).toHaveProperty('results');
  });
});

describe('the history', () => {
  it('shows what was fixed, what is new and what is unchanged', async () => {
    const broken = PAGE.replace(/<title>.*<\/title>/, '').replace('<h1>Loopback</h1>', '<h1>One</h1>');
    answers['/'] = (_request, response) => html(response, 200, broken);
    const { id, run_id: before } = (await api.post('/reports', { url: `${site.origin}/` })).body.data;
    expect((await api.get(`/reports/${id}/runs/${before}/diff`)).status).toBe(422);
    await letTimePass();
    answers['/'] = (_request, response) =>
      html(response, 200, PAGE.replace(/<meta name="description"[^>]*>/, ''));
    const { run_id: after, score } = (await api.put(`/reports/${id}`, { results: 1 })).body.data;

    const { status, body } = await api.get(`/reports/${id}/runs/${after}/diff`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ from: { id: before }, to: { id: after, score }, same_rules: true });
    const idsOf = (list: { id: string }[]) => list.map((check) => check.id);
    expect(idsOf(body.data.fixed)).toContain('title');
    expect(idsOf(body.data.new)).toContain('meta-description');
    expect(idsOf(body.data.unchanged)).toContain('https');
    expect(body.data.score_change).toBe(body.data.to.score - body.data.from.score);

    const backwards = (await api.get(`/reports/${id}/runs/${before}/diff?against=${after}`)).body.data;
    expect(idsOf(backwards.new)).toEqual(idsOf(body.data.fixed));
    expect(idsOf(backwards.fixed)).toEqual(idsOf(body.data.new));
    const same = (await api.get(`/reports/${id}/runs/${after}/diff?against=${after}`)).body.data;
    expect([same.fixed, same.new, same.score_change]).toEqual([[], [], 0]);
  });

  it('refuses to compare what cannot be compared, and hides other organisations’ runs', async () => {
    const first = (await api.post('/reports', { url: `${site.origin}/` })).body.data;
    answers['/gone'] = (_request, response) => html(response, 404);
    const failed = (await api.post('/reports', { url: `${site.origin}/gone` })).body.data;
    const [run] = (await api.get(`/reports/${failed.id}/runs`)).body.data;
    expect(run).toMatchObject({
      report_id: failed.id,
      status: 'failed',
      error: 'http_error',
      rules_version: null,
    });
    expect((await api.get(`/reports/${failed.id}/runs/${run.id}`)).body.data).toMatchObject({
      checks: [],
      final_url: null,
    });
    expect((await api.get(`/reports/${first.id}/runs/${run.id}`)).status).toBe(404);
    expect((await api.get(`/reports/${first.id}/runs/${first.run_id}/diff?against=${run.id}`)).status).toBe(
      404,
    );
    expect((await api.get(`/reports/${failed.id}/runs/${run.id}/diff?against=${run.id}`)).status).toBe(422);
    for (const against of ['0', '-1', 'x', '1.5', '99999999999'])
      expect(
        (await api.get(`/reports/${first.id}/runs/${first.run_id}/diff?against=${against}`)).status,
      ).toBe(422);
    for (const path of ['0', 'x', '2147483648'])
      expect((await api.get(`/reports/${first.id}/runs/${path}`)).status).toBe(404);
    expect((await api.get(`/reports/${first.id}/runs?per_page=7`)).status).toBe(422);
  });

  it('is deleted with its report', async () => {
    const { id } = (await api.post('/reports', { url: `${site.origin}/` })).body.data;
    await api.delete(`/reports/${id}`);
    expect(await database.database('report_runs')).toHaveLength(0);
  });
});
