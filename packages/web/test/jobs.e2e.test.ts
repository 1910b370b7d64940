import { rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { createPlatform } from '@platform/client';
import type { Platform } from '@platform/client';
import { describeInBrowser, eventually } from '@platform/testing';
import type { Locator, Page } from 'playwright-core';

import { USER_AGENT } from './across-bed.ts';
import { chooseFile, countClicks } from './counted-clicks.ts';
import type { CountedClicks } from './counted-clicks.ts';
import { screenIsThere } from './screen.ts';
import { writeGeoDatabase } from './statistics/geo-database.ts';
import { PLACES, seedVisits } from './statistics/seed-visits.ts';
import { useOwnConsole } from './use-console.ts';
import { useServer } from './use-server.ts';

const DAY = 86_400_000;
const places = join(tmpdir(), `console-jobs-places-${process.pid}.mmdb`);

/** A time zone in which it is about noon, so that no day ends while the suite runs. */
const zoneAtNoon = (): string => {
  const ahead = 12 - new Date().getUTCHours();
  return ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
};

const dayBefore = (days: number): string => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);

/** A year as Plausible exports it: ten visitors on each day. */
const yearOfVisitors = (): string =>
  ['date,visitors,pageviews,bounces,visits,visit_duration']
    .concat(Array.from({ length: 365 }, (_, ago) => `${dayBefore(ago + 1)},10,25,4,12,600`))
    .join('\n');

const TOKENS = JSON.stringify({
  color: { $type: 'color', brand: { $value: '#2b5bd7' }, ink: { $value: '#181b20' } },
  space: { $type: 'dimension', gap: { $value: { value: 8, unit: 'px' } } },
});

/** The pages of a small shop, whose front page lacks what a report asks for until it is mended. */
const shop = () => {
  let isMended = false;
  let head = '';
  return {
    mend: () => {
      isMended = true;
    },
    /** Puts something into the head of the page for visitors, as an owner does with the tracking code. */
    track: (code: string) => {
      head = code;
    },
    answer: ({ url }: IncomingMessage, response: ServerResponse) => {
      const about =
        '<meta name="description" content="Trees and hedges for small gardens, delivered within two days.">';
      const known = isMended ? `<title>Trees and hedges for small gardens</title>${about}` : '';
      if (url !== '/' && url !== '/visited') response.writeHead(404).end('Not found');
      else
        response
          .setHeader('Content-Type', 'text/html')
          .end(
            `<!doctype html><html lang="en"><head>${known}${url === '/visited' ? head : ''}</head><h1>Trees</h1></html>`,
          );
    },
  };
};

