import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, CDPSession, Page, BrowserContext } from 'playwright-core';
import type { BoundHeaders } from '../credentials/credential-vault.ts';
import type { AxeViolation, BrowserFacts, FilmStep, RenderReason } from '../page/browser-facts.ts';
import { listen, recordRequests, startCoverage, startFilmstrip, stripOf, text } from './record-page.ts';
import type { Frame } from './record-page.ts';
import {
  createIsolatedWorld,
  BENCHMARK_SCRIPT,
  DESKTOP_PROFILE,
  measurePage,
  OBSERVER_SCRIPT,
  PROFILE,
  readPage,
  waitUntilQuiet,
} from './measure-page.ts';
import type { IsolatedWorld, Profile } from './measure-page.ts';
import { findColours, findTargets } from './survey-looks.ts';

interface PausedRequest {
  readonly requestId: string;
  readonly networkId?: string | undefined;
  readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>> };
  readonly redirectedRequestId?: string | undefined;
}

/**
 * Sends bound headers with a page’s requests to their origin, and with no others. Chromium keeps the
 * headers of a request when it follows a redirect, so each hop is held and decided again: one to
 * another origin loses them, and so does everything after it. Frames of other origins and workers are
 * separate targets, which aren’t touched.
 */
const authorisePage = async (
  context: BrowserContext,
  page: Page,
  { origin, headers }: BoundHeaders,
): Promise<void> => {
  const session: CDPSession = await context.newCDPSession(page);
  const own = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  /** Requests that once went elsewhere, by what Chromium calls them over all their redirects. */
  const astray = new Set<string>();

  const decide = ({ requestId, networkId = requestId, request, redirectedRequestId }: PausedRequest) => {
    const isOwn = URL.parse(request.url)?.origin === origin;
    if (!isOwn) astray.add(networkId);
    const isTrusted = isOwn && !astray.has(networkId);
    if (!isTrusted && redirectedRequestId === undefined) return { requestId };
    const others = Object.entries(request.headers).filter(([name]) => !own.has(name.toLowerCase()));
    const fields = [...others, ...(isTrusted ? Object.entries(headers) : [])];
    return { requestId, headers: fields.map(([name, value]) => ({ name, value })) };
  };
  session.on('Fetch.requestPaused', (paused: PausedRequest) => {
    // The page may be gone before its request continues.
    session.send('Fetch.continueRequest', decide(paused)).catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Request' }] });
};

const MOST_COOKIES = 50;

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
  /** Records how much of its files the page uses, and pictures while it loads. */
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
          .slice(0, MOST_COOKIES)
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
