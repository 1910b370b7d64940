import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

import { createGuard, GuardError } from '@platform/guard';
import type { FetchedResponse, Guard, TlsInspection } from '@platform/guard';

import { discoverResources } from '../../src/audit/discover-resources.ts';
import type { PageArtifacts } from '../../src/page/page-artifacts.ts';
import { createPageGatherer } from '../../src/generation/gather-page.ts';
import { PAGE, startSite } from '../loopback-site.ts';
import type { LoopbackSite } from '../loopback-site.ts';

let site: LoopbackSite;
let guard: Guard;
let answers: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {};

beforeAll(async () => {
  site = await startSite((request, response) => {
    answers[(request.url ?? '').split('?')[0] ?? '']?.(request, response);
  });
  guard = createGuard({
    allow: ['127.0.0.1'],
    userAgent: 'gather-test',
    hostLimits: { perSecond: 100_000, burst: 1 },
    resolveHost: (name) =>
      name.endsWith('.test')
        ? Promise.resolve(['127.0.0.1'])
        : Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' })),
  });
});
beforeEach(() => {
  answers = {};
  site.paths.length = 0;
  site.requests.length = 0;
});
afterAll(async () => {
  await guard.close();
  await site.close();
});

const gatherer = (timeout = 10_000) =>
  createPageGatherer({
    guard,
    discover: (html, url) => Promise.resolve(discoverResources(html, url)),
    timeout,
    now: () => new Date(Date.UTC(2026, 0, 2)),
  });
const gather = async (url = `${site.origin}/`, timeout?: number): Promise<PageArtifacts> => {
  const page = await gatherer(timeout)(url);
  if (!page.ok) throw new Error(`failed with ${page.code}`);
  return page.artifacts;
};
const serve = (path: string, type: string, body: string | Buffer, headers: Record<string, string> = {}) => {
  answers[path] = (_request, response) =>
    response.writeHead(200, { 'content-type': type, ...headers }).end(body);
};

