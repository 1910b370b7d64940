import { launchIsolatedBrowser } from '@platform/browser';
import type { Guard, GuardedProxy } from '@platform/guard';
import type { Logger } from '@platform/runtime';
import { withDeadline } from '@platform/runtime';
import type { Browser } from 'playwright-core';

import type { BoundHeaders } from '../credentials/credentials.ts';
import { printPage } from './print-page.ts';
import { renderPage } from './render-page.ts';
import type { RenderedPage } from './render-page.ts';

export interface BrowserHostDeps {
  guard: Pick<Guard, 'startProxy'>;
  /** Where to look for Chromium; see `findChromium`. */
  env: Readonly<Record<string, string | undefined>>;
  logger: Logger;
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

/** A page and all its requests together. The browser is killed after that. */
const PAGE_TIMEOUT = 30_000;
/** A new browser after so many pages, so that leaks don’t add up. */
const PAGES_PER_BROWSER = 50;
const IDLE_MILLISECONDS = 60_000;
const HEAP_MIB = 512;

/**
 * Switches that leave the proxy as the only way out: no direct lookups, no QUIC, no UDP of WebRTC,
 * and no exception for loopback and link-local addresses.
 */
const switchesFor = (proxy: GuardedProxy): string[] => [
  `--proxy-server=${proxy.url}`,
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--dns-prefetch-disable',
  '--no-pings',
  '--disable-sync',
  '--disable-component-update',
  '--disable-features=DnsOverHttps,AsyncDns,MediaRouter,DialMediaRouteProvider,NetworkPrediction',
  `--js-flags=--max-old-space-size=${HEAP_MIB}`,
  '--renderer-process-limit=2',
];

/** Keeps one browser for pages of strangers. It starts when needed and ends when idle. */
export const createBrowserHost = ({ guard, env, logger }: BrowserHostDeps): BrowserHost => {
  let running: Promise<{ browser: Browser; proxy: GuardedProxy }> | undefined;
  let pages = 0;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const launch = async () => {
    const proxy = await guard.startProxy();
    try {
      const browser = await launchIsolatedBrowser(env, { args: switchesFor(proxy) });
      return { browser, proxy };
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
    await parts?.browser.close().catch(() => undefined);
    await parts?.proxy.close();
  };
  const use = async <Result>(
    task: string,
    work: (browser: Browser) => Promise<Result>,
  ): Promise<Result | null> => {
    clearTimeout(idle);
    try {
      running ??= launch();
      const { browser } = await running;
      pages += 1;
      return await withDeadline(work(browser), PAGE_TIMEOUT);
    } catch (error) {
      logger.warn({ err: error, task }, 'the browser failed');
      await stop();
      return null;
    } finally {
      if (pages >= PAGES_PER_BROWSER) await stop();
      else idle = setTimeout(() => void stop(), IDLE_MILLISECONDS).unref();
    }
  };

  const inTurn = <Result>(task: string, work: (browser: Browser) => Promise<Result>) => {
    const turn = last.then(() => use(task, work));
    last = turn;
    return turn;
  };

  return {
    render: (url, bound) => inTurn(`rendering ${url}`, (browser) => renderPage(browser, url, bound)),
    print: (markup) => inTurn('printing', (browser) => printPage(browser, markup)),
    async close() {
      await last;
      await stop();
    },
  };
};
