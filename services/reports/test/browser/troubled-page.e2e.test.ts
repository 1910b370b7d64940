import { describeInBrowser } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';
import request from 'supertest';

import { openTestDatabase, startService } from '../harness.ts';
import type { TestClient, TestService } from '../harness.ts';
import { startSite } from '../loopback-site.ts';
import type { LoopbackSite } from '../loopback-site.ts';

/** Its scripts break, ask for what isn't there, and set cookies that nobody agreed to. */
const TROUBLED = `<!doctype html><html lang="en"><head><title>Troubled</title></head>
<body><main><h1>Troubled</h1><p>${'word '.repeat(300)}</p></main><script>
  document.cookie = '_ga=GA1.1.1; path=/';
  document.cookie = 'basket=1; path=/';
  console.error('<b>broken</b> on purpose');
  fetch('/api/missing?<i>');
  fetch('/api/slow').catch(() => undefined);
  setTimeout(() => { undefinedFunction(); });
</script></body></html>`;

interface CheckAnswer {
  id: string;
  status: string;
  value: number;
  items: { snippet: string; note: string | null }[];
}

describeInBrowser('a report on a page with troubles', () => {
  let database: TestDatabase;
  let service: TestService;
  let site: LoopbackSite;
  let api: TestClient;
  let report: { id: number; report_url: string; checks: CheckAnswer[] };
  let page: string;

  beforeAll(async () => {
    database = await openTestDatabase();
    site = await startSite((incoming, response) => {
      if (incoming.url === '/troubled') response.setHeader('content-type', 'text/html').end(TROUBLED);
      if (incoming.url === '/waiting')
        response
          .setHeader('content-type', 'text/html')
          .end(TROUBLED.replace('<script>', '<img src="/never.jpg" alt="Never"><script>'));
      if (incoming.url === '/never.jpg') response.setHeader('x-later', '1');
      if (incoming.url === '/open') response.setHeader('content-type', 'text/html').write(TROUBLED);
      // Hangs up without an answer.
      if (incoming.url === '/api/slow') {
        response.setHeader('x-later', '1');
        incoming.socket.destroy();
      }
    });
    service = await startService(database, { resultWaitSeconds: 280 });
    api = await service.client('org_a');
    const { body, status } = await api.post('/reports', { url: `${site.origin}/troubled`, render: 1 });
    expect(status).toBe(201);
    report = body.data;
    ({ text: page } = await request(service.app).get(new URL(report.report_url).pathname).expect(200));
  }, 300_000);
  afterAll(async () => {
    await service.close();
    await site.close();
    await database.drop();
  });

  const checkOf = (id: string) => report.checks.find((check) => check.id === id);

  it('names the errors in the console', () => {
    const check = checkOf('console-errors');
    expect(check?.status).toBe('warn');
    const snippets = check?.items.map(({ snippet }) => snippet) ?? [];
    expect(snippets).toContain('<b>broken</b> on purpose');
    expect(snippets).toContainEqual(expect.stringContaining('undefinedFunction is not defined'));
    // Chromium doesn't say what could not be loaded.
    expect(snippets).toContainEqual(expect.stringContaining('/api/missing'));
    expect(page).toContain('Errors in the console');
    expect(page).toContain('&lt;b>broken&lt;/b> on purpose');
    expect(page).not.toContain('<b>broken');
  });

  it('lists the requests that failed, with the reason', () => {
    const check = checkOf('failed-requests');
    expect(check).toMatchObject({ status: 'info', value: 2 });
    expect(check?.items).toContainEqual(
      expect.objectContaining({
        snippet: expect.stringContaining(`${site.origin}/api/missing?`),
        note: 'HTTP 404',
      }),
    );
    expect(check?.items.map(({ snippet }) => snippet)).toContain(`${site.origin}/api/slow`);
    expect(page).toContain('Failed requests (2)');
    expect(page).toContain(`<code>${site.origin}/api/slow</code>`);
    expect(page).toContain('<span class="note">HTTP 404</span>');
  });

  it('warns of the tracking cookie, and not of the basket', () => {
    const check = checkOf('cookies-before-consent');
    expect(check).toMatchObject({ status: 'warn', value: 1, items: [{ snippet: '_ga', note: '127.0.0.1' }] });
    expect(page).toContain('1 tracking cookie set without consent');
    expect(page).toContain('<code>_ga</code>');
  });

  it.each(['/waiting', '/open'])(
    'is partial where something never comes (%s), but no worse for it',
    async (path) => {
      const { body } = await api.post('/reports', { url: `${site.origin}${path}`, render: 1 });
      expect(body.data).toMatchObject({
        status: 'generated',
        incomplete: true,
        got_worse: false,
        rendering: {
          state: 'partial',
          reason: 'load',
          pending: [`${site.origin}${path === '/open' ? path : '/never.jpg'}`],
          benchmark_index: expect.any(Number),
        },
        metrics: { fcp: expect.any(Number) },
        screenshots: { phone: expect.any(String) },
      });
      expect(body.data.rendering.message).toContain('still loading');
      const codes = body.data.notices.map(({ code }: { code: string }) => code);
      expect(codes).toContain('partly_rendered');
      expect(codes.includes('stalled')).toBe(path === '/open');
      const headings = body.data.checks.find(({ id }: { id: string }) => id === 'headings');
      expect(headings).toMatchObject({ status: 'pass', evidence: 'rendered' });
      await request(service.app).get(new URL(body.data.screenshots.phone).pathname).expect(200);
    },
    200_000,
  );

  it('has all of it in its exports', async () => {
    const { text: csv } = await api.get(`/reports/${String(report.id)}/export?format=csv`);
    expect(csv).toMatch(/\r\ncontent,console-errors,[^\r]*,warn,/);
    expect(csv).toMatch(/\r\ncontent,failed-requests,[^\r]*,info,informative,,2,0,2,/);
    expect(csv).toMatch(/\r\nsecurity,cookies-before-consent,[^\r]*,warn,/);
    const { body: json } = await api.get(`/reports/${String(report.id)}/export?format=json`);
    const itemsOf = (id: string) => json.audits[id].details.items;
    expect(itemsOf('failed-requests')).toContainEqual(expect.objectContaining({ note: 'HTTP 404' }));
    expect(itemsOf('console-errors')).toContainEqual(
      expect.objectContaining({ snippet: '<b>broken</b> on purpose' }),
    );
    expect(itemsOf('cookies-before-consent')).toMatchObject([{ snippet: '_ga', note: '127.0.0.1' }]);
  });
});
