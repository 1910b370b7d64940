import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';

import type { Browser, CDPSession, ConsoleMessage, Page, Request } from 'playwright-core';

import type { BoundHeaders } from '../credentials/credentials.ts';
import type {
  AxeViolation,
  BrowserFacts,
  BrowserRequest,
  FilmStep,
  RenderReason,
} from '../page/browser-facts.ts';
import { authorisePage } from './authorise-page.ts';
import { startFilmstrip, stripOf } from './filmstrip.ts';
import type { Frame } from './filmstrip.ts';
import { startCoverage } from './page-coverage.ts';
import { createIsolatedWorld } from './isolated-world.ts';
import type { IsolatedWorld } from './isolated-world.ts';
import {
  BENCHMARK_SCRIPT,
  DESKTOP_PROFILE,
  measurePage,
  OBSERVER_SCRIPT,
  PROFILE,
  readPage,
  waitUntilQuiet,
} from './measure-page.ts';
import type { Profile } from './measure-page.ts';
import { findColours, findTargets } from './survey-looks.ts';

const MOST = 50;

const text = (value: string): string => value.toWellFormed().replaceAll('\0', '\uFFFD').slice(0, 500);

/** Chromium says that something couldn’t be loaded, but not what. */
const wordsOf = (message: ConsoleMessage): string =>
  message.text().startsWith('Failed to load resource')
    ? `${message.text()} (${message.location().url})`
    : message.text();

/** Collects what goes wrong while a page loads. */
const listen = (page: Page) => {
  const consoleErrors: string[] = [];
  const failedRequests: { url: string; reason: string }[] = [];
  const origins = new Map<string, number>();
  const pending = new Set<string>();
  page.on('request', (request) => pending.add(request.url()));
  page.on('requestfinished', (request) => pending.delete(request.url()));
  page.on('console', (message) => {
    if (message.type() === 'error' && consoleErrors.length < MOST) consoleErrors.push(text(wordsOf(message)));
  });
  page.on('pageerror', (error) => {
    if (consoleErrors.length < MOST) consoleErrors.push(text(error.message));
  });
  const fail = (url: string, reason: string): void => {
    if (failedRequests.length < MOST) failedRequests.push({ url: text(url), reason });
  };
  page.on('requestfailed', (request) => {
    pending.delete(request.url());
    fail(request.url(), request.failure()?.errorText ?? 'failed');
  });
  page.on('response', (response) => {
    // Its body may never come to an end.
    if (response.status() >= 400) fail(response.url(), `HTTP ${response.status()}`);
    const origin = URL.parse(response.url())?.origin;
    if (origin !== undefined && origin !== 'null') origins.set(origin, (origins.get(origin) ?? 0) + 1);
  });
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
  return { consoleErrors, failedRequests, origins, pending };
};

const MOST_REQUESTS = 200;
const SIZES_TIMEOUT = 2000;

const isRecorded = (request: Request): boolean => /^https?:/.test(request.url());

/** Playwright’s -1 means that this step was never reached. */
const known = (value: number): number | null => (value < 0 ? null : value);

const bytesOf = async (request: Request): Promise<number | null> => {
  const { responseHeadersSize, responseBodySize } = await request.sizes();
  return Math.max(0, responseHeadersSize) + Math.max(0, responseBodySize);
};

/** Resolves with null after a while, as Playwright also waits for sizes that never come. */
const within = <Value>(work: Promise<Value>): Promise<Value | null> => {
  const late = new Promise<null>((resolve) => {
    setTimeout(resolve, SIZES_TIMEOUT, null).unref();
  });
  return Promise.race([work.catch(() => null), late]);
};

/**
 * Records when the requests of a page and its frames began and ended, and what was received.
 * @returns a function that takes those that have ended: the first ones, in the order they began
 */
