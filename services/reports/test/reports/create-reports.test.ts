import { PUBLIC_URL } from '../harness.ts';
import type { TestClient } from '../harness.ts';
import { URL_A, useReports } from './reports-harness.ts';

const { database, api, other, create } = useReports();

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
        metrics: null,
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
