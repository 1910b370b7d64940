import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import { launchBrowser } from '@platform/browser';
import { PATIENCE_MILLISECONDS } from '@platform/testing';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

import { slowDown } from './slow-down.ts';

const require = createRequire(import.meta.url);
const DELAY_MILLISECONDS = Number(process.env['CONSOLE_DELAY_MILLISECONDS'] ?? 0);

const SHOWN_MILLISECONDS = 5_000;
const SHOWN_CHARACTERS = 6_000;

export interface ConsoleBrowser {
  /** Opens a page in a new context, without a session. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** Signs in with the platform's key and waits for the overview. */
  signIn(page: Page, key: string): Promise<void>;
  /** Returns what axe finds wrong with the page: the rule and the elements. */
  violations(page: Page): Promise<string[]>;
  /** The open pages as text: their addresses and what they show. */
  shown(): Promise<string>;
  /** Faults of scripts and of the content policy, and requests to other hosts. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

/** A browser that watches what the console does wrong. */
export const startConsoleBrowser = async (url: string): Promise<ConsoleBrowser> => {
  const browser: Browser = await launchBrowser(process.env);
  const axe = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8');
  const faults: string[] = [];
  const { host } = new URL(url);
  return {
    faults,
    async open(path, options = {}) {
      const context = await browser.newContext({ baseURL: url, locale: 'en-GB', ...options });
      context.setDefaultTimeout(PATIENCE_MILLISECONDS);
      const page = await context.newPage();
      if (DELAY_MILLISECONDS > 0) await slowDown(page, DELAY_MILLISECONDS);
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error' && /Content.Security.Policy/i.test(message.text()))
          faults.push(message.text());
      });
      page.on('request', (request) => {
        const asked = new URL(request.url());
        if (asked.protocol.startsWith('http') && asked.host !== host) faults.push(`asked ${asked.host}`);
      });
      await page.goto(path);
      return page;
    },
    async signIn(page, key) {
      await page.getByLabel('API key').fill(key);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
    },
    async violations(page) {
      // By the debugger, not as a script of the page: its policy refuses those.
      const results = await page.evaluate<{
        violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
      }>(`(() => { ${axe}; return axe.run({ resultTypes: ['violations'] }); })()`);
      return results.violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
      );
    },
    async shown() {
      const pages = browser.contexts().flatMap((context) => context.pages());
      const texts = pages.map(
        async (page) =>
          `${page.url()}\n${(await page.locator('body').ariaSnapshot({ timeout: SHOWN_MILLISECONDS })).slice(0, SHOWN_CHARACTERS)}`,
      );
      return (await Promise.all(texts)).join('\n\n');
    },
    close: () => browser.close(),
  };
};
