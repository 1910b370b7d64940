import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';

import { createPageGatherer } from '../../src/generation/gather-page.ts';
import { PAGE } from '../loopback-site.ts';
import { useGatherer } from './gather-harness.ts';

const { site, guard, answers, gatherer, gather, serve } = useGatherer();

describe('gathering a page', () => {
  it('yields artifacts that are plain JSON', async () => {
    const artifacts = await gather();
    expect(JSON.parse(JSON.stringify(artifacts))).toEqual(artifacts);
    expect(artifacts).toMatchObject({
      requestedUrl: `${site().origin}/`,
      finalUrl: `${site().origin}/`,
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
      expect.objectContaining({ ok: true, url: `${site().origin}/map.xml`, declared: true, status: 200 }),
    ]);
    expect(favicon).toMatchObject({
      ok: true,
      url: `${site().origin}/icon.png`,
      declared: true,
      status: 200,
      mediaType: 'image/png',
      bytes: 11,
    });
    expect(notFound).toMatchObject({ ok: true, status: 404, redirects: [] });
    expect(securityTxt).toMatchObject({ ok: true, text: expect.stringContaining('Contact:') });
  });

  it('judges what came of a page whose connection stays open', async () => {
    answers()['/open'] = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write(PAGE);
    };
    const artifacts = await gather(`${site().origin}/open`, 12_000);
    expect(artifacts.html).toBe(PAGE);
    expect(artifacts.body).toMatchObject({ stalled: true, truncated: false });
    expect(artifacts.errors).toEqual([]);
    expect(artifacts.resources.map(({ ok }) => ok)).toEqual([true, true, true]);
  });

  it('judges a whole page whose connection breaks, but not half of one', async () => {
    for (const [path, sent] of Object.entries({ '/whole': PAGE, '/half': PAGE.slice(0, 600) }))
      answers()[path] = (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html', 'content-length': '99999' });
        response.write(sent, () => setTimeout(() => response.destroy(), 50));
      };
    const artifacts = await gather(`${site().origin}/whole`, 12_000);
    expect([artifacts.html, artifacts.body.stalled]).toEqual([PAGE, true]);
    await expect(gather(`${site().origin}/half`, 12_000)).rejects.toThrow('failed with connect');
  });

  it('brings cookies back to a page that sets them and redirects to itself', async () => {
    answers()['/consent'] = (request, response) => {
      if (request.headers.cookie === 'seen=1') response.setHeader('content-type', 'text/html').end(PAGE);
      else response.writeHead(302, { location: '/consent', 'set-cookie': 'seen=1; Path=/' }).end();
    };
    const { redirects, html } = await gather(`${site().origin}/consent`);
    expect(html).toBe(PAGE);
    expect(redirects).toMatchObject([{ status: 302, setCookies: ['seen=1; Path=/'] }]);
  });

  it('falls back to /sitemap.xml and /favicon.ico when none is declared, and unpacks a compressed sitemap', async () => {
    serve('/', 'text/html', '<!doctype html><title>x</title><p>nothing');
    serve('/robots.txt', 'text/plain', 'User-agent: *');
    serve('/sitemap.xml', 'application/gzip', gzipSync('<urlset/>'));
    const { sitemaps, favicon } = await gather();
    expect(sitemaps).toEqual([expect.objectContaining({ ok: true, declared: false, text: '<urlset/>' })]);
    expect(favicon).toMatchObject({
      ok: true,
      url: `${site().origin}/favicon.ico`,
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
    answers()['/'] = (request, response) => {
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
    const { port } = new URL(site().origin);
    answers()['/'] = (request, response) => {
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

it('fails a page that is too slow at the deadline', async () => {
  answers()['/'] = (_request, response) => {
    response.setHeader('x-later', '1');
  };
  expect(await gatherer(300)(`${site().origin}/`)).toEqual({ ok: false, code: 'timeout', httpStatus: null });
});

it('gives up on a page that cannot be parsed in time before asking the site for anything else', async () => {
  const gatherPage = createPageGatherer({
    guard: guard(),
    discover: () => Promise.reject(new Error('took too long')),
    recognise: () => Promise.resolve([]),
  });
  await expect(gatherPage(`${site().origin}/`)).rejects.toThrow('took too long');
  expect(site().paths).toEqual(['/']);
});
