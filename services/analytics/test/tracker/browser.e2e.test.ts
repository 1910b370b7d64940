import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { launchBrowser } from '@platform/browser';
import { describeInBrowser, eventually, PATIENCE_MILLISECONDS } from '@platform/testing';
import type { Browser, BrowserContext, Page } from 'playwright-core';

import { CHROME, startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';

interface Stored {
  name: string;
  page: string;
  props: Record<string, unknown>;
  engaged_ms: number;
  scroll: number;
}

describeInBrowser('the tracker in Chromium', () => {
  let platform: RunningAnalytics;
  let browser: Browser;
  let pages: Server;
  let other: Server;
  let site: WebsiteJson;
  let context: BrowserContext;
  let page: Page;
  let origin: string;
  /** Methods and paths of what the service was asked for. */
  const asked: string[] = [];

  const attributes = { value: '' };
  const html = (path: string): string => `<!doctype html><html lang="en"><title>${path}</title>
    <script defer src="${platform.url}/t.js" data-site="${site.site_key}" ${attributes.value}></script>
    <body style="height: 4000px"><a id="inner" href="/second">inner</a> <a id="file" href="/guide.pdf?v=2" download>file</a>
    <a id="out" href="http://127.0.0.1:${(other.address() as AddressInfo).port}/landing?token=1"><b>out</b></a>
    <a id="mail" href="mailto:a@b.example">mail</a> <a id="anchor" href="#part">part</a>
    <button data-event="Signup" data-event-plan="pro" data-other="no"><i>sign up</i></button></body>`;

  const listen = async (handler: Parameters<typeof createServer>[1]): Promise<Server> => {
    const server = createServer(handler as () => void);
    await new Promise<void>((resolve) => server.listen(0, resolve));
    return server;
  };

  beforeAll(async () => {
    platform = await startAnalytics({ trustProxy: 0 });
    platform.server.on('request', (request: { method: string; url: string }) =>
      asked.push(`${request.method} ${request.url}`),
    );
    other = await listen((_request, response) => response.end('elsewhere'));
    pages = await listen((request, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(html(request.url ?? ''));
    });
    origin = `http://localhost:${(pages.address() as AddressInfo).port}`;
    browser = await launchBrowser(process.env, {
      // A context's user agent does not reach the beacons of closing pages; the switch does.
      args: [`--user-agent=${CHROME}`, '--disable-blink-features=AutomationControlled'],
    });
  });
  afterAll(async () => {
    await browser.close();
    for (const server of [pages, other]) {
      server.closeAllConnections();
      server.close();
    }
    await platform.stop();
  });

  beforeEach(async () => {
    const organisation = `org_${Math.random()}`;
    const website = await fetch(`${platform.url}/api/v1/websites`, {
      method: 'POST',
      headers: {
        authorization: await platform.identity.bearer({ organisation }),
        'content-type': 'application/json',
      },
      body: JSON.stringify({ domain: 'localhost' }),
    });
    site = ((await website.json()) as { data: WebsiteJson }).data;
    attributes.value = '';
    asked.length = 0;
    context = await browser.newContext({
      userAgent: CHROME,
      viewport: { width: 1000, height: 500 },
      locale: 'de-DE',
    });
    context.setDefaultTimeout(PATIENCE_MILLISECONDS);
    page = await context.newPage();
  });
  afterEach(() => context.close());

  const stored = async (): Promise<Stored[]> => {
    const { rows } = await platform.db.database.raw<{ rows: Stored[] }>(
      `SELECT CASE e.kind WHEN 0 THEN 'pageview' WHEN 2 THEN 'engagement' ELSE n.value END AS name, p.value AS page, e.props,
         e.engaged_ms, e.scroll
       FROM events e
       JOIN dictionary p ON p.website_id = e.website_id AND p.id = e.page_id
       LEFT JOIN dictionary n ON n.website_id = e.website_id AND n.id = e.name_id
       WHERE e.website_id = ? ORDER BY e.ts, e.ctid`,
      [site.id],
    );
    return rows;
  };
  /** Waits until so many events other than engagement have arrived, and returns them. */
  const views = (count: number): Promise<Stored[]> =>
    eventually(async () => {
      const events = (await stored()).filter(({ name }) => name !== 'engagement');
      expect(events).toHaveLength(count);
      return events;
    });
  const names = (events: readonly Stored[]): string[] =>
    events.map(({ name, page: path }) => `${name} ${path}`);

  it('sends what happens on a page, without a preflight, cookies or storage', async () => {
    await page.goto(`${origin}/start?id=7`, { referer: 'https://www.bing.com/' });
    await views(1);
    await page.evaluate('window.counted = performance.now()');
    await page.mouse.wheel(0, 1_500);
    await page.waitForFunction('scrollY > 1000');
    // One after the other: two requests at once may arrive in either order.
    await page.click('button i');
    await views(2);
    await page.click('#mail');
    await page.click('#file');
    await views(3);
    await page.waitForFunction('performance.now() > counted + 150');
    await page.click('#inner');
    await page.waitForURL('**/second');
    await views(4);
    await page.click('#out');
    await page.waitForURL('**/landing*');
    const events = await views(5);
    expect(names(events)).toEqual([
      'pageview /start?id=7',
      'Signup /start?id=7',
      'File Download /start?id=7',
      'pageview /second',
      'Outbound Link /second',
    ]);
    expect(events[1]?.props).toEqual({ plan: 'pro' });
    expect(events[2]?.props).toEqual({ url: `${origin}/guide.pdf` });
    expect(events[4]?.props['url']).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/landing$/);
    const engagement = await eventually(async () => {
      const found = (await stored()).filter(({ name }) => name === 'engagement');
      expect(found.length).toBeGreaterThanOrEqual(2);
      return found;
    });
    expect(engagement[0]).toMatchObject({ page: '/start?id=7' });
    const ofStart = engagement.filter(({ page: path }) => path === '/start?id=7');
    expect(ofStart.reduce((sum, { engaged_ms }) => sum + engaged_ms, 0)).toBeGreaterThan(100);
    const depth = ofStart.reduce((sum, { scroll }) => sum + scroll, 0);
    expect(depth).toBeGreaterThanOrEqual(37);
    expect(depth).toBeLessThanOrEqual(100);
    const visit = await platform.db.database('visits').where({ website_id: site.id });
    expect(visit).toMatchObject([{ pageviews: 2, events: 3 }]);
    const words = await platform.db.database('dictionary').where({ website_id: site.id }).pluck('value');
    expect(words).toEqual(expect.arrayContaining(['bing.com', 'de-de', 'Chrome', 'Organic Search']));
    expect(words.filter((word: string) => /^\d+x\d+$/.test(word))).toHaveLength(1);
    expect(asked.filter((line) => line.startsWith('OPTIONS'))).toEqual([]);
    expect(await context.cookies()).toEqual([]);
    await page.goto(`${origin}/start`);
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
  });

  it('counts the views of a single-page application, and nothing that only looks like a view', async () => {
    await page.goto(`${origin}/app`);
    await views(1);
    // One after the other: two requests at once may arrive in either order.
    await page.evaluate(`history.pushState({}, '', '/app/list?page=2')`);
    await views(2);
    await page.evaluate(`history.replaceState({}, '', '/app/list?page=2')`);
    await page.evaluate(`history.replaceState({ scroll: 1 }, '', '/app/item')`);
    await views(3);
    await page.click('#anchor');
    await page.evaluate(`history.pushState({}, '', '/app/last')`);
    await views(4);
    await page.goBack();
    await views(5);
    await page.goBack();
    await page.goBack();
    await views(6);
    await page.evaluate(`track('Done', { ok: true, steps: 3 })`);
    const events = await views(7);
    expect(names(events)).toEqual([
      'pageview /app',
      'pageview /app/list?page=2',
      'pageview /app/item',
      'pageview /app/last',
      // Back to the anchor on the item, over it to the item itself, which is the same page, and to
      // the start.
      'pageview /app/item',
      'pageview /app',
      'Done /app',
    ]);
    expect(events.at(-1)).toMatchObject({ name: 'Done', props: { ok: true, steps: 3 } });
  });

  it('tells pages apart by their fragment on request', async () => {
    attributes.value = 'data-hash';
    await page.goto(`${origin}/#/one?utm_x=1`);
    await views(1);
    await page.evaluate(`location.hash = '#/two'`);
    await views(2);
    await page.goBack();
    expect(names(await views(3))).toEqual(['pageview /#/one', 'pageview /#/two', 'pageview /#/one']);
  });

  it.each([
    ['doNotTrack', '"1"'],
    ['globalPrivacyControl', 'true'],
  ])('respects %s on request', async (property, value) => {
    await context.addInitScript(
      `Object.defineProperty(Navigator.prototype, '${property}', { get: () => ${value} })`,
    );
    attributes.value = 'data-dnt';
    await page.goto(`${origin}/private`);
    await page.click('button');
    await page.click('#inner');
    await page.waitForURL('**/second');
    attributes.value = '';
    await page.goto(`${origin}/not-asked`);
    expect(names(await views(1))).toEqual(['pageview /not-asked']);
    expect(asked.filter((line) => line === 'POST /collect')).toHaveLength((await stored()).length);
  });

  it('counts a prerendered page only once it is looked at', async () => {
    await context.addInitScript(`
      Object.defineProperty(document, 'prerendering', { configurable: true, get: () => true });
      window.activate = () => {
        delete document.prerendering;
        document.dispatchEvent(new Event('prerenderingchange'));
      };`);
    await page.goto(`${origin}/ahead`);
    await page.evaluate(`history.replaceState({}, '', '/ahead?state=1')`);
    expect(await page.evaluate('document.readyState')).toBe('complete');
    expect(await stored()).toEqual([]);
    await page.evaluate('activate()');
    expect(names(await views(1))).toEqual(['pageview /ahead?state=1']);
  });

  it('does not hold up a click when the endpoint does not answer', async () => {
    await page.goto(`${origin}/slow`);
    await views(1);
    // This lock keeps the batch from being written, so every hit waits for its answer.
    await platform.db.database.transaction(async (transaction) => {
      await transaction.raw('LOCK TABLE events IN ACCESS EXCLUSIVE MODE');
      await page.click('#out');
      await page.waitForURL('**/landing*');
    });
    expect(names(await views(2))).toEqual(['pageview /slow', 'Outbound Link /slow']);
  });
});
