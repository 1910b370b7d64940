import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { promisify } from 'node:util';

import { findChromium, launchBrowser } from '@platform/browser';
import { eventually, sayIsSkipped } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';
import type { Browser } from 'playwright-core';

import type { BrowserFacts } from '../../src/page/browser-facts.ts';
import { openTestDatabase, startService } from '../harness.ts';
import type { TestService } from '../harness.ts';

const run = promisify(execFile);
const LIGHTHOUSE = 'lighthouse@13.5.0';

/** Pages of templates that npm has built: the package, its folder that is served, and the page. */
const TEMPLATES: readonly (readonly [name: string, root: string, page: string])[] = [
  ['startbootstrap-creative', 'dist', 'index.html'],
  ['startbootstrap-resume', 'dist', 'index.html'],
  ['startbootstrap-sb-admin', 'dist', 'index.html'],
  ['startbootstrap-sb-admin', 'dist', 'login.html'],
  ['startbootstrap-sb-admin', 'dist', '404.html'],
  ['startbootstrap-simple-sidebar', 'dist', 'index.html'],
  ['startbootstrap-sb-admin-2', '.', 'index.html'],
  ['startbootstrap-sb-admin-2', '.', 'login.html'],
  ['startbootstrap-sb-admin-2', '.', 'tables.html'],
  ['startbootstrap-sb-admin-2', '.', 'buttons.html'],
  ['html5-boilerplate', 'dist', 'index.html'],
  ['html5-boilerplate', 'dist', '404.html'],
  ['@adminkit/core', 'static', 'index.html'],
  ['material-dashboard', '.', 'pages/dashboard.html'],
  ['material-dashboard', '.', 'pages/sign-in.html'],
  ['soft-ui-dashboard', '.', 'pages/dashboard.html'],
  ['soft-ui-dashboard', '.', 'pages/tables.html'],
  ['soft-ui-dashboard', '.', 'pages/sign-up.html'],
  ['admin-lte@3.2.0', '.', 'index.html'],
  ['admin-lte@3.2.0', '.', 'pages/forms/general.html'],
  ['admin-lte@3.2.0', '.', 'pages/examples/login.html'],
  ['reveal.js@5', '.', 'demo.html'],
  ['reveal.js@5', '.', 'index.html'],
  ['impress.js', '.', 'index.html'],
];
/** Some packages may have gone, or moved their pages. */
const ENOUGH = 20;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
};

