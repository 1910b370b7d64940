import { createPlatform } from '@platform/client';
import { launchBrowser } from '@platform/browser';
import { startTemporaryPlatform } from '@platform/local';
import type { Page } from 'playwright-core';

// `node measure/responsiveness.ts` makes 1,000 websites, slows the browser down four times, and prints
// how long the console takes from what somebody does to the next picture (INP). With PLATFORM_URL and
// PLATFORM_KEY it measures a platform that is running. It fails where something takes over 100 ms.

const WEBSITES = 1_000;
const AT_ONCE = 20;
const SLOWDOWN = 4;
const MOST_MILLISECONDS = 100;
/** The next picture comes later than the answer to a click. */
const SETTLED_MILLISECONDS = 700;

/** Keeps the longest time from an event to the picture after it; from 16 ms on, browsers tell. */
const OBSERVE = `globalThis.slowest = 0;
new PerformanceObserver((list) => {
  for (const { interactionId, duration } of list.getEntries())
    if (interactionId) slowest = Math.max(slowest, duration);
}).observe({ type: 'event', durationThreshold: 16, buffered: true });`;

const fill = async (platform: { url: string; key: string }): Promise<void> => {
  const { websites } = createPlatform(platform);
  const { total } = (await websites.list()).meta;
  for (let at = total; at < WEBSITES; at += AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, WEBSITES - at) }, (_, index) =>
        websites.create({ domain: `shop-${at + index}-${process.pid}.example` }),
      ),
    );
};

const STEPS: readonly (readonly [name: string, act: (page: Page) => Promise<unknown>])[] = [
  ['sort by visitors', (page) => page.getByRole('button', { name: 'Visitors' }).click()],
  ['next page', (page) => page.getByRole('button', { name: 'Next page' }).click()],
  ['mark one', (page) => page.locator('.pick').first().click()],
  ['mark all', (page) => page.getByRole('group', { name: 'Several at once' }).getByRole('checkbox').click()],
  [
    'unmark all',
    (page) => page.getByRole('group', { name: 'Several at once' }).getByRole('checkbox').click(),
  ],
  ['cards', (page) => page.getByRole('button', { name: 'Cards' }).click()],
  ['table', (page) => page.getByRole('button', { name: 'Table' }).click()],
  ['type a search', (page) => page.getByLabel('Search').pressSequentially('shop-9', { delay: 60 })],
  ['open the commands', (page) => page.keyboard.press('Control+k')],
  ['type a command', (page) => page.keyboard.type('pal', { delay: 60 })],
  ['leave the commands', (page) => page.keyboard.press('Escape')],
  ['go to the overview', (page) => page.getByRole('link', { name: 'Overview' }).click()],
  ['go to the websites', (page) => page.getByRole('link', { name: 'Websites', exact: true }).click()],
];

const measure = async (platform: { url: string; key: string }): Promise<void> => {
  await fill(platform);
  const browser = await launchBrowser(process.env);
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' });
    await page.addInitScript(OBSERVE);
    await page.goto(`${platform.url}/console/`);
    await page.getByLabel('API key').fill(platform.key);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.goto(`${platform.url}/console/websites?per_page=100`);
    await page.locator('tbody tr').nth(50).waitFor();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    for (const [name, act] of STEPS) {
      await page.evaluate('globalThis.slowest = 0');
      await act(page);
      await page.waitForTimeout(SETTLED_MILLISECONDS);
      const milliseconds = await page.evaluate<number>('slowest');
      process.stdout.write(`${name}: ${milliseconds} ms\n`);
      if (milliseconds > MOST_MILLISECONDS) process.exitCode = 1;
    }
  } finally {
    await browser.close();
  }
};

const { PLATFORM_URL: url, PLATFORM_KEY: key } = process.env;
if (url !== undefined && key !== undefined) await measure({ url, key });
else {
  const platform = await startTemporaryPlatform({ ...process.env });
  await measure(platform).finally(() => platform.stop());
}
