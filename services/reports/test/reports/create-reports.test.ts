import request from 'supertest';

import { PUBLIC_URL } from '../harness.ts';
import type { TestClient } from '../harness.ts';
import { URL_A, useReports } from './reports-harness.ts';

const { database, service, api, other, create } = useReports();

describe('POST /reports', () => {
  it('needs only a URL, and answers 201 with the report and its address', async () => {
    const { status, body, headers } = await api().post('/reports', {
      url: 'HTTP://127.0.0.1:7000/a b?q=ü#part',
    });
    expect(status).toBe(201);
    expect(headers['location']).toBe(`/api/v1/reports/${body.data.id}`);
    expect(headers['retry-after']).toBe('2');
    expect(body).toEqual({
      data: {
        id: expect.any(Number),
        url: 'http://127.0.0.1:7000/a%20b?q=%C3%BC',
        result: null,
        status: 'pending',
        score: null,
        score_before: null,
        got_worse: false,
        error: null,
        error_message: null,
        privacy: 0,
        has_credentials: false,
        has_password: false,
        render: 0,
        runs: 1,
        desktop: 0,
        rendering: null,
        metrics: null,
        metrics_desktop: null,
        samples: [],
        filmstrip: [],
        screenshots: null,
        waterfall: null,
        origins: null,
        generated_at: null,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        updated_at: expect.stringMatching(/Z$/),
        next_generation_at: null,
        report_url: expect.stringMatching(new RegExp(`^${PUBLIC_URL}/r/[\\w-]{16}$`)),
        run_id: null,
        rules_version: null,
        incomplete: null,
        notices: [],
        categories: [],
        checks: [],
        facts: null,
        requests: null,
        failed_requests: [],
        console_errors: [],
        violations: null,
      },
      status: 201,
    });
  });

  it.each([
    [
      'form',
      'application/x-www-form-urlencoded',
      `url=${encodeURIComponent(URL_A)}&privacy=2&password=secret`,
    ],
    ['JSON', 'application/json', JSON.stringify({ url: URL_A, privacy: 2, password: 'secret' })],
  ])('reads a body sent as %s', async (_name, type, body) => {
    const response = await api().post('/reports', body, { 'content-type': type });
    expect(response.status).toBe(201);
    expect(response.body.data).toMatchObject({ privacy: 2, has_password: true });
  });

  it.each([0, 1])('accepts privacy %d without a password', async (privacy) => {
    expect((await api().post('/reports', { url: URL_A, privacy })).body.data.privacy).toBe(privacy);
  });

  it.each([undefined, ''])(
    'accepts privacy 2 without a password (%p), which locks the page',
    async (password) => {
      const fields = password === undefined ? {} : { password };
      const { status, body } = await api().post('/reports', { url: URL_A, privacy: 2, ...fields });
      expect(status).toBe(201);
      expect(body.data).toMatchObject({ privacy: 2, has_password: false });
    },
  );

  it('never shows or stores the password itself', async () => {
    const { text } = await api().post('/reports', { url: URL_A, privacy: 2, password: 'open sesame' });
    expect(text).not.toContain('sesame');
    const [row] = await database().database('reports');
    expect(row.password_hash).toMatch(/^scrypt\$/);
    expect(JSON.stringify(row)).not.toContain('sesame');
  });

  it.each([
    ...[
      'example.org',
      'ftp://example.org/',
      'javascript:alert(1)',
      'http://',
      'http://user:pass@127.0.0.1/',
      ' ',
      'x',
    ],
    ...[
      'http://10.0.0.1/',
      'http://169.254.169.254/latest/meta-data/',
      'http://[::1]/',
      'http://2130706434/',
    ],
    ...['http://8.8.8.8:22/', 'http://0/'],
  ])('refuses %j with the same message as any other URL', async (url) => {
    const { status, body } = await api().post('/reports', { url });
    expect(status).toBe(422);
    expect(body.errors).toEqual({ url: ['The URL must be the public http or https address of a page.'] });
  });

  it('keeps two organisations’ reports on one URL apart', async () => {
    const id = await create();
    expect((await other().post('/reports', { url: URL_A })).status).toBe(201);
    expect((await other().get('/reports')).body.meta.total).toBe(1);
    expect((await other().get(`/reports/${id}`)).status).toBe(404);
  });

  it('accepts 200 identical requests at once, each making a report', async () => {
    // On a busy machine some wait too long for a connection: they are asked to come again, and made nothing.
    const post = async (): Promise<Awaited<ReturnType<TestClient['post']>>> => {
      const answer = await api().post('/reports', { url: URL_A });
      return answer.status === 503 ? post() : answer;
    };
    const answers = await Promise.all(Array.from({ length: 200 }, post));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(200);
    expect((await api().get('/reports')).body.meta.total).toBe(200);
  });
});

