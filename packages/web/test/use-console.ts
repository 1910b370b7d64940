import { startTemporaryPlatform } from '@platform/local';
import type { Platform } from '@platform/local';
import { joinPlatform, whenFailed } from '@platform/testing';
import type { SharedPlatform } from '@platform/testing';
import type { BrowserContextOptions, Page } from 'playwright-core';

import { startConsoleBrowser } from './console-browser.ts';
import type { ConsoleBrowser } from './console-browser.ts';

export interface TestConsole<Tested = SharedPlatform> {
  readonly platform: Tested;
  readonly browser: ConsoleBrowser;
  /** Opens a screen in a context of its own, signed in with the platform's key. */
  signedIn(path?: string, options?: BrowserContextOptions): Promise<Page>;
}

const consoleOf = <Tested extends SharedPlatform>(
  start: () => Promise<Tested>,
  end: (platform: Tested) => Promise<void>,
  leavesFor?: () => string,
): TestConsole<Tested> => {
  let platform: Tested;
  let browser: ConsoleBrowser;
  beforeAll(async () => {
    platform = await start();
    browser = await startConsoleBrowser(platform.url);
    whenFailed(async () => {
      process.stderr.write(`The failed test shows:\n${await browser.shown()}\n`);
    });
  });
  afterAll(async () => {
    whenFailed(undefined);
    await browser.close();
    await end(platform);
  });
  afterEach(() => {
    const allowed = leavesFor && `asked ${new URL(leavesFor()).host}`;
    expect(browser.faults.filter((fault) => fault !== allowed)).toEqual([]);
  });
  return {
    get platform() {
      return platform;
    },
    get browser() {
      return browser;
    },
    async signedIn(path, options) {
      const page = await browser.open('/console/', options);
      await browser.signIn(page, platform.key);
      if (path !== undefined) await page.goto(path);
      return page;
    },
  };
};

/**
 * The platform of the run and a browser for the tests of a suite. Each test fails in which a script
 * fails, the content policy is broken, or another host is asked.
 */
export const useConsole = (): TestConsole => consoleOf(joinPlatform, () => Promise.resolve());

/** The same with a platform of the suite's own, for one that needs settings or stops processes. */
export const useOwnConsole = ({
  settings,
  leavesFor,
}: {
  /** Settings of the platform, asked for when it starts. */
  settings?: () => Readonly<Record<string, string>>;
  /** The identity provider's address: the only other place that pages may lead to. */
  leavesFor?: () => string;
} = {}): TestConsole<Platform> =>
  consoleOf(
    () => startTemporaryPlatform({ ...process.env, ...settings?.() }),
    (platform) => platform.stop(),
    leavesFor,
  );