const recordRequests = (page: Page): (() => Promise<BrowserRequest[]>) => {
  const ended: { request: Request; hasFailed: boolean }[] = [];
  const record = (request: Request, hasFailed: boolean): void => {
    if (ended.length < MOST_REQUESTS && isRecorded(request)) ended.push({ request, hasFailed });
  };
  page.on('requestfinished', (request) => {
    record(request, false);
  });
  page.on('requestfailed', (request) => {
    record(request, true);
  });

  return async () => {
    const taken = ended.filter(({ request }) => request.timing().startTime > 0);
    const zero = Math.min(...taken.map(({ request }) => request.timing().startTime));
    const requests = taken.map(async ({ request, hasFailed }): Promise<BrowserRequest> => {
      const { startTime, responseStart, responseEnd } = request.timing();
      const start = startTime - zero;
      const firstByte = known(responseStart);
      const response = hasFailed ? null : await within(request.response());
      return {
        url: text(request.url()),
        type: request.resourceType(),
        status: response?.status() ?? null,
        mediaType:
          text(response?.headers()['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '') || null,
        start: Math.round(start),
        firstByte: firstByte === null ? null : Math.round(start + firstByte),
        end: Math.round(start + Math.max(responseEnd, responseStart, 0)),
        bytes: hasFailed ? null : await within(bytesOf(request)),
      };
    });
    return (await Promise.all(requests)).sort((a, b) => a.start - b.start);
  };
};

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Runs axe-core on the page as it is now. */
const axeResults = async (
  world: IsolatedWorld,
): Promise<{ violations: AxeViolation[]; passedRules: string[] }> => {
  await world.evaluate(axeSource);
  return world.evaluate(
    `axe.run(document, { resultTypes: ['violations'], elementRef: true }).then(({ violations, passes }) => {
      const places = new Map([...document.querySelectorAll('*')].map((element, index) => [element, index]));
      return {
        passedRules: passes.map(({ id }) => id),
        violations: violations.map((found) => ({
          id: found.id, impact: found.impact ?? 'minor', help: found.help, helpUrl: found.helpUrl,
          elements: found.nodes.slice(0, 20).map(({ html }) => html.slice(0, 240)), total: found.nodes.length,
          indexes: found.nodes.slice(0, 20).map(({ element }) => places.get(element) ?? null),
          criteria: found.tags.flatMap((tag) => {
            const [, principle, guideline, criterion] = /^wcag(\\d)(\\d)(\\d+)$/.exec(tag) ?? [];
            return criterion === undefined ? [] : [[principle, guideline, criterion].join('.')];
          }),
        })),
      };
    })`,
  );
};

/** A picture of a page as a JPEG. */
export interface Screenshot {
  /** The device, or a step of the filmstrip: `frame-0`. */
  readonly device: 'desktop' | 'phone' | `frame-${number}`;
  readonly image: Buffer;
}

export interface RenderedPage {
  /** The DOM after scripts ran, serialised. */
  readonly html: string;
  readonly facts: BrowserFacts;
  readonly screenshots: readonly Screenshot[];
  /** Why the page is judged before it was loaded; null when it was. */
  readonly partial: RenderReason | null;
  /** Requests without an answer by then. */
  readonly pending: readonly string[];
  /** See `Rendering`. */
  readonly benchmarkIndex: number | null;
}

/** Why there is no page, and how fast the machine was. */
export class RenderError extends Error {
  override name = 'RenderError';
  readonly reason: RenderReason;
  readonly benchmarkIndex: number | null;

  constructor(reason: RenderReason, benchmarkIndex: number | null, cause?: unknown) {
    super(Error.isError(cause) ? cause.message : 'The browser got no page.', { cause });
    this.reason = reason;
    this.benchmarkIndex = benchmarkIndex;
  }
}

/** Lighthouse’s phone. */
const PHONE = { width: 412, height: 823 };
const PHONE_PIXELS = 1.75;
const DESKTOP = { width: 1350, height: 940 };
/** For the page's first bytes, and for `load` after them. */
const ANSWER_TIMEOUT = 15_000;
const LOAD_TIMEOUT = 16_000;
const MOST_PENDING = 5;
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
 * @returns how fast the machine is
 */
const warmUp = async (page: Page): Promise<number> => {
  await page.setContent('<p>…</p>');
  const index = await page.evaluate<number>(BENCHMARK_SCRIPT);
  await pause(REST_MILLISECONDS);
  return Math.round(index);
};

const throttle = async (session: CDPSession, profile: Profile): Promise<void> => {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: profile.latency,
    downloadThroughput: profile.downloadBytesPerSecond,
    uploadThroughput: profile.uploadBytesPerSecond,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: profile.cpuSlowdown });
};

/** Lifts the throttling: work after the measurements needn’t wait for a slow phone. */
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

const reasonOf = (error: unknown): RenderReason => {
  const text = Error.isError(error) ? `${error.name} ${error.message}` : '';
  if (/Timeout/.test(text)) return 'timeout';
  return /net::|NS_ERROR/.test(text) ? 'network' : 'crash';
};

/**
 * Waits for the page's answer, then for `load`, and gives up on files that never come.
 * @returns whether it was loaded
 */
const open = async (page: Page, url: string, benchmarkIndex: number): Promise<boolean> => {
  let response;
  try {
    response = await page.goto(url, { waitUntil: 'commit', timeout: ANSWER_TIMEOUT });
  } catch (error) {
    throw new RenderError(reasonOf(error), benchmarkIndex, error);
  }
  if (response === null || response.status() >= 400) throw new RenderError('http_error', benchmarkIndex);
  return page.waitForLoadState('load', { timeout: LOAD_TIMEOUT }).then(
    () => true,
    (error: unknown) => {
      if (reasonOf(error) === 'timeout') return false;
      throw new RenderError(reasonOf(error), benchmarkIndex, error);
    },
  );
};