const serve = async (root: string): Promise<{ server: Server; origin: string }> => {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const file = join(root, normalize(decodeURIComponent(pathname)));
    readFile(file).then(
      (content) =>
        response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream').end(content),
      () => response.writeHead(404, { 'content-type': 'text/html' }).end('<title>Not found</title>'),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}` };
};

/** Ranks, equal values in the middle of theirs. */
const ranksOf = (values: readonly number[]): number[] =>
  values.map((value) => {
    const below = values.filter((other) => other < value).length;
    const equal = values.filter((other) => other === value).length;
    return below + (equal + 1) / 2;
  });

/** Spearman's correlation. */
const rankCorrelation = (a: readonly number[], b: readonly number[]): number => {
  const [x, y] = [ranksOf(a), ranksOf(b)];
  const mean = (a.length + 1) / 2;
  const sum = (of: (index: number) => number) => x.reduce((all, _, index) => all + of(index), 0);
  const covariance = sum((at) => ((x[at] ?? 0) - mean) * ((y[at] ?? 0) - mean));
  const spread = Math.sqrt(sum((at) => ((x[at] ?? 0) - mean) ** 2) * sum((at) => ((y[at] ?? 0) - mean) ** 2));
  return spread === 0 ? 1 : covariance / spread;
};

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core alone finds on a page, as `rule: elements`. */
const axeAlone = async (browser: Browser, url: string): Promise<string[]> => {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
    bypassCSP: true,
  });
  try {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForLoadState('networkidle').catch(() => undefined);
    await page.waitForTimeout(2000);
    await page.evaluate(axeSource);
    return await page.evaluate<string[]>(
      `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
        violations.map(({ id, nodes }) => id + ': ' + nodes.length).sort())`,
    );
  } finally {
    await context.close();
  }
};

interface Judged {
  readonly name: string;
  readonly ours: Readonly<Record<string, number>>;
  readonly theirs: Readonly<Record<string, number>>;
  readonly axe: readonly string[];
  readonly axeOurs: readonly string[];
}

const CATEGORIES = ['performance', 'accessibility', 'seo'] as const;
const chromium = findChromium(process.env);

let folder: string;
let database: TestDatabase;
let service: TestService;
const judged: Judged[] = [];

const lighthouseOf = async (url: string): Promise<Record<string, number>> => {
  const { stdout } = await run(
    process.execPath,
    [
      join(folder, 'node_modules/lighthouse/cli/index.js'),
      url,
      '--output=json',
      '--quiet',
      `--only-categories=${CATEGORIES.join(',')}`,
      '--throttling-method=devtools',
      '--chrome-flags=--headless=new --no-sandbox',
    ],
    {
      env: { ...process.env, CHROME_PATH: chromium.kind === 'installed' ? chromium.path : '' },
      maxBuffer: 64 * 1024 ** 2,
    },
  );
  const { categories } = JSON.parse(stdout) as { categories: Record<string, { score: number | null }> };
  return Object.fromEntries(CATEGORIES.map((id) => [id, Math.round(100 * (categories[id]?.score ?? 0))]));
};

const oursOf = async (url: string) => {
  const api = await service.client('org_a');
  const { id } = (await api.post('/reports', { url, render: 1 }, { Prefer: 'respond-async' })).body.data;
  await eventually(async () => {
    expect((await api.get(`/reports/${String(id)}`)).body.data.status).not.toBe('pending');
  });
  const { categories } = (await api.get(`/reports/${String(id)}`)).body.data as {
    categories: { id: string; score: number | null }[];
  };
  const row = await database
    .database('report_runs')
    .where({ report_id: id })
    .first<{ facts: { browser?: BrowserFacts } }>('facts');
  const violations = row.facts.browser?.violations ?? [];
  return {
    scores: Object.fromEntries(categories.map(({ id: category, score }) => [category, score ?? 0])),
    axe: violations.map(({ id: rule, total }) => `${rule}: ${String(total)}`).sort(),
  };
};

const describeWithChromium = chromium.kind === 'installed' ? describe : describe.skip;
if (chromium.kind !== 'installed') sayIsSkipped('templates beside Lighthouse', 'No Chromium is installed.');

describeWithChromium('templates from npm', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'templates-'));
    await run('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, LIGHTHOUSE]);
    database = await openTestDatabase();
    service = await startService(database, { recoveryInterval: 200 });
    const browser = await launchBrowser(process.env);
    const servers: Server[] = [];
    const origins = new Map<string, string>();
    for (const [name, root, page] of TEMPLATES) {
      try {
        const key = `${name} ${root}`;
        let origin = origins.get(key);
        const unpacked = join(folder, 'templates', name.replaceAll(/\W/g, '-'));
        if (origin === undefined) {
          await mkdir(unpacked, { recursive: true });
          const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', unpacked, name]);
          await run('tar', ['-xzf', join(unpacked, stdout.trim()), '-C', unpacked]);
          const served = await serve(join(unpacked, 'package', root));
          servers.push(served.server);
          origin = served.origin;
          origins.set(key, origin);
        }
        await stat(join(unpacked, 'package', root, page));
        const url = `${origin}/${page}`;
        const { scores: ours, axe: axeOurs } = await oursOf(url);
        const theirs = await lighthouseOf(url);
        judged.push({ name: `${name} ${page}`, ours, theirs, axeOurs, axe: await axeAlone(browser, url) });
        const scores = CATEGORIES.map((id) => `${id} ${String(ours[id])}/${String(theirs[id])}`).join(', ');
        process.stdout.write(`${name} ${page}: ${scores}\n`);
      } catch (error) {
        process.stdout.write(
          `${name} ${page}: left out (${(error as Error).message.split('\n')[0] ?? ''})\n`,
        );
      }
      if (judged.length === ENOUGH) break;
    }
    await browser.close();
    for (const server of servers) server.close();
  }, 3_600_000);
  afterAll(async () => {
    await service.close();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it('are twenty', () => {
    expect(judged.length).toBe(ENOUGH);
  });

  it.each(CATEGORIES)('come in Lighthouse’s order by %s', (id) => {
    const correlation = rankCorrelation(
      judged.map(({ ours }) => ours[id] ?? 0),
      judged.map(({ theirs }) => theirs[id] ?? 0),
    );
    process.stdout.write(`${id}: rank correlation ${correlation.toFixed(2)}\n`);
    expect(correlation).toBeGreaterThanOrEqual(0.8);
  });

  it('have the violations that axe-core alone finds', () => {
    for (const { name, axe, axeOurs } of judged) expect({ name, axe: axeOurs }).toEqual({ name, axe });
  });
});
