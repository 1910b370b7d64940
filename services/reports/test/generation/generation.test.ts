import type { ServerResponse } from 'node:http';

import { eventually } from '@platform/testing';
import request from 'supertest';

import { PAGE, startSite } from '../loopback-site.ts';
import { answers, html, useGeneration } from './generation-harness.ts';

const { database, api, app, site } = useGeneration();

describe('a new report', () => {
  it('includes its result when the page is quick', async () => {
    const { status, body, headers } = await api().post('/reports', { url: `${site().origin}/` });
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
      'accessibility',
    ]);
    expect(body.data.checks.length).toBeGreaterThan(15);
    expect((await api().get(`/reports/${body.data.id}`)).body.data).toEqual(body.data);
    const [listed] = (await api().get('/reports')).body.data;
    expect(listed).toMatchObject({ id: body.data.id, result: 'decent', score: body.data.score });
    expect(listed).not.toHaveProperty('checks');
  });

  it('requests what it needs from the site, and identifies itself', async () => {
    await api().post('/reports', { url: `${site().origin}/` });
    expect(site().paths).toEqual(
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
    expect(site().paths.filter((path) => path === '/')).toHaveLength(3);
    const agents = new Set(
      site()
        .requests.slice(-site().paths.length)
        .map(({ headers }) => headers['user-agent']),
    );
    expect([...agents]).toEqual(['PlatformReports/1.0 (+https://reports.example/r/checks)']);
    expect(site().requests.some(({ headers }) => 'cookie' in headers || 'authorization' in headers)).toBe(
      false,
    );
  });

  it('does not wait when the client prefers not to', async () => {
    const answered = Promise.withResolvers<undefined>();
    answers['/'] = (_request, response) => {
      response.setHeader('x-later', '1');
      void answered.promise.then(() => html(response));
    };
    const { status, body, headers } = await api().post(
      '/reports',
      { url: `${site().origin}/` },
      { prefer: 'respond-async' },
    );
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ status: 'pending', result: null, generated_at: null });
    expect(headers['preference-applied']).toBe('respond-async');
    expect(headers['retry-after']).toBe('2');
    answered.resolve(undefined);
    await eventually(async () => {
      expect((await api().get(`/reports/${body.data.id}`)).body.data.status).toBe('generated');
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
    ...['attachment', 'Attachment; filename="page.html"', 'form-data'].map(
      (disposition, index): [string, string, (response: ServerResponse) => void] => [
        'not_html',
        `/saved-${index}`,
        (response) =>
          response
            .writeHead(200, { 'content-type': 'text/html', 'content-disposition': disposition })
            .end('<html>'),
      ],
    ),
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
    const { status, body } = await api().post('/reports', { url: `${site().origin}${path}` });
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

  it.each(['inline', 'inline; filename="page.html"', 'filename=page.html', ''])(
    'is generated for a page that is shown as “%s”',
    async (disposition) => {
      answers['/shown'] = (_request, response) => {
        response
          .writeHead(200, { 'content-type': 'text/html', 'content-disposition': disposition })
          .end('<!doctype html><title>Shown</title>');
      };
      const { body } = await api().post('/reports', {
        url: `${site().origin}/shown?${encodeURIComponent(disposition)}`,
      });
      expect(body.data).toMatchObject({ status: 'generated', error: null });
    },
  );

  it.each([
    [
      401,
      'The page responded with 401 Unauthorized. It asks for a user and a password; give them as basic_auth.',
    ],
    [
      403,
      'The page responded with 403 Forbidden. The server may refuse visitors that it doesn’t know; give it another name as user_agent.',
    ],
    [404, 'The page responded with 404 Not Found. Check the address.'],
    [503, 'The page responded with 503 Service Unavailable. The server has a problem.'],
    [302, 'The page responded with 302 Found, but doesn’t say where to go instead.'],
    [999, 'The page responded with 999.'],
  ])('says which error a page responded with, and what to do: %i', async (answered, sentence) => {
    answers['/refused'] = (_request, response) => {
      html(response, answered);
    };
    const { body } = await api().post('/reports', { url: `${site().origin}/refused` });
    expect(body.data.error_message).toBe(sentence);
    const runs = await api().get(`/reports/${body.data.id}/runs`);
    expect(runs.body.data[0].error_message).toBe(sentence);
    const page = await request(app()).get(new URL(body.data.report_url).pathname);
    expect(page.text).toContain(sentence);
  });

  it.each([
    '<!-- made by hand -->\n<!doctype html><p>Trees</p>',
    '\ufeff\n<HEAD><title>Trees</title>',
    '<p>Trees',
  ])('takes an answer without a media type for a page where browsers do: %j', async (markup) => {
    answers['/untyped'] = (_request, response) => response.writeHead(200).end(markup);
    const { body } = await api().post('/reports', { url: `${site().origin}/untyped` });
    expect(body.data).toMatchObject({ status: 'generated', error: null });
  });

  it('fails with connect where nothing listens, and with tls where TLS is not spoken', async () => {
    const { port } = new URL(site().origin);
    const tls = await api().post('/reports', { url: `https://127.0.0.1:${port}/` });
    expect(tls.body.data).toMatchObject({ status: 'failed', error: 'tls' });
    const closed = await startSite();
    await closed.close();
    expect((await api().post('/reports', { url: closed.origin })).body.data).toMatchObject({
      error: 'connect',
    });
  });

  it('treats a page without a content type as HTML when it looks like HTML', async () => {
    answers['/sniffed'] = (_request, response) => response.writeHead(200).end(PAGE);
    expect((await api().post('/reports', { url: `${site().origin}/sniffed` })).body.data.status).toBe(
      'generated',
    );
  });

  it('follows redirects and says where they ended', async () => {
    answers['/old'] = (_request, response) => response.writeHead(301, { location: '/' }).end();
    const { body } = await api().post('/reports', { url: `${site().origin}/old` });
    expect(body.data).toMatchObject({ status: 'generated', url: `${site().origin}/old` });
    const run = await api().get(`/reports/${body.data.id}/runs/${body.data.run_id}`);
    expect(run.body.data.final_url).toBe(`${site().origin}/`);
  });

  it('stores what PostgreSQL would refuse in a page: NUL and lone surrogates', async () => {
    const strange = PAGE.replace('<title>', '<title>\u0000 &#xD800; \uFFFF ').replace('alt="A loop"', '');
    answers['/strange'] = (_request, response) => html(response, 200, strange);
    expect((await api().post('/reports', { url: `${site().origin}/strange` })).body.data.status).toBe(
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
      Array.from({ length: 200 }, () => api().post('/reports', { url: `${site().origin}/busy` })),
    );
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]));
    await eventually(async () => {
      const rows = await database().database('reports').where({ status: 'pending' });
      expect(rows).toHaveLength(0);
    });
    expect(most).toBe(1);
    expect(site().paths.filter((path) => path === '/robots.txt').length).toBeLessThan(20);
    expect(await database().database('report_runs')).toHaveLength(200);
    expect(await database().database('url_claims')).toHaveLength(0);
  });
});

/** More than a worker reports on at once. */
const RENDERED = 6;

it('reports on other pages while slow ones wait to be rendered', async () => {
  const held: ServerResponse[] = [];
  answers['/slow'] = (_request, response) => {
    response.setHeader('x-later', '1');
    held.push(response);
  };
  answers['/quick'] = (_request, response) => html(response);
  for (let page = 0; page < RENDERED; page += 1) {
    const url = `${site().origin}/slow?page=${page}`;
    await api().post('/reports', { url, render: 1 }, { Prefer: 'respond-async' });
  }
  await eventually(() => {
    expect(held).not.toEqual([]);
  });

  try {
    const { id } = (await api().post('/reports', { url: `${site().origin}/quick` })).body.data;
    // A busy machine takes longer than the answer waits.
    await eventually(async () => {
      expect((await api().get(`/reports/${id}`)).body.data.status).toBe('generated');
    });
    const { body } = await api().get('/reports?search=slow&per_page=10');
    expect(body.data.map(({ status }: { status: string }) => status)).toContain('pending');
  } finally {
    answers['/slow'] = (_request, response) => html(response, 404);
    for (const response of held) html(response, 404);
  }
});
