import { launchBrowser } from '@platform/browser';
import { describeInBrowser } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';
import request from 'supertest';

import { openTestDatabase, startService } from '../harness.ts';
import type { TestService } from '../harness.ts';
import { startSite } from '../loopback-site.ts';
import type { LoopbackSite } from '../loopback-site.ts';

const SHELL = `<!doctype html><html lang="en"><head><title>Shell</title></head><body><div id="root"></div>
<script>document.getElementById('root').innerHTML = '<main><h1>Made by a script</h1><p>' + 'word '.repeat(400) + '</p></main>';</script>
</body></html>`;

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** A visitor sees something other than its HTML says. */
const STYLED = `<!doctype html><html lang="en"><head><title>Styled</title>
<style>.phone-only { display: none } .hero { width: 300px; height: 200px } .seal { width: 40px }
@media (min-width: 1px) { body { background: url(/pixel.gif?by-css) } }</style></head>
<body><main><h1>Shown</h1><h1 class="phone-only">Not shown</h1><p>${'word '.repeat(400)}</p></main>
<main class="phone-only"></main><img class="hero" alt="A" src="/pixel.gif"><img class="seal" alt="B" src="/pixel.gif?seal">
<picture><source type="image/webp" srcset="/pixel.gif?webp"><img width="1" height="1" alt="C" src="/pixel.gif?fallback"></picture>
</body></html>`;

const UNUSED = {
  js: `document.body.append('used');${Array.from({ length: 500 }, (_, index) => `function unused${String(index)}() { return '${'x'.repeat(80)}'; }`).join('\n')}`,
  css: `h1 { color: navy; --note: '${'used'.repeat(300)}' }${Array.from({ length: 400 }, (_, index) => `.unused-${String(index)} { margin: ${String(index)}px; padding: 1px }`).join('\n')}`,
};

const WASTEFUL = `<!doctype html><html lang="en"><head><title>Wasteful</title><link rel="stylesheet" href="/wasteful.css"></head>
<body><main><h1>Shown</h1><p>${'word '.repeat(400)}</p></main><script src="/wasteful.js"></script></body></html>`;

/** Puts its own in the place of what a report is read with, and forbids scripts that aren't its own. */
const FORGER = `<!doctype html><html lang="en"><head><title>Forger</title>
<meta http-equiv="content-security-policy" content="script-src 'nonce-a'"></head>
<body><main><h1>Forged</h1><p>${'word '.repeat(400)}</p><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></main>
<script nonce="a">
  try {
    Object.defineProperty(window, '__pageReport', { value: { lcp: 'x', shifts: 5, tasks: null } });
  } catch {}
  Object.defineProperty(window, 'axe', { value: { run: async () => ({ violations: [] }) } });
  performance.getEntriesByName = performance.getEntriesByType = () => [{ startTime: 'x', responseStart: {} }];
  Array.prototype.map = () => Array(1e6).fill('forged');
  String.prototype.slice = () => 'forged'.repeat(1e6);
  JSON.stringify = () => 'forged';
</script></body></html>`;

/** Goes down by itself, under a header that stays. The pictures have no text and colours of their own. */
const SCROLLED = `<!doctype html><html lang="en"><head><title>Scrolled</title><meta name="viewport" content="width=device-width"></head>
<body style="margin: 0; height: 4000px"><main><h1>Scrolled</h1><p>${'word '.repeat(400)}</p></main>
<img src="/pixel.gif?fixed" style="position: fixed; top: 0; left: 0; width: 60px; height: 40px; background: #f00">
<img src="/pixel.gif?placed" style="position: absolute; top: 300px; left: 100px; width: 60px; height: 40px; background: #00f">
<img src="/pixel.gif?below" style="position: absolute; top: 1100px; left: 100px; width: 60px; height: 40px; background: #0f0">
<div style="position: absolute; top: 400px; left: 200px; width: 100px; height: 80px; overflow: auto" id="box"><div style="height: 500px">
<img src="/pixel.gif?inner" style="display: block; margin-top: 200px; width: 60px; height: 40px; background: #f0f"></div></div>
<script>scrollTo(0, 500); document.getElementById('box').scrollTop = 180</script></body></html>`;

