import { loadPages } from '@platform/pages';
import type { ReportPages } from '@platform/pages';
import { SaxesParser } from 'saxes';

import type { BrowserFacts, BrowserRequest } from '../../src/page/browser-facts.ts';
import { originsOf } from '../../src/reports/report-json.ts';
import { presentResult } from '../../src/reports/report-json.ts';
import type { DetailedRun } from '../../src/runs/run.ts';
import { artifactsOf } from '../checks/page-fixture.ts';

let pages: ReportPages;
beforeAll(async () => {
  ({ pages } = await loadPages('reports'));
});

/** The file at `/r/{key}/waterfall.svg`. */
const waterfallOf = (facts: BrowserFacts, finalUrl: string, language: 'en' | 'de' = 'en'): string => {
  const run: DetailedRun = {
    id: 1,
    reportId: 1,
    status: 'generated',
    error: null,
    httpStatus: null,
    result: null,
    score: null,
    rulesVersion: null,
    startedAt: new Date(0),
    finishedAt: new Date(0),
    audit: null,
    facts: { ...artifactsOf({ finalUrl }), browser: facts, resources: 0, totalTransferBytes: 0 },
  };
  return pages.waterfall({ report: presentResult('', { pageKey: 'key' }, run, language), language });
};

const request = (url: string, changes: Partial<BrowserRequest> = {}): BrowserRequest => ({
  url,
  type: 'script',
  status: 200,
  start: 10,
  firstByte: 100,
  end: 150,
  bytes: 2048,
  ...changes,
});
const browser = (requests: BrowserRequest[], origins: string[]): BrowserFacts => ({
  metrics: { lcp: 900, cls: 0, tbt: 0, fcp: 600, ttfb: 100 },
  consoleErrors: [],
  failedRequests: [],
  requestsByOrigin: origins.map((origin) => ({ origin, requests: 1 })),
  requests,
  cookies: [],
  violations: [],
});

/** Throws where the SVG isn’t well-formed. @returns the texts in it */
const textsOf = (markup: string): string[] => {
  const texts: string[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('text', (text) => {
    if (text.trim() !== '') texts.push(text.trim());
  });
  parser.write(markup).close();
  return texts;
};

const PAGE = 'https://www.shop.example/';

it('groups requests by origin, the heaviest first, and names third parties', () => {
  const facts = browser(
    [
      request(PAGE, { type: 'document', bytes: 1000 }),
      request('https://static.shop.example/a.css', { type: 'stylesheet', bytes: 3000 }),
      request('https://cdn.other.example/x.js', { bytes: 9000 }),
    ],
    ['https://www.shop.example', 'https://static.shop.example', 'https://cdn.other.example'],
  );
  expect(originsOf(facts, PAGE)).toEqual([
    { origin: 'https://cdn.other.example', requests: 1, bytes: 9000, entity: null, isThirdParty: true },
    { origin: 'https://static.shop.example', requests: 1, bytes: 3000, entity: null, isThirdParty: false },
    { origin: 'https://www.shop.example', requests: 1, bytes: 1000, entity: null, isThirdParty: false },
  ]);
  const texts = textsOf(waterfallOf(facts, PAGE));
  expect(texts).toContain('https://cdn.other.example (third party): 1 request, 8.8 KiB');
  expect(texts).toContain('https://cdn.other.example/x.js: script, 200, 10–150 ms');
  expect(texts).toEqual(expect.arrayContaining(['FCP', 'LCP']));
});

it('shows failures, and stays well-formed whatever addresses hold', () => {
  const facts = browser(
    [
      request('https://a.example/404.png', { status: 404, bytes: 10 }),
      request('https://a.example/gone.png', { status: null, firstByte: null, end: 10, bytes: null }),
      request('https://a.example/</svg><script>alert(1)</script>?"\'&', { start: 0, end: 0, firstByte: 0 }),
    ],
    ['https://a.example'],
  );
  const markup = waterfallOf(facts, PAGE);
  expect(textsOf(markup)).toEqual(expect.arrayContaining(['404', 'failed']));
  expect(markup).not.toContain('<script');
});

it('shows the first hundred requests and says how many more there are', () => {
  const many = Array.from({ length: 150 }, (_, index) => request(`https://a.example/${String(index)}.js`));
  const texts = textsOf(waterfallOf(browser(many, ['https://a.example']), PAGE));
  expect(texts).toContain('and 50 more requests');
});

it('speaks German', () => {
  const facts = browser(
    [
      request(PAGE, { type: 'document', bytes: 2355 }),
      request('https://cdn.other.example/x.js', { status: 404 }),
    ],
    ['https://www.shop.example', 'https://cdn.other.example'],
  );
  const shown = textsOf(waterfallOf(facts, PAGE, 'de'));
  expect(shown).toEqual(
    expect.arrayContaining([
      'https://www.shop.example: 1 Anfrage, 2,3 KiB',
      'https://cdn.other.example (Drittanbieter): 1 Anfrage, 2,0 KiB',
      'https://cdn.other.example/x.js: Skript, 404, 10–150 ms',
      'Schrift',
    ]),
  );
});
