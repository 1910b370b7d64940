/// <reference lib="dom" />
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { launchBrowser } from '@platform/browser';
import { loadPages } from '@platform/pages';
import type { BuiltPages, ReportPages } from '@platform/pages';
import { describeInBrowser } from '@platform/testing';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { audit } from '../../src/audit/audit.ts';
import { createCheckRegistry } from '../../src/checks/registry.ts';
import { checksContent, reportContent, toPage } from '../../src/report-page/page-content.ts';
import type { DetailedRun } from '../../src/runs/run.ts';
import { artifactsOf, body, inBrowser } from '../checks/page-fixture.ts';
import { FAULTY_PAGE } from './faulty-site.ts';
import { printedPages } from './printed-pages.ts';

const registry = createCheckRegistry();

const runOf = (artifacts: ReturnType<typeof artifactsOf>): DetailedRun => ({
  id: 1,
  reportId: 1,
  status: 'generated',
  error: null,
  httpStatus: null,
  result: null,
  score: null,
  rulesVersion: registry.version,
  startedAt: new Date('2026-11-20T12:00:00Z'),
  finishedAt: new Date('2026-11-20T12:00:01Z'),
  audit: audit(artifacts, registry),
  facts: { ...artifacts, resources: artifacts.resources.length, totalTransferBytes: 123_456 },
});

const url = 'https://www.example.org/guides/planting-trees';
const report = {
  url,
  status: 'generated',
  error: null,
  httpStatus: null,
  pageKey: 'abcdefghijklmnop',
} as const;
const faulty = artifactsOf({ html: FAULTY_PAGE, finalUrl: 'http://www.example.org/', tls: null });
const shell = artifactsOf(body('<div id="root"></div><script src="/main.js"></script>'));

const TREND = [
  { score: 40, finishedAt: new Date('2026-11-01T12:00:00Z') },
  { score: 61, finishedAt: new Date('2026-11-20T12:00:01Z') },
];

/** Rendered: with failures, one of them at an address without a place to break the line. */
const troubled = artifactsOf({
  html: FAULTY_PAGE,
  ...inBrowser({
    consoleErrors: Array.from({ length: 12 }, (_, index) => `Uncaught TypeError: item ${index} is undefined`),
    failedRequests: [
      { url: `https://cdn.example/${'long'.repeat(80)}.js`, reason: 'net::ERR_CONNECTION_REFUSED' },
      { url: 'https://www.example.org/api?<script>', reason: 'HTTP 500' },
    ],
    requestsByOrigin: [{ origin: 'https://www.example.org', requests: 1 }],
    requests: [
      {
        url: 'https://www.example.org/',
        type: 'document',
        status: 200,
        start: 0,
        firstByte: 20,
        end: 60,
        bytes: 9000,
      },
    ],
  }),
});

const pagesIn = ({ pages }: BuiltPages<ReportPages>, language: 'en' | 'de'): Record<string, string> => {
  const shown = (changes: object, run?: DetailedRun, previous?: DetailedRun) =>
    pages.report({
      content: reportContent(
        { report: { ...report, ...changes }, run, previous, trend: previous ? TREND : [] },
        language,
      ),
      language,
      search: '',
    });
  return {
    good: shown({}, runOf(artifactsOf())),
    faulty: shown({}, runOf(faulty), runOf(artifactsOf())),
    troubled: shown({}, runOf(troubled)),
    shell: shown({ status: 'failed', error: 'timeout' }, runOf(shell)),
    pending: shown({ status: 'pending' }),
    password: pages.password({
      of: 'report',
      action: '/r/x',
      message: 'That is not the password.',
      language,
    }),
    checks: pages.checks({ content: checksContent(registry, language), language, search: '' }),
  };
};

const NAMES = ['good', 'faulty', 'troubled', 'shell', 'pending', 'password', 'checks'];
const PATHS = [...NAMES.map((name) => `/${name}`), ...NAMES.map((name) => `/de/${name}`)];

