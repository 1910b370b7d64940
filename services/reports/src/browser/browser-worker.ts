import { launchBrowser, launchIsolatedBrowser } from '@platform/browser';
import type { Browser } from 'playwright-core';
import { RenderError, renderPage } from './render-page.ts';
import type { BoundHeaders } from '../credentials/credential-vault.ts';
import type { RenderReason } from '../page/browser-facts.ts';
import type { RenderedPage, RenderOptions } from './render-page.ts';

/** Tasks of a browser. */
export type BrowserTask =
  | ({ readonly kind: 'render'; readonly url: string; readonly bound: BoundHeaders | null } & RenderOptions)
  | { readonly kind: 'print'; readonly markup: string };

/** Answers of its process: first that it is ready, then one per task. */
export type BrowserAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'rendered'; readonly page: RenderedPage }
  | { readonly kind: 'printed'; readonly pdf: Uint8Array }
  | {
      readonly kind: 'failed';
      readonly message: string;
      readonly reason?: RenderReason;
      readonly benchmarkIndex?: number | null;
    };

/** Settings that its process receives at startup, as JSON in its only argument. */
export interface BrowserStart {
  /** The only way out, for Chromium’s `--proxy-server`. */
  readonly proxyUrl: string;
  /** Where Chromium is kept if it has to be unpacked. */
  readonly cacheParent: string;
  /** Allows the process to run without Chromium’s sandbox, because it has its own container. */
  readonly isContained: boolean;
}

const HEAP_MIB = 512;

/**
 * Switches that leave the proxy as the only way out: no direct lookups, no QUIC, no UDP of WebRTC,
 * and no exception for loopback and link-local addresses.
 */
const switchesFor = (proxyUrl: string): string[] => [
  `--proxy-server=${proxyUrl}`,
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

/** Prints an HTML document on A4, without running any script. */
const printPage = async (browser: Browser, markup: string): Promise<Buffer> => {
  const context = await browser.newContext({ javaScriptEnabled: false, offline: true });
  try {
    const page = await context.newPage();
    await page.setContent(markup, { waitUntil: 'load', timeout: 10_000 });
    const margin = { top: '12mm', bottom: '12mm', left: '12mm', right: '12mm' };
    return await page.pdf({ format: 'A4', printBackground: true, margin });
  } finally {
    await context.close();
  }
};

/**
 * A process that drives one Chromium for untrusted pages: one task at a time, one answer each.
 * `startBrowserProcess` starts it, watches it and kills it. It holds no secret.
 */
const { proxyUrl, cacheParent, isContained } = JSON.parse(process.argv[2] ?? '{}') as BrowserStart;

const send = (answer: BrowserAnswer): void => {
  process.send?.(answer);
};
const failed = (error: unknown): BrowserAnswer => ({
  kind: 'failed',
  message: Error.isError(error) ? error.message : String(error),
  ...(error instanceof RenderError && { reason: error.reason, benchmarkIndex: error.benchmarkIndex }),
});

const launch = async (): Promise<Browser> => {
  const options = { args: switchesFor(proxyUrl) };
  try {
    return await launchIsolatedBrowser(process.env, options, cacheParent);
  } catch (error) {
    if (!isContained) throw error;
    // Docker denies containers what the sandbox is built on; this container holds nothing else.
    return launchBrowser(process.env, options, cacheParent);
  }
};

const perform = async (browser: Browser, task: BrowserTask): Promise<BrowserAnswer> => {
  if (task.kind === 'print') return { kind: 'printed', pdf: await printPage(browser, task.markup) };
  return { kind: 'rendered', page: await renderPage(browser, task.url, task.bound, task) };
};

try {
  const browser = await launch();
  process.on('message', (task: BrowserTask) => {
    void perform(browser, task).catch(failed).then(send);
  });
  browser.on('disconnected', () => process.exit(1));
  // The other side closes the channel to end this process, or has died.
  process.on('disconnect', () => {
    void browser.close().finally(() => process.exit());
  });
  send({ kind: 'ready' });
} catch (error) {
  send(failed(error));
  process.disconnect();
}