const TYPES = {
  phone: {
    profile: PROFILE,
    context: { viewport: PHONE, deviceScaleFactor: PHONE_PIXELS, isMobile: true, hasTouch: true },
  },
  desktop: { profile: DESKTOP_PROFILE, context: { viewport: DESKTOP } },
} as const;

/** How to render a page. */
export interface RenderOptions {
  /** A phone on slow 4G, unless it says so. On a desktop, only its metrics and picture are taken. */
  readonly device?: 'phone' | 'desktop';
  /** Whether to record what the page uses of its files, and pictures while it loads. */
  readonly details?: boolean;
}

/** Pictures of a strip, each once, and the steps that show them. */
const filmOf = (
  frames: readonly Frame[],
  end: number,
): Pick<RenderedPage, 'screenshots'> & { film: FilmStep[] } => {
  const steps = stripOf(frames, end);
  const shown = [...new Set(steps.flatMap(({ frame }) => frame ?? []))];
  const nameOf = (frame: Frame) => `frame-${shown.indexOf(frame)}` as const;
  return {
    film: steps.map(({ at, frame }) => ({ at, picture: frame && nameOf(frame) })),
    screenshots: shown.map((frame) => ({ device: nameOf(frame), image: frame.image })),
  };
};

/**
 * Opens a page in a new context, as a phone on slow 4G, and reports what scripts made of it.
 * @throws RenderError, or an error of Playwright when the browser ends
 */
export const renderPage = async (
  browser: Browser,
  url: string,
  bound: BoundHeaders | null = null,
  { device = 'phone', details = false }: RenderOptions = {},
): Promise<RenderedPage> => {
  const type = TYPES[device];
  const isPhone = device === 'phone';
  const context = await browser.newContext({
    ...type.context,
    serviceWorkers: 'block',
    acceptDownloads: false,
    javaScriptEnabled: true,
  });
  try {
    await context.addInitScript(CLOSED_DOORS);
    const page = await context.newPage();
    const benchmarkIndex = await warmUp(page);
    // Pop-ups are closed at once: nobody looks at them, and they cost memory.
    context.on('page', (opened) => void opened.close().catch(() => undefined));
    const { consoleErrors, failedRequests, origins, pending } = listen(page);
    const takeRequests = recordRequests(page);
    const session = await context.newCDPSession(page);
    const world = await createIsolatedWorld(page, session, OBSERVER_SCRIPT);
    const takeCoverage = details && isPhone ? await startCoverage(session) : null;
    const takeFrames = details && isPhone ? await startFilmstrip(session) : null;
    await throttle(session, type.profile);
    if (bound !== null) await authorisePage(context, page, bound);
    const isLoaded = await open(page, url, benchmarkIndex);
    if (isLoaded) await settle(page, world);
    const unanswered = isLoaded ? [] : [...pending].slice(0, MOST_PENDING).map(text);
    const metrics = await measurePage(world);
    const requests = await takeRequests();
    const frames = takeFrames && (await takeFrames(await world.evaluate<number>('performance.timeOrigin')));
    await unthrottle(session);
    // A request that never ends would also hold up the pictures.
    if (!isLoaded) await session.send('Page.stopLoading');
    const { html, layout } = await readPage(world);
    const cookies = await context.cookies();
    const phone = isPhone ? await page.screenshot(PICTURE) : null;
    const colours = isPhone ? await findColours(world) : null;
    const onPhone = await findTargets(world);
    const axe = isPhone ? await axeResults(world).catch(() => null) : null;
    await page.setViewportSize(DESKTOP);
    const desktop = await page.screenshot(PICTURE);
    const onDesktop = await findTargets(world);
    // Rules for wide screens are used, too.
    const coverage = await takeCoverage?.();
    const strip = frames && filmOf(frames, metrics.lcp ?? 0);
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
        violations: axe?.violations ?? null,
        ...(axe !== null && { passedRules: axe.passedRules }),
        layout: html.length > MAX_HTML ? null : layout,
        ...(colours && { looks: { ...colours, targets: { phone: onPhone, desktop: onDesktop } } }),
        ...(coverage !== undefined && {
          coverage: coverage.map((file) => ({ ...file, url: text(file.url) })),
        }),
        ...(strip && { filmstrip: strip.film }),
      },
      screenshots: [
        { device: 'desktop', image: desktop },
        ...(phone === null ? [] : [{ device: 'phone' as const, image: phone }]),
        ...(strip?.screenshots ?? []),
      ],
      partial: isLoaded ? null : 'load',
      pending: unanswered,
      benchmarkIndex,
    };
  } finally {
    await context.close().catch(() => undefined);
  }
};