describe('gathering a page', () => {
  it('yields artifacts that are plain JSON', async () => {
    const artifacts = await gather();
    expect(JSON.parse(JSON.stringify(artifacts))).toEqual(artifacts);
    expect(artifacts).toMatchObject({
      requestedUrl: `${site.origin}/`,
      finalUrl: `${site.origin}/`,
      redirects: [],
      response: { status: 200, httpVersion: '1.1' },
      body: {
        transferBytes: Buffer.byteLength(PAGE),
        decodedBytes: Buffer.byteLength(PAGE),
        encoding: null,
        truncated: false,
      },
      html: PAGE,
      charset: { used: 'utf-8', source: 'header' },
      tls: null,
      dns: null,
      httpToHttps: null,
      otherHost: null,
      resourcesSkipped: 0,
      gatheredAt: '2026-01-02T00:00:00.000Z',
      errors: [],
    });
    expect(artifacts.timings.timeToFirstByte).toHaveLength(3);
    expect(Math.min(...artifacts.timings.timeToFirstByte)).toBeGreaterThan(0);
    expect(artifacts.response.headers).toContainEqual(['content-type', 'text/html; charset=utf-8']);
  });

  it('requests the site’s robots.txt, sitemaps, icon, security.txt and a page that cannot exist', async () => {
    serve('/.well-known/security.txt', 'text/plain', 'Contact: mailto:security@example.org');
    const { robots, sitemaps, favicon, notFound, securityTxt } = await gather();
    expect(robots).toMatchObject({
      ok: true,
      status: 200,
      text: expect.stringContaining('Disallow:'),
      truncated: false,
    });
    expect(sitemaps).toEqual([
      expect.objectContaining({ ok: true, url: `${site.origin}/map.xml`, declared: true, status: 200 }),
    ]);
    expect(favicon).toMatchObject({
      ok: true,
      url: `${site.origin}/icon.png`,
      declared: true,
      status: 200,
      mediaType: 'image/png',
      bytes: 11,
    });
    expect(notFound).toMatchObject({ ok: true, status: 404, redirects: [] });
    expect(securityTxt).toMatchObject({ ok: true, text: expect.stringContaining('Contact:') });
  });

  it('falls back to /sitemap.xml and /favicon.ico when none is declared, and unpacks a compressed sitemap', async () => {
    serve('/', 'text/html', '<!doctype html><title>x</title><p>nothing');
    serve('/robots.txt', 'text/plain', 'User-agent: *');
    serve('/sitemap.xml', 'application/gzip', gzipSync('<urlset/>'));
    const { sitemaps, favicon } = await gather();
    expect(sitemaps).toEqual([expect.objectContaining({ ok: true, declared: false, text: '<urlset/>' })]);
    expect(favicon).toMatchObject({
      ok: true,
      url: `${site.origin}/favicon.ico`,
      declared: false,
      status: 404,
    });
  });

  it.each([
    ['long once unpacked', '<url><loc>https://www.example.org/a</loc></url>'.repeat(100_000)],
    [
      'long even as sent',
      Array.from({ length: 20_000 }, () => `<url><loc>${randomBytes(50).toString('hex')}</loc></url>`).join(
        '',
      ),
    ],
  ])('reads the first 512 KiB of a compressed sitemap that is %s', async (_how, urls) => {
    serve('/map.xml', 'application/gzip', gzipSync(`<urlset>${urls}</urlset>`));
    const { sitemaps } = await gather();
    expect(sitemaps).toEqual([expect.objectContaining({ ok: true, truncated: true })]);
    const [sitemap] = sitemaps;
    const text = sitemap?.ok === true ? sitemap.text : '';
    expect(text.startsWith('<urlset><url><loc>')).toBe(true);
    expect(text).toHaveLength(512 * 1024);
  });

  it('takes a file as it is when it merely starts like a compressed one', async () => {
    serve('/map.xml', 'application/gzip', Buffer.from([0x1f, 0x8b, 0x41, 0x42]));
    const { sitemaps } = await gather();
    expect(sitemaps).toEqual([expect.objectContaining({ ok: true, text: expect.stringContaining('AB') })]);
  });

  it('reads at most 512 KiB of robots.txt', async () => {
    serve('/robots.txt', 'text/plain', '# comment\n'.repeat(100_000));
    const { robots } = await gather();
    expect(robots).toMatchObject({ ok: true, bytes: 512 * 1024, truncated: true });
  });

  it('sends one request as if from a page of another site', async () => {
    answers['/'] = (request, response) => {
      const { origin } = request.headers;
      response
        .writeHead(200, {
          'content-type': 'text/html',
          ...(origin ? { 'access-control-allow-origin': origin } : {}),
        })
        .end(PAGE);
    };
    const { crossOrigin, response } = await gather();
    expect(crossOrigin).toMatchObject({ ok: true, origin: 'https://unrelated.example', status: 200 });
    expect(crossOrigin?.ok && crossOrigin.headers).toContainEqual([
      'access-control-allow-origin',
      'https://unrelated.example',
    ]);
    expect(response.headers.map(([name]) => name)).not.toContain('access-control-allow-origin');
  });

  it('examines the host: its address families, and its twin with or without www', async () => {
    const { port } = new URL(site.origin);
    answers['/'] = (request, response) => {
      if (request.headers.host?.startsWith('www.'))
        response.writeHead(301, { location: `http://shop.test:${port}/` }).end();
    };
    const { dns, otherHost } = await gather(`http://shop.test:${port}/`);
    expect(dns).toEqual({ ipv4: true, ipv6: false });
    expect(otherHost).toMatchObject({
      ok: true,
      url: `http://www.shop.test:${port}/`,
      finalUrl: `http://shop.test:${port}/`,
      status: 200,
      redirects: [{ status: 301 }],
    });
  });

  it('decodes text the way browsers do', async () => {
    serve(
      '/',
      'text/html',
      Buffer.from(
        '<!doctype html><meta charset="windows-1251"><title>\xcf\xf0\xe8\xe2\xe5\xf2</title>',
        'latin1',
      ),
    );
    const { html, charset } = await gather();
    expect(html).toContain('Привет');
    expect(charset).toMatchObject({ used: 'windows-1251', source: 'meta' });
  });
});