describe('refusals', () => {
  it('of callers without an identity or the scope', async () => {
    const nobody = await request(service().app).get('/api/v1/reports');
    expect(nobody.status).toBe(401);
    expect(nobody.headers['www-authenticate']).toBe('Bearer');
    const reader = await service().client('org_a', ['reports:read']);
    const refused = await reader.post('/reports', { url: URL_A });
    expect(refused.status).toBe(403);
    expect(refused.body.message).toContain('reports:write');
    expect((await reader.get('/reports')).status).toBe(200);
    expect((await (await service().client('org_a', ['websites:read'])).get('/reports')).status).toBe(403);
  });

  it.each([
    [{}, 'url'],
    [{ url: '' }, 'url'],
    [{ url: 7 }, 'url'],
    [{ url: null }, 'url'],
    [{ url: [] }, 'url'],
    [{ url: URL_A, privacy: 3 }, 'privacy'],
    [{ url: URL_A, privacy: -1 }, 'privacy'],
    [{ url: URL_A, privacy: 0.5 }, 'privacy'],
    [{ url: URL_A, privacy: 1e308 }, 'privacy'],
    [{ url: URL_A, privacy: '1' }, 'privacy'],
    [{ url: URL_A, privacy: true }, 'privacy'],
    [{ url: URL_A, privacy: null }, 'privacy'],
    [{ url: URL_A, password: 5 }, 'password'],
    [{ url: URL_A, password: 'x'.repeat(201) }, 'password'],
    [{ url: `${URL_A}\u0000` }, 'url'],
    [{ url: URL_A, password: '\ud800' }, 'password'],
    [{ url: 'x'.repeat(3000) }, 'url'],
  ])('a wrong JSON body, naming its field (case %#)', async (body, field) => {
    const { status, body: answer } = await api().post('/reports', JSON.stringify(body), {
      'content-type': 'application/json',
    });
    expect(status).toBe(422);
    expect(Object.keys(answer.errors)).toEqual([field]);
    expect(answer).toMatchObject({
      status: 422,
      message: expect.any(String),
      request_id: expect.any(String),
    });
    expect(await database().database('reports')).toEqual([]);
  });

  it.each([
    ['without fields', '', 'application/x-www-form-urlencoded', 422],
    ['with a broken escape', 'url=%zz', 'application/x-www-form-urlencoded', 400],
    ['that is not UTF-8', 'url=%ff', 'application/x-www-form-urlencoded', 400],
    ['with two URLs', 'url=a&url=b', 'application/x-www-form-urlencoded', 422],
    ['with a list of URLs', 'url[]=a', 'application/x-www-form-urlencoded', 422],
    ['of truncated JSON', '{"url":', 'application/json', 400],
    ['that is a JSON array', '[]', 'application/json', 422],
    ['that is a JSON string', '"text"', 'application/json', 400],
    ['of YAML', 'url: a', 'text/yaml', 415],
    ['of XML', '<url/>', 'application/xml', 415],
    ['of a megabyte', `url=${'a'.repeat(1_000_000)}`, 'application/x-www-form-urlencoded', 413],
  ])('a body %s', async (_name, body, type, status) => {
    const response = await api().post('/reports', body, { 'content-type': type });
    expect(response.status).toBe(status);
    expect(response.body.message).toEqual(expect.any(String));
    expect(await database().database('reports')).toEqual([]);
  });

  it.each<{ results: unknown }>([
    { results: { toString: 'x', valueOf: null } },
    { results: [1] },
    { results: {} },
    { results: true },
  ])('refuses %j', async ({ results }) => {
    const { id } = (await api().post('/reports', { url: URL_A })).body.data;
    const body = JSON.stringify({ results });
    const refused = await api().put(`/reports/${id}`, body, { 'content-type': 'application/json' });
    expect([refused.status, refused.body]).toEqual([
      422,
      expect.objectContaining({ message: expect.stringContaining('results') }),
    ]);
  });

  it.each(['search_by=id', 'sort_by=score', 'sort=up', 'per_page=11', 'per_page=-10', 'page=0', 'page=1.5'])(
    'the list parameter %s',
    async (query) => {
      const { status, body } = await api().get(`/reports?${query}`);
      expect(status).toBe(422);
      expect(Object.keys(body.errors)).toEqual([query.split('=')[0]]);
    },
  );

  it.each([
    ['an unknown result', 'result=fine'],
    ['an absurd page', 'page=99999999999'],
    ['a repeated parameter', 'sort=asc&sort=desc'],
    ['a search of 501 characters', `search=${'x'.repeat(501)}`],
  ])('%s in a list', async (_, query) => {
    expect((await api().get(`/reports?${query}`)).status).toBe(422);
  });

  it('unknown paths', async () => {
    expect((await api().get('/reportz')).status).toBe(404);
    expect((await api().post('/reports/1', {})).status).toBe(405);
  });
});

describe('/metrics while reports wait', () => {
  const pending = async (): Promise<Record<string, number>> => {
    const { text } = await request(service().app).get('/metrics').expect(200);
    const found = text.matchAll(/^reports_(pending\w*)\{[^}]*\} (.+)$/gm);
    return Object.fromEntries([...found].map(([, name = '', value]) => [name, Number(value)]));
  };

  it('tells how many there are, and for how long the oldest one has waited', async () => {
    expect(await pending()).toEqual({ pending: 0, pending_oldest_seconds: 0 });
    for (const url of [URL_A, `${URL_A}/other`])
      await api().post('/reports', { url }, { prefer: 'respond-async' });
    await database().database.raw(`UPDATE reports SET requested_at = requested_at - interval '1 hour'
      WHERE id = (SELECT min(id) FROM reports)`);
    const { pending: reports, pending_oldest_seconds: seconds } = await pending();
    expect(reports).toBe(2);
    expect(seconds).toBeGreaterThanOrEqual(3_600);
    expect(seconds).toBeLessThan(4_200);
  });
});
