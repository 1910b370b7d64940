import { startTemporaryPlatform } from '@platform/local';
import type { Platform } from '@platform/local';
import type { BrowserContextOptions, Page } from 'playwright-core';

import { startConsoleBrowser } from './console-browser.ts';
import type { ConsoleBrowser } from './console-browser.ts';

interface ConsoleOptions {
  /** Settings of the platform, asked for when it starts. */
  settings?: () => Readonly<Record<string, string>>;
  /** The identity provider's address: the only other place that pages may lead to. */
  leavesFor?: () => string;
}

export interface TestConsole {
  readonly platform: Platform;
  readonly browser: ConsoleBrowser;
  /** Opens a screen in a context of its own, signed in with the platform's key. */
  signedIn(path?: string, options?: BrowserContextOptions): Promise<Page>;
}

/**
 * A platform and a browser for the tests of a suite. Each test fails in which a script fails, the
 * content policy is broken, or another host is asked.
 */
export const useConsole = ({ settings, leavesFor }: ConsoleOptions = {}): TestConsole => {
  let platform: Platform;
  let browser: ConsoleBrowser;
  beforeAll(async () => {
    platform = await startTemporaryPlatform({ ...process.env, ...settings?.() });
    browser = await startConsoleBrowser(platform.url);
  });
  afterAll(async () => {
    await browser.close();
    await platform.stop();
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