describeInBrowser('the report page in Chromium', () => {
  let browser: Browser;
  let server: Server;
  let origin: string;
  let built: BuiltPages<ReportPages>;
  /** Requests of browsers beside the pages and their screenshots. */
  const strays: string[] = [];

  beforeAll(async () => {
    built = await loadPages('reports');
    const documents = new Map<string, string>(
      Object.entries(pagesIn(built, 'en')).map(([name, page]) => [`/${name}`, page] as const),
    );
    for (const [name, page] of Object.entries(pagesIn(built, 'de'))) documents.set(`/de/${name}`, page);
    const { headers } = toPage('', 'en');
    server = createServer((request, response) => {
      const path = request.url ?? '';
      const file = built.assets.get(path.replace('/r/assets/', ''));
      if (!documents.has(path) && !file && !path.includes('/screenshots/')) strays.push(path);
      response.setHeader('Content-Type', file?.mediaType ?? 'text/html; charset=utf-8');
      response.setHeader('Content-Security-Policy', headers?.['Content-Security-Policy'] ?? '');
      response.end(file?.content ?? documents.get(path) ?? '');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    browser = await launchBrowser(process.env);
  });
  afterAll(async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
  });

  const open = async (
    path: string,
    width: number,
    colorScheme: 'light' | 'dark',
  ): Promise<{ page: Page; complaints: string[] }> => {
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      colorScheme,
      javaScriptEnabled: true,
    });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${origin}${path}`);
    return { page, complaints };
  };

  describe.each(PATHS)('%s', (path) => {
    it.each([
      [1280, 'light'],
      [360, 'dark'],
    ] as const)('has no axe violations at %i pixels in the %s scheme', async (width, scheme) => {
      const { page, complaints } = await open(path, width, scheme);
      // Folded parts are read too.
      await page.evaluate(() => {
        document.querySelectorAll('details').forEach((details) => {
          details.open = true;
        });
      });
      const violations = await page.evaluate(
        `(() => { ${axe.source}; return axe.run({ resultTypes: ['violations'] }).then((result) => result.violations.map(({ id, nodes }) => id + ' ' + nodes[0].html)); })()`,
      );
      expect(violations).toEqual([]);
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
      ).toBe(0);
      expect(await page.evaluate(() => document.styleSheets.length)).toBe(1);
      expect(complaints).toEqual([]);
      await page.context().close();
    });
  });

  it('runs no code taken from the page it describes', async () => {
    const { page } = await open('/faulty', 1280, 'light');
    expect(await page.title()).toBe(
      `www.example.org: ${/: (\d+) of 100/.exec(await page.title())?.[1] ?? ''} of 100 – page report`,
    );
    expect(
      await page.locator('main script:not([type="application/json"]), main img, main iframe').count(),
    ).toBe(0);
    await page.context().close();
  });

  // Places, gains and the code to paste take a fifth one where nearly everything is wrong.
  it.each([
    ['/good', 4],
    ['/faulty', 4],
    ['/troubled', 5],
    ['/de/good', 4],
    ['/de/faulty', 5],
    ['/de/troubled', 6],
  ])('prints %s on %d sheets at most, none of them empty', async (path, most) => {
    const { page } = await open(path, 1280, 'light');
    const sheets = printedPages(await page.pdf({ format: 'A4', printBackground: true }));
    expect(sheets.length).toBeLessThanOrEqual(most);
    // Only the last one may be short.
    const fullest = Math.max(...sheets);
    for (const texts of sheets.slice(0, -1)) expect(texts).toBeGreaterThan(fullest / 4);
    expect(sheets.at(-1)).toBeGreaterThan(0);
    await page.context().close();
  });

  it('prints everything in light colours', async () => {
    const { page } = await open('/faulty', 1280, 'dark');
    const pdf = await page.pdf({ format: 'A4', printBackground: true });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.length).toBeGreaterThan(50_000);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(0, 0, 0)');
    // Findings to mend are printed; details to look up stay folded.
    const heightOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((item) => item.getBoundingClientRect().height);
    expect(await heightOf('.finding li')).toBeGreaterThan(0);
    expect(await heightOf('details li')).toBe(0);
    await page.context().close();
  });

  it('made browsers ask for nothing else in all of this, not even for an icon', async () => {
    const { page } = await open('/good', 1280, 'light');
    expect(await page.locator('link[rel="icon"]').getAttribute('href')).toBe('data:,');
    expect(strays).toEqual([]);
    await page.context().close();
  });
});