describeInBrowser('a report with render=1', () => {
  let database: TestDatabase;
  let service: TestService;
  let site: LoopbackSite;

  beforeAll(async () => {
    database = await openTestDatabase();
    site = await startSite((incoming, response) => {
      const markup = new Map([
        ['/app', SHELL],
        ['/forger', FORGER],
        ['/styled', STYLED],
        ['/scrolled', SCROLLED],
        ['/wasteful', WASTEFUL],
      ]).get(incoming.url ?? '');
      if (incoming.url === '/wasteful.js')
        response.setHeader('content-type', 'text/javascript').end(UNUSED.js);
      if (incoming.url === '/wasteful.css') response.setHeader('content-type', 'text/css').end(UNUSED.css);
      if (incoming.url?.startsWith('/pixel.gif') === true)
        response.setHeader('content-type', 'image/gif').end(PIXEL);
      if (markup === undefined) return;
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(markup);
    });
    service = await startService(database, { resultWaitSeconds: 280 });
  });
  afterAll(async () => {
    await service.close();
    await site.close();
    await database.drop();
  });

  it('judges the page that scripts built, measures it and keeps its screenshots', async () => {
    const api = await service.client('org_a');
    const { status, body } = await api.post('/reports', { url: `${site.origin}/app`, render: 1 });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ status: 'generated', render: 1 });
    const { metrics, screenshots, checks, notices } = body.data;
    for (const name of ['lcp', 'cls', 'tbt', 'fcp', 'ttfb'])
      expect(metrics[name]).toEqual(expect.any(Number));
    const statusOf = (id: string) => checks.find((check: { id: string }) => check.id === id)?.status;
    expect(statusOf('headings')).toBe('pass');
    expect(statusOf('content-length')).toBe('pass');
    expect(statusOf('server-rendered')).toBe('warn');
    expect(notices.map(({ code }: { code: string }) => code)).not.toContain('javascript_rendered');

    const picture = await request(service.app).get(new URL(screenshots.phone).pathname).expect(200);
    expect(picture.headers['content-type']).toBe('image/jpeg');
    const shown = await request(service.app).get(new URL(body.data.report_url).pathname).expect(200);
    expect(shown.text).toContain('Largest Contentful Paint');
    expect(body.data.origins).toEqual([
      {
        origin: site.origin,
        requests: expect.any(Number),
        bytes: expect.any(Number),
        third_party: false,
        entity: null,
      },
    ]);
    expect(body.data.origins[0].bytes).toBeGreaterThan(SHELL.length);
    const waterfall = await request(service.app).get(new URL(body.data.waterfall).pathname).expect(200);
    expect(waterfall.headers['content-type']).toContain('image/svg+xml');
    expect(String(waterfall.body)).toContain('/app: document, 200');
    expect(shown.text).toContain('/app: document, 200');
    await api.put(`/reports/${body.data.id}`, { privacy: 1 });
    await request(service.app).get(new URL(body.data.waterfall).pathname).expect(404);
    await request(service.app).get(new URL(screenshots.phone).pathname).expect(404);
  }, 300_000);

  it('shows where elements are in the picture, though the page goes down by itself', async () => {
    const api = await service.client('org_scrolled');
    const { body } = await api.post('/reports', { url: `${site.origin}/scrolled`, render: 1 });
    const { checks, screenshots } = body.data;
    const { items } = checks.find((check: { id: string }) => check.id === 'image-alt');
    const boxes = items.map(({ place }: { place: { box: object | null } }) => place.box);
    expect(boxes).toEqual([
      { x: 0, y: 0, width: 60, height: 40 },
      { x: 100, y: 300, width: 60, height: 40 },
      null,
      { x: 200, y: 420, width: 60, height: 40 },
    ]);
    const picture = await request(service.app).get(new URL(screenshots.phone).pathname).expect(200);
    const browser = await launchBrowser(process.env);
    try {
      const page = await browser.newPage();
      const colours = await page.evaluate(
        async ({ source, centres }) => {
          const image = new Image();
          image.src = source;
          await image.decode();
          const canvas = document.createElement('canvas');
          [canvas.width, canvas.height] = [image.width, image.height];
          const context = canvas.getContext('2d')!;
          context.drawImage(image, 0, 0);
          return centres.map(([x = 0, y = 0]) =>
            [...context.getImageData(x, y, 1, 1).data.slice(0, 3)].map((part) => Math.round(part / 255)),
          );
        },
        {
          source: `data:image/jpeg;base64,${(picture.body as Buffer).toString('base64')}`,
          centres: boxes.flatMap((box: { x: number; y: number } | null) =>
            box === null ? [] : [[box.x + 30, box.y + 20]],
          ) as number[][],
        },
      );
      expect(colours).toEqual([
        [1, 0, 0],
        [0, 0, 1],
        [1, 0, 1],
      ]);
    } finally {
      await browser.close();
    }
  }, 300_000);

  it('measures several runs and a desktop, what files are used, and takes pictures on the way', async () => {
    const api = await service.client('org_several');
    const fields = { url: `${site.origin}/wasteful`, render: 1, runs: 3, desktop: 1 };
    const { body } = await api.post('/reports', fields);
    expect(body.data).toMatchObject({ status: 'generated', runs: 3, desktop: 1 });
    const { samples, metrics, metrics_desktop: desktop, filmstrip, checks, screenshots } = body.data;
    expect(samples).toHaveLength(3);
    const sorted = samples.map(({ lcp }: { lcp: number }) => lcp).sort((a: number, b: number) => a - b);
    expect(metrics.lcp).toBe(sorted[1]);
    // A fast connection and processor.
    expect(desktop.fcp).toBeLessThan(metrics.fcp);
    const checkOf = (id: string) => checks.find((check: { id: string }) => check.id === id);
    expect(checkOf('unused-javascript')).toMatchObject({
      status: 'warn',
      items: [{ snippet: `${site.origin}/wasteful.js`, note: expect.stringMatching(/KiB unused, 9\d %/) }],
      gain: { bytes: expect.any(Number), milliseconds: expect.any(Number) },
    });
    expect(checkOf('unused-css')).toMatchObject({
      status: 'warn',
      items: [{ snippet: `${site.origin}/wasteful.css`, note: expect.stringMatching(/KiB unused, 9\d %/) }],
    });
    expect(filmstrip).toHaveLength(8);
    const taken = filmstrip.filter(({ picture }: { picture: string | null }) => picture !== null);
    expect(taken.length).toBeGreaterThan(0);
    const path = new URL(taken.at(-1).picture).pathname;
    const picture = await request(service.app).get(path).expect(200);
    expect(picture.headers['content-type']).toBe('image/jpeg');
    await request(service.app).get(new URL(screenshots.desktop).pathname).expect(200);
    const shown = await request(service.app).get(new URL(body.data.report_url).pathname).expect(200);
    expect(shown.text).toContain('Medians of 3 runs');
    expect(shown.text).toMatch(/<th[^>]*>Desktop<\/th>/);
    expect(shown.text).toContain('<ol class="filmstrip">');
  }, 300_000);

  it('judges what is shown, as the browser laid it out', async () => {
    const api = await service.client('org_styled');
    const { body } = await api.post('/reports', { url: `${site.origin}/styled`, render: 1 });
    const checkOf = (id: string) => body.data.checks.find((check: { id: string }) => check.id === id);
    expect(checkOf('headings')).toMatchObject({ status: 'pass', evidence: 'rendered' });
    expect(checkOf('main-landmark')).toMatchObject({ status: 'pass' });
    expect(checkOf('unsized-images')).toMatchObject({
      value: 1,
      items: [{ snippet: expect.stringContaining('seal') }],
    });
    expect(checkOf('broken-resources').status).toBe('pass');
    const plain = await api.post('/reports', { url: `${site.origin}/styled` });
    const unsized = plain.body.data.checks.find(({ id }: { id: string }) => id === 'unsized-images');
    expect(unsized).toMatchObject({
      status: 'info',
      message: expect.stringMatching(/^Not decided/),
      evidence: 'html',
    });
  }, 300_000);

  it('is not read with what the page has put in the place of browser functions', async () => {
    const api = await service.client('org_forger');
    const { body } = await api.post('/reports', { url: `${site.origin}/forger`, render: 1 });
    expect(body.data).toMatchObject({ status: 'generated', render: 1 });
    for (const name of ['cls', 'tbt', 'fcp', 'ttfb'])
      expect(body.data.metrics[name]).toEqual(expect.any(Number));
    const rules = body.data.checks.find(({ id }: { id: string }) => id === 'accessibility-rules');
    expect(rules.status).toBe('fail');
    expect(JSON.stringify(rules)).toContain('<img src=');
    expect(JSON.stringify(rules)).not.toContain('forged');
  }, 300_000);

  it('is exported as CSV, JSON and PDF, and has a badge', async () => {
    const api = await service.client('org_a');
    const [report] = (await api.get('/reports')).body.data;
    await api.put(`/reports/${report.id}`, { privacy: 0 });
    const csv = await api.get(`/reports/${report.id}/export?format=csv`);
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(csv.headers['content-disposition']).toBe(`attachment; filename="report-${String(report.id)}.csv"`);
    expect(csv.text.split('\r\n')[0]).toBe(
      'category,id,title,status,importance,score,value,expected,findings,message,places,points_to_win,bytes_saved,milliseconds_saved',
    );
    expect(csv.text).toContain('\r\nseo,title,');
    const { body } = await api.get(`/reports/${report.id}/export?format=json`);
    expect(body).toMatchObject({
      requestedUrl: report.url,
      score: report.score / 100,
      audits: { title: { id: 'title' } },
    });
    const pdf = await api.get(`/reports/${report.id}/export?format=pdf`);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    const printed = Buffer.from(pdf.body as Buffer).toString('latin1');
    expect(printed.slice(0, 5)).toBe('%PDF-');
    const sheets = printed.match(/\/Type\s*\/Page\b/g) ?? [];
    expect(sheets.length).toBeGreaterThan(0);
    expect(sheets.length).toBeLessThanOrEqual(4);
    expect((await api.get(`/reports/${report.id}/export?format=xml`)).status).toBe(422);
    const badge = await request(service.app)
      .get(`${new URL(report.report_url).pathname}/badge.svg`)
      .expect(200);
    expect(badge.headers['content-type']).toContain('image/svg+xml');
    expect(String(badge.body)).toContain(`${String(report.score)} / 100`);
  }, 300_000);

  it('is kept apart from a report without it on the same URL', async () => {
    const api = await service.client('org_a');
    const { body } = await api.post('/reports', { url: `${site.origin}/app` });
    expect(body.data).toMatchObject({
      status: 'generated',
      render: 0,
      metrics: null,
      screenshots: null,
      waterfall: null,
      origins: null,
    });
    expect(body.data.notices.map(({ code }: { code: string }) => code)).toContain('javascript_rendered');
  }, 300_000);
});