describe('the files of a page', () => {
  const pageWith = (markup: string) => {
    serve('/', 'text/html', `<!doctype html><html lang="en"><title>x</title><body>${markup}`);
  };

  it('are measured: scripts and styles by reading them, the rest with HEAD', async () => {
    const css = 'a { color: red }'.repeat(100);
    serve('/style.css', 'text/css; charset=utf-8', gzipSync(css), {
      'content-encoding': 'gzip',
      'cache-control': 'max-age=60',
    });
    const { resources } = await gather();
    const byPath = Object.fromEntries(
      resources.map((resource) => [new URL(resource.url).pathname, resource]),
    );
    expect(byPath['/style.css']).toMatchObject({
      kind: 'stylesheet',
      ok: true,
      status: 200,
      mediaType: 'text/css',
      encoding: 'gzip',
      sample: css,
      transferBytes: gzipSync(css).length,
      decodedBytes: css.length,
      headers: expect.arrayContaining([['cache-control', 'max-age=60']]),
    });
    expect(byPath['/photo.jpg']).toMatchObject({
      kind: 'image',
      ok: true,
      transferBytes: 20,
      decodedBytes: 20,
      sample: null,
    });
    const methods = Object.fromEntries(site.requests.map(({ url, method }) => [url, method]));
    expect(methods).toMatchObject({ '/style.css': 'GET', '/app.js': 'GET', '/photo.jpg': 'HEAD' });
  });

  it('are read when the server does not support HEAD or gives no length', async () => {
    pageWith('<img src="/no-head.jpg"><img src="/no-length.jpg">');
    answers['/no-head.jpg'] = (request, response) => {
      if (request.method === 'HEAD') response.writeHead(405).end();
      else response.writeHead(200, { 'content-type': 'image/jpeg' }).end('12345');
    };
    answers['/no-length.jpg'] = (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/jpeg', 'transfer-encoding': 'chunked' });
      response.end('1234567');
    };
    const { resources } = await gather();
    expect(resources.map((resource) => resource.ok && [resource.status, resource.transferBytes])).toEqual([
      [200, 5],
      [200, 7],
    ]);
  });

  it('are limited to 150; the rest are only counted', async () => {
    pageWith(Array.from({ length: 163 }, (_, index) => `<img src="/${index}.png">`).join(''));
    const { resources, resourcesSkipped } = await gather();
    expect(resources).toHaveLength(150);
    expect(resourcesSkipped).toBe(13);
    expect(site.requests.filter(({ method }) => method === 'HEAD')).toHaveLength(150);
    expect(resources.map(({ url }) => url)).toEqual(
      Array.from({ length: 150 }, (_, index) => `${site.origin}/${index}.png`),
    );
  });

  it('are limited to 2 MB each and 25 MB in total', async () => {
    let sent = 0;
    pageWith(Array.from({ length: 20 }, (_, index) => `<script src="/big.js?${index}"></script>`).join(''));
    answers['/big.js'] = (request, response) => {
      if (request.method === 'GET') sent += 1;
      response.writeHead(200, { 'content-type': 'text/javascript', 'content-length': 3_000_000 });
      response.end(request.method === 'GET' ? 'x'.repeat(3_000_000) : '');
    };
    const { resources } = await gather();
    expect(resources).toHaveLength(20);
    expect(resources.every((resource) => resource.ok && resource.transferBytes === 3_000_000)).toBe(true);
    expect(sent).toBe(13);
  });

  it('are reported as blocked, without a request, when they must not be reached', async () => {
    pageWith(
      '<img src="http://127.0.0.2:1/a.png"><img src="http://169.254.169.254/x"><img src="http://10.0.0.1:6379/y"><img src="http://nowhere.invalid/z">',
    );
    const { resources } = await gather();
    expect(resources.map((resource) => (resource.ok ? 'reached' : resource.code))).toEqual([
      'blocked',
      'blocked',
      'blocked',
      'unreachable',
    ]);
  });

  it('are cut off at the deadline when they never answer, and the report says so', async () => {
    pageWith('<img src="/slow.png"><img src="/photo.jpg">');
    answers['/slow.png'] = (_request, response) => {
      response.setHeader('x-later', '1');
    };
    const { resources, errors } = await gather(undefined, 800);
    expect(resources.map((resource) => (resource.ok ? 'reached' : resource.code))).toEqual([
      'timeout',
      'reached',
    ]);
    expect(errors).toEqual([expect.objectContaining({ stage: 'deadline', code: 'timeout' })]);
  });
});

