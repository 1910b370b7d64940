import type { Logger } from '@platform/runtime';

import type { BoundHeaders } from '../credentials/credentials.ts';
import { startBrowserProcess } from './browser-process.ts';
import type { BrowserProcess } from './browser-process.ts';
import type { BrowserAnswer, BrowserTask } from './browser-tasks.ts';
import type { RenderedPage } from './render-page.ts';

/** The browser's only way out to the network. */
export interface BrowserProxy {
  readonly url: string;
  close(): Promise<void>;
}

export interface BrowserHostDeps {
  guard: { startProxy(): Promise<BrowserProxy> };
  /** Where to look for Chromium; see `findChromium`. */
  env: Readonly<Record<string, string | undefined>>;
  logger: Logger;
  /** Whether the browser may run without its sandbox, because it has its own container. */
  isContained?: boolean;
  /** Milliseconds for a page and all its requests together. The browser is killed after that. */
  pageTimeout?: number;
  /** Bytes that the browser’s processes may hold together; beyond that they are killed. */
  memoryLimit?: number;
}

/** Prints an HTML document of ours on A4. @returns null when there is no browser */
export type PrintPage = (markup: string) => Promise<Buffer | null>;

export interface BrowserHost {
  /**
   * Renders a page in a fresh context, one page at a time; bound headers go to their origin only.
   * @returns null when there is no browser, or the page could not be rendered in time
   */
  render(url: string, bound: BoundHeaders | null): Promise<RenderedPage | null>;
  print: PrintPage;
  close(): Promise<void>;
}

const PAGE_TIMEOUT = 30_000;
const MEMORY_LIMIT = 1280 * 1024 ** 2;
/** A new browser after so many pages, so that leaks don’t add up. */
const PAGES_PER_BROWSER = 50;
const IDLE_MILLISECONDS = 60_000;

/** Keeps one browser for untrusted pages. It starts when needed and ends when idle. */
export const createBrowserHost = (deps: BrowserHostDeps): BrowserHost => {
  const { guard, env, logger, isContained = false } = deps;
  const { pageTimeout = PAGE_TIMEOUT, memoryLimit = MEMORY_LIMIT } = deps;
  let running: Promise<{ browser: BrowserProcess; proxy: BrowserProxy }> | undefined;
  let pages = 0;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const launch = async () => {
    const proxy = await guard.startProxy();
    try {
      const options = { env, proxyUrl: proxy.url, isContained, memoryLimit };
      return { browser: await startBrowserProcess(options), proxy };
    } catch (error) {
      await proxy.close();
      throw error;
    }
  };
  const stop = async (): Promise<void> => {
    clearTimeout(idle);
    const ending = running;
    running = undefined;
    pages = 0;
    const parts = await ending?.catch(() => undefined);
    await parts?.browser.close();
    await parts?.proxy.close();
  };
  const use = async (name: string, task: BrowserTask): Promise<BrowserAnswer | null> => {
    clearTimeout(idle);
    try {
      running ??= launch();
      const { browser } = await running;
      pages += 1;
      const answer = await browser.perform(task, pageTimeout);
      if (answer.kind === 'failed')
        logger.info({ task: name, reason: answer.message }, 'the browser got no page');
      return answer;
    } catch (error) {
      logger.warn({ err: error, task: name }, 'the browser failed');
      await stop();
      return null;
    } finally {
      if (pages >= PAGES_PER_BROWSER) await stop();
      else idle = setTimeout(() => void stop(), IDLE_MILLISECONDS).unref();
    }
  };

  const inTurn = (name: string, task: BrowserTask) => {
    const turn = last.then(() => use(name, task));
    last = turn;
    return turn;
  };

  return {
    async render(url, bound) {
      const answer = await inTurn(`rendering ${url}`, { kind: 'render', url, bound });
      if (answer?.kind !== 'rendered') return null;
      const screenshots = answer.page.screenshots.map(({ device, image }) => ({
        device,
        image: Buffer.from(image),
      }));
      return { ...answer.page, screenshots };
    },
    async print(markup) {
      const answer = await inTurn('printing', { kind: 'print', markup });
      return answer?.kind === 'printed' ? Buffer.from(answer.pdf) : null;
    },
    async close() {
      await last;
      await stop();
    },
  };
};
