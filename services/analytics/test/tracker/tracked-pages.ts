import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

import { launchBrowser } from '@platform/browser';
import { eventually, PATIENCE_MILLISECONDS } from '@platform/testing';
import type { Browser, BrowserContext, Page } from 'playwright-core';

import { CHROME, startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';

export interface TrackedPages {
  readonly platform: RunningAnalytics;
  readonly origin: string;
  /** Opens a page of a new website in a new context; `body` is its markup, which gets the tag. */
  open(options?: OpenOptions): Promise<OpenPage>;
  stop(): Promise<void>;
}

export interface OpenOptions {
  /** The markup of a path; the website's tag is in `tag`. */
  readonly html?: (tag: string, path: string) => string;
  /** Runs before any script of the page. */
  readonly init?: string;
  readonly path?: string;
  readonly fields?: Record<string, unknown>;
  readonly origin?: string;
}

export interface OpenPage {
  readonly page: Page;
  readonly site: WebsiteJson;
  /** Hits that the page has sent, except engagement: `Name /path`, in the order of sending. */
  readonly sent: readonly string[];
  /** Messages of errors that reached the page. */
  readonly errors: readonly string[];
  /** Waits until this many page views and events have been stored: `Name /path`. */
  readonly stored: (count: number) => Promise<readonly string[]>;
  readonly props: () => Promise<readonly unknown[]>;
  readonly close: () => Promise<void>;
}

/** Names of the tracker's own hits, by their numbers. */
const OWN_NAMES = ['pageview', 'engagement', 'link'];

const SIMPLE = (tag: string): string => `<!doctype html><title>page</title>${tag}<body>page</body>`;

/** Pages with the tracker, in a browser that doesn't say that it is controlled. */
export const startTrackedPages = async (
  launchArgs: readonly string[] = ['--disable-blink-features=AutomationControlled'],
): Promise<TrackedPages> => {
  const platform = await startAnalytics({ trustProxy: 0 });
  let html: (path: string) => string = () => '';
  const server = createServer((request, response) => {
    // A site that serves the tracker under its own name.
    if (/^\/(?:t\.js|collect)(?:[?/]|$)/.test(request.url ?? '')) {
      const { method, headers } = request;
      const forwarded = httpRequest(`${platform.url}${request.url}`, { method: method ?? 'GET', headers });
      forwarded.on('response', (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      request.pipe(forwarded);
      return;
    }
    response.setHeader('Content-Type', 'text/html');
    response.end(html(request.url ?? ''));
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const browser: Browser = await launchBrowser(process.env, {
    args: [`--user-agent=${CHROME}`, ...launchArgs],
  });

  return {
    platform,
    origin,
    async open({ html: markup = SIMPLE, init, path = '/', fields = {}, origin: other = origin } = {}) {
      const organisation = `org_${Math.random()}`;
      const answer = await fetch(`${platform.url}/api/v1/websites`, {
        method: 'POST',
        headers: {
          authorization: await platform.identity.bearer({ organisation }),
          'content-type': 'application/json',
        },
        body: JSON.stringify({ domain: 'localhost', ...fields }),
      });
      const site = ((await answer.json()) as { data: WebsiteJson }).data;
      const tag = `<script defer src="${platform.url}/t.js" data-site="${site.site_key}"></script>`;
      html = (asked) => markup(tag, asked);
      const context: BrowserContext = await browser.newContext({ userAgent: CHROME });
      context.setDefaultTimeout(PATIENCE_MILLISECONDS);
      if (init !== undefined) await context.addInitScript(init);
      const page = await context.newPage();
      const errors: string[] = [];
      const sent: string[] = [];
      page.on('request', (hit) => {
        if (!new URL(hit.url()).pathname.endsWith('/collect')) return;
        const { n, u } = JSON.parse(hit.postData() ?? '{}') as { n: string | number; u: string };
        const name = typeof n === 'number' ? OWN_NAMES[n - 1] : n;
        const { pathname, search } = new URL(u);
        if (name !== 'engagement') sent.push(`${name} ${pathname}${search}`);
      });
      page.on('pageerror', (error) => errors.push(error.message));
      await page.goto(`${other}${path}`);
      // Sorted by name: a browser sends hits in parallel, and any of them may arrive first.
      const rows = async () => {
        const found = await platform.db.database.raw<{ rows: { name: string; props: unknown }[] }>(
          `SELECT CASE e.kind WHEN 0 THEN 'pageview' ELSE n.value END || ' ' || p.value AS name, e.props FROM events e
             JOIN dictionary p ON p.website_id = e.website_id AND p.id = e.page_id
             LEFT JOIN dictionary n ON n.website_id = e.website_id AND n.id = e.name_id
           WHERE e.website_id = ? AND e.kind < 2`,
          [site.id],
        );
        const lines = found.rows.map((row) => [`${row.name} ${JSON.stringify(row.props)}`, row] as const);
        return lines.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
      };
      return {
        page,
        site,
        sent,
        errors,
        stored: (count) =>
          eventually(async () => {
            const names = (await rows()).map(({ name }) => name);
            expect(names).toHaveLength(count);
            return names;
          }),
        props: async () => (await rows()).map(({ props }) => props),
        close: () => context.close(),
      };
    },
    async stop() {
      await browser.close();
      server.closeAllConnections();
      server.close();
      await platform.stop();
    },
  };
};