it('fails a page that is too slow at the deadline', async () => {
  answers['/'] = (_request, response) => {
    response.setHeader('x-later', '1');
  };
  expect(await gatherer(300)(`${site.origin}/`)).toEqual({ ok: false, code: 'timeout' });
});

it('gives up on a page that cannot be parsed in time before asking the site for anything else', async () => {
  const gatherPage = createPageGatherer({
    guard,
    discover: () => Promise.reject(new Error('took too long')),
  });
  await expect(gatherPage(`${site.origin}/`)).rejects.toThrow('took too long');
  expect(site.paths).toEqual(['/']);
});

describe('a page over HTTPS', () => {
  const answer = (finalUrl: string, status = 200): FetchedResponse => ({
    finalUrl,
    status,
    redirects: [],
    headers: [['content-type', 'text/html']],
    body: Buffer.from(PAGE),
    transferBytes: 100,
    encoding: null,
    truncated: false,
    timeToFirstByte: 5,
    totalTime: 9,
  });
  const facts: TlsInspection = {
    protocol: 'TLSv1.3',
    cipher: 'TLS_AES_256_GCM_SHA384',
    alpn: 'h2',
    authorized: true,
    authorizationError: null,
    issuer: 'CA',
    subject: 'shop.test',
    validFrom: '2026-01-01T00:00:00.000Z',
    validTo: '2026-04-01T00:00:00.000Z',
  };
  const gatherFrom = async (url: string, tls: () => Promise<TlsInspection>) => {
    const asked: string[] = [];
    const page = await createPageGatherer({
      guard: {
        fetch: (target) => {
          asked.push(target);
          return Promise.resolve(answer(target.replace('http:', 'https:')));
        },
        inspectTls: tls,
        addresses: () => Promise.resolve(['192.0.2.1', '2001:db8::1']),
      },
      discover: () => Promise.resolve({ resources: [], icon: null }),
    })(url);
    if (!page.ok) throw new Error(page.code);
    return { artifacts: page.artifacts, asked };
  };

  it('reports TLS, both address families, and where http:// and the www twin lead', async () => {
    const { artifacts, asked } = await gatherFrom('https://shop.test/a?b', () => Promise.resolve(facts));
    expect(artifacts).toMatchObject({
      tls: facts,
      dns: { ipv4: true, ipv6: true },
      httpToHttps: { ok: true, url: 'http://shop.test/a?b', finalUrl: 'https://shop.test/a?b' },
      otherHost: { ok: true, url: 'https://www.shop.test/a?b' },
      errors: [],
    });
    expect(asked).toEqual(expect.arrayContaining(['http://shop.test/a?b', 'https://www.shop.test/a?b']));
  });

  it.each([
    ['https://shop.test:8443/', null],
    ['https://192.0.2.7/', null],
  ])('does not ask for an http:// version of %s', async (url, expected) => {
    const { artifacts } = await gatherFrom(url, () => Promise.resolve(facts));
    expect(artifacts.httpToHttps).toBe(expected);
  });

  it('does not look for a www twin of a subdomain', async () => {
    const { artifacts } = await gatherFrom('https://blog.shop.test/', () => Promise.resolve(facts));
    expect(artifacts.otherHost).toBeNull();
  });

  it('carries on without facts it could not gather, and says so', async () => {
    const { artifacts } = await gatherFrom('https://shop.test/', () =>
      Promise.reject(new GuardError('timeout')),
    );
    expect(artifacts.tls).toBeNull();
    expect(artifacts.errors).toEqual([expect.objectContaining({ stage: 'tls', code: 'timeout' })]);
  });
});
