import { setTimeout as pause } from 'node:timers/promises';

import type { Browser, CDPSession, Page } from 'playwright-core';

import type { BoundHeaders } from '../credentials/credentials.ts';
import type { BrowserFacts } from '../page/browser-facts.ts';
import { authorisePage } from './authorise-page.ts';
import { createIsolatedWorld } from './isolated-world.ts';
import type { IsolatedWorld } from './isolated-world.ts';
import { measurePage, OBSERVER_SCRIPT, PROFILE, waitUntilQuiet } from './measure-page.ts';
import { axeViolations } from './run-axe.ts';
import { MOST, text, listen } from './listen-to-page.ts';
import { recordRequests } from './record-requests.ts';

/** A picture of a page as a JPEG. */
export interface Screenshot {
  readonly device: 'desktop' | 'phone';
  readonly image: Buffer;
}

export interface RenderedPage {
  /** The DOM after scripts ran, serialised. */
  readonly html: string;
  readonly facts: BrowserFacts;
  readonly screenshots: readonly Screenshot[];
}

/** Lighthouse’s phone. */
const PHONE = { width: 412, height: 823 };
const PHONE_PIXELS = 1.75;
const DESKTOP = { width: 1350, height: 940 };
const LOAD_TIMEOUT = 20_000;
/** After `load`, time for late requests, layout shifts and paints. */
const SETTLE_TIMEOUT = 3000;
const PICTURE = { type: 'jpeg', quality: 70, scale: 'css', timeout: 5000 } as const;
const REST_MILLISECONDS = 500;
const MAX_HTML = 5 * 1024 * 1024;

/** WebRTC is the one way past a proxy. Pages that miss it lose nothing a report could show. */
const CLOSED_DOORS = `(() => {
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'WebTransport'])
    try { delete window[name]; } catch {}
})()`;

/**
 * Lets a page's new process come to rest and paint once: what it does to start, four times slower,
 * would count as the page's. Lighthouse waits at `about:blank` for the same reason.
 */
const warmUp = async (page: Page): Promise<void> => {
  await page.setContent('<p>…</p>');
  await pause(REST_MILLISECONDS);
};

const throttle = async (session: CDPSession): Promise<void> => {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: PROFILE.latency,
    downloadThroughput: PROFILE.downloadBytesPerSecond,
    uploadThroughput: PROFILE.uploadBytesPerSecond,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: PROFILE.cpuSlowdown });
};

/** What comes after the measurements needn’t wait for a slow phone. */
const unthrottle = async (session: CDPSession): Promise<void> => {
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
};

const settle = async (page: Page, world: IsolatedWorld): Promise<void> => {
  await page.waitForLoadState('networkidle', { timeout: SETTLE_TIMEOUT }).catch(() => undefined);
  await waitUntilQuiet(world, SETTLE_TIMEOUT);
};

/**
 * Opens a page in a context of its own, as a phone on slow 4G, and reports what scripts made of it.
 * @throws an error of Playwright when the page can’t be loaded or the browser ends
 */
export const renderPage = async (
  browser: Browser,
  url: string,
  bound: BoundHeaders | null = null,
): Promise<RenderedPage> => {
  const context = await browser.newContext({
    viewport: PHONE,
    deviceScaleFactor: PHONE_PIXELS,
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
    acceptDownloads: false,
    javaScriptEnabled: true,
  });
  try {
    await context.addInitScript(CLOSED_DOORS);
    const page = await context.newPage();
    await warmUp(page);
    // Pop-ups are closed at once: nobody looks at them, and they cost memory.
    context.on('page', (opened) => void opened.close().catch(() => undefined));
    const { consoleErrors, failedRequests, origins } = listen(page);
    const takeRequests = recordRequests(page);
    const session = await context.newCDPSession(page);
    const world = await createIsolatedWorld(page, session, OBSERVER_SCRIPT);
    await throttle(session);
    if (bound !== null) await authorisePage(context, page, bound);
    const response = await page.goto(url, { waitUntil: 'load', timeout: LOAD_TIMEOUT });
    if (response === null || response.status() >= 400) throw new Error('The browser got no page.');
    await settle(page, world);
    const metrics = await measurePage(world);
    const requests = await takeRequests();
    await unthrottle(session);
    const html = await page.content();
    const cookies = await context.cookies();
    const phone = await page.screenshot(PICTURE);
    const violations = await axeViolations(world).catch(() => null);
    await page.setViewportSize(DESKTOP);
    const desktop = await page.screenshot(PICTURE);
    return {
      html: html.slice(0, MAX_HTML),
      facts: {
        metrics,
        consoleErrors,
        failedRequests,
        requestsByOrigin: [...origins].map(([origin, requests]) => ({ origin, requests })),
        requests,
        cookies: cookies
          .slice(0, MOST)
          .map(({ name, domain }) => ({ name: text(name), domain: text(domain) })),
        violations,
      },
      screenshots: [
        { device: 'desktop', image: desktop },
        { device: 'phone', image: phone },
      ],
    };
  } finally {
    await context.close().catch(() => undefined);
  }
};
