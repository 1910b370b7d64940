import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import { launchBrowser } from '@platform/browser';
import { PATIENCE_MILLISECONDS } from '@platform/testing';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import request from 'supertest';

import { addDays, localDay } from '../../src/calendar/local-day.ts';
import { startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';
import { randomTraffic } from '../stats/random-traffic.ts';
import { storeTraffic } from '../stats/store-traffic.ts';

const require = createRequire(import.meta.url);

/** A browser and a website with traffic, for the suite that calls this. */
export const useBrowser = () => {
  let platform: RunningAnalytics;
  let browser: Browser;
  let site: WebsiteJson;
  let axe: string;

  beforeAll(async () => {
    platform = await startAnalytics();
    site = await platform.createWebsite({ privacy: 0 });
    const today = localDay('UTC', Date.now());
    await storeTraffic(
      platform.db.database,
      randomTraffic({
        websiteId: site.id,
        zone: 'UTC',
        from: addDays(today, -20),
        days: 20,
        visits: 300,
        seed: 5,
      }),
    );
    const make = async (path: string, body: object) =>
      request(platform.server)
        .post(`/api/v1/websites/${site.id}${path}`)
        .set('Authorization', await platform.identity.bearer())
        .send(body)
        .expect(201);
    await make('/goals', { name: 'Pricing looked at', type: 'page', pattern: '/pricing' });
    await make('/funnels', {
      name: 'To the docs',
      steps: [
        { type: 'page', pattern: '/' },
        { type: 'page', pattern: '/docs' },
      ],
    });
    browser = await launchBrowser(process.env);
    axe = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8');
  });

  afterAll(async () => {
    await browser.close();
    await platform.stop();
  });

  /**
   * Opens a page, fails on errors of scripts and of the content policy, and closes it after the
   * work.
   */
  const withPage = async (
    path: string,
    options: BrowserContextOptions,
    work: (page: Page) => Promise<void>,
  ): Promise<void> => {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(PATIENCE_MILLISECONDS);
    const faults: string[] = [];
    const page = await context.newPage();
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    await page.goto(path.startsWith('/') ? platform.url + path : path);
    await work(page);
    await context.close();
    expect(faults).toEqual([]);
  };

  const violations = async (page: Page): Promise<string[]> => {
    await page.evaluate(axe);
    return page.evaluate(
      'axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes[0].html))',
    );
  };

  return { platform: () => platform, site: () => site, withPage, violations };
};