describeInBrowser('ten jobs in the console, and how many clicks they take', () => {
  const garden = shop();
  const received: string[] = [];
  const site = useServer((request, response) => {
    garden.answer(request, response);
  });
  const receiver = useServer((request, response) => {
    void text(request).then((body) => {
      received.push(body);
      response.end();
    });
  });
  beforeAll(() => writeGeoDatabase(places, PLACES));
  const bed = useOwnConsole({
    settings: () => ({ GEO_DATABASE: places, RATE_LIMIT_PER_MINUTE: '0' }),
    leavesFor: () => site.url.replace('127.0.0.1', 'localhost'),
  });
  let client: Platform;
  let page: Page;
  let clicks: CountedClicks;

  beforeAll(async () => {
    client = createPlatform(bed.platform);
    await seedVisits(bed.platform, 'shop.example');
    await client.websites.create({ domain: 'old.example' });
    page = await bed.signedIn('/console/', { permissions: ['clipboard-read', 'clipboard-write'] });
    clicks = await countClicks(page);
  });
  afterAll(async () => {
    await page.context().close();
    await rm(places);
  });

  const press = (
    role: 'button' | 'link',
    name: string | RegExp,
    within: Page | Locator = page,
  ): Promise<void> => within.getByRole(role, { name, exact: true }).first().click();
  /** Types into a field; somebody whose focus is elsewhere clicks on it first. */
  const type = async (label: string, value: string): Promise<void> => {
    const field = page.getByLabel(label, { exact: true });
    await field.waitFor();
    const isThere = await field.evaluate((element) => element === document.activeElement);
    if (!isThere) await field.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(value);
  };
  const tab = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) await page.keyboard.press('Tab');
  };
  const clipboard = (): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()');
  const idOf = (kind: string): Promise<string> =>
    eventually(() => {
      const [, id] = new RegExp(`/console/${kind}/([^/?]+)`).exec(page.url()) ?? [];
      if (id === undefined) throw new Error(`${page.url()} is no page of ${kind}.`);
      return id;
    });
  /** From the overview to the effect, in at most so many clicks. */
  const job = (name: string, most: number, work: () => Promise<void>): void => {
    it(`${name}: ${most} clicks at most`, async () => {
      await page.goto('/console/');
      await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
      await screenIsThere(page);
      clicks.restart();
      await work();
      expect(clicks.count).toBeGreaterThan(0);
      expect(clicks.count).toBeLessThanOrEqual(most);
      expect((await page.getByRole('alert').allInnerTexts()).filter((text) => text !== '')).toEqual([]);
    });
  };

  job('adds a website, to its first live visit', 4, async () => {
    await press('link', 'Add a website');
    await type('Domain', 'localhost');
    await press('button', 'Add a website');
    await page.getByText('Waiting for the first visit').waitFor();
    await press('button', 'Copy');
    garden.track(await clipboard());
    const visitor = await bed.browser.open('/docs', { userAgent: USER_AGENT });
    await visitor.addInitScript("Object.defineProperty(navigator, 'webdriver', { get: () => false })");
    await visitor.goto(new URL('/visited', site.url.replace('127.0.0.1', 'localhost')).href);
    await page.getByText('The first visit has arrived.').waitFor();
    await visitor.context().close();
    const id = Number(await idOf('websites'));
    expect((await client.stats.realtime(id)).last_30_minutes.visitors).toBe(1);
  });

  job("finds and shares yesterday's mobile visitors from Germany", 4, async () => {
    await press('link', /visitors yesterday: shop\.example$/);
    await press('button', 'Only Germany');
    await press('button', 'Only Mobile');
    await page.getByRole('button', { name: 'Remove: Device is Mobile' }).waitFor();
    await press('button', 'Share');
    await page.getByText('The link is copied.').waitFor();
    const guest = await bed.browser.open((await clipboard()).replace(bed.platform.url, ''));
    await guest.getByRole('heading', { name: 'shop.example' }).waitFor();
    expect(await guest.locator('.tile, [class*=tile]').first().textContent()).toContain('2');
    await guest.context().close();
  });

  job('makes a goal and a funnel', 5, async () => {
    await press('link', 'shop.example');
    await press('link', 'Measure');
    await type('Name', 'Signed up');
    await tab(2);
    await page.keyboard.type('/signup');
    await press('button', 'Create');
    await page.getByRole('row', { name: /Signed up/ }).waitFor();
    await press('link', 'Funnels');
    await type('Name', 'To the signup');
    for (const pattern of ['/', '/signup']) {
      await tab(2);
      await page.keyboard.type(pattern);
    }
    await press('button', 'Create a funnel');
    await page.getByRole('heading', { name: 'To the signup' }).waitFor();
    const id = Number(await idOf('websites'));
    const [goal] = await client.websites.goals.list(id);
    expect(goal).toMatchObject({ name: 'Signed up', conversions: 5 });
    const [funnel] = await client.websites.funnels.list(id);
    expect(funnel?.steps.map(({ visitors }) => visitors)).toEqual([15, 5]);
  });

  job('imports a year', 4, async () => {
    await press('link', 'old.example');
    await press('link', 'Data');
    const file = { name: 'imported_visitors.csv', mimeType: 'text/csv', text: yearOfVisitors() };
    await chooseFile(page, page.getByLabel('File', { exact: true }), file);
    await page.getByText('This looks like an export of Plausible').waitFor();
    await press('button', 'Import');
    await page.getByRole('cell', { name: 'completed', exact: true }).waitFor();
    const range = { from: dayBefore(365), to: dayBefore(1) };
    const { rows } = await client.stats.query(Number(await idOf('websites')), {
      metrics: ['visitors'],
      date_range: range,
    });
    expect(rows[0]?.metrics.visitors).toBe(3_650);
  });

  job('reports on a page, mends it, and sees the difference', 4, async () => {
    await press('link', /^Report on a page/);
    await type('Address of the page', site.url);
    await press('button', 'Report');
    await page.getByText('What to fix first').waitFor();
    const id = Number(await idOf('reports'));
    const before = await client.reports.show(id);
    garden.mend();
    await press('button', 'Report again');
    // The report that is a minute old at the earliest is made by itself.
    await page.getByRole('heading', { name: 'Since the last time' }).waitFor();
    const after = await client.reports.show(id);
    expect(after.score).toBeGreaterThan(before.score ?? 100);
    await page.getByText('Fixed', { exact: true }).first().waitFor();
  });

  job('has a whole site reported on every week', 5, async () => {
    await press('link', 'Crawl a whole site');
    await type('Address of the site', site.url);
    await page.getByText('Every week, with an e-mail when it gets worse').click();
    await press('button', 'Crawl');
    await page.locator('.site-score').waitFor();
    const id = Number(await idOf('sites'));
    const { schedule } = await eventually(async () => {
      const found = await client.sites.show(id);
      expect(found.schedule).not.toBeNull();
      return found;
    });
    expect(schedule).toMatchObject({ frequency: 'weekly', email: 1 });
    await eventually(async () => {
      expect((await client.sites.show(id)).status).toBe('completed');
    });
  });

  job('takes a palette to a theme, Tailwind and Figma', 6, async () => {
    await press('link', /^Create a palette/);
    await press('button', 'Create a palette');
    await press('button', 'Create a theme');
    await idOf('themes');
    for (const format of ['Tailwind CSS 4 theme', 'Figma variables (DTCG)']) {
      const saved = page.waitForEvent('download');
      await press('button', `Save as ${format}`);
      expect(await (await saved).failure()).toBeNull();
    }
    const { items } = await client.tokens.list({ status: 'completed', limit: 2 });
    expect(items.map(({ format, theme_id: theme }) => [format, theme])).toEqual(
      ['figma', 'tailwind-v4'].map((format) => [format, new URL(page.url()).pathname.split('/').at(-1)]),
    );
  });

  job('imports tokens, edits and exports them', 4, async () => {
    const file = { name: 'garden.json', mimeType: 'application/json', text: TOKENS };
    await chooseFile(page, page.getByText('Import tokens'), file);
    await page.getByRole('heading', { name: 'garden', level: 1 }).waitFor();
    await type('color.brand', '#00aa55');
    await press('button', 'Save');
    await page.getByText('Saved').waitFor();
    const saved = page.waitForEvent('download');
    await press('button', 'Save as CSS custom properties');
    const chunks: Buffer[] = [];
    for await (const chunk of await (await saved).createReadStream()) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString()).toMatch(/brand[^;]*: ?#00aa55/i);
  });

  job('invites a reader, and makes, rotates and revokes a key', 5, async () => {
    await press('link', 'Invite a member');
    await type('E-mail address', 'reader@example.com');
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: 'reader@example.com', exact: true }).waitFor();
    await press('link', 'API keys');
    await press('button', /^Read only/);
    await type('Name', 'Dashboard');
    await page.keyboard.press('Enter');
    await page.getByText('This key is shown only once.').waitFor();
    const made = await page.locator('form .code code').innerText();
    await press('button', 'Rotate: Dashboard');
    await page.getByText(/^The new key for/).waitFor();
    const rotated = await page.locator('.code', { hasText: 'The new key' }).locator('code').innerText();
    expect(rotated).not.toBe(made);
    await press('button', /^Revoke: Dashboard/);
    await page.keyboard.type('Dashboard');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const { items } = await client.members.list();
    expect(items).toContainEqual(expect.objectContaining({ email: 'reader@example.com', role: 'viewer' }));
  });

  job('makes a webhook, and hears of a drop by it', 5, async () => {
    const zone = zoneAtNoon();
    const { id, site_key: siteKey } = await client.websites.create({
      domain: 'falling.example',
      timezone: zone,
    });
    const noon = Date.now();
    await client.events.send({
      events: [2, 25, 25].flatMap((visits, week) =>
        Array.from({ length: visits }, (_, person) => ({
          site_key: siteKey,
          url: 'https://falling.example/',
          ip: `198.51.100.${person + 1}`,
          user_agent: USER_AGENT,
          time: new Date(noon - (1 + 7 * week) * DAY).toISOString(),
        })),
      ),
    });
    await press('link', 'Create a webhook');
    await type('Address', receiver.url);
    await page.getByRole('checkbox', { name: 'website.drop' }).click();
    await press('button', 'Create a webhook');
    await press('link', 'Alert of falling.example');
    await type('Name', 'Far fewer');
    await press('button', 'Create an alert');
    await page.getByRole('cell', { name: 'Far fewer', exact: true }).waitFor();
    await eventually(() => {
      expect(received.map((body) => JSON.parse(body) as object)).toContainEqual(
        expect.objectContaining({
          type: 'website.drop',
          data: expect.objectContaining({ id, visits: 2, usual: 25 }) as object,
        }),
      );
    }, 240_000);
  });
});
