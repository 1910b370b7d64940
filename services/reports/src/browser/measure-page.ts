import type { CDPSession, Page } from 'playwright-core';

import type { BrowserMetrics, PageLayout } from '../page/browser-facts.ts';

/**
 * A separate JavaScript world in a page's main frame: the same document, but none of the page's
 * scripts. It doesn't see whatever the page has put in the place of `Array.prototype.map` or
 * `performance`, and the page's Content-Security-Policy doesn't stop scripts that run in it.
 */
export interface IsolatedWorld {
  /** @throws Error for what the script throws, or when the page has gone */
  evaluate<Result>(script: string): Promise<Result>;
}

const WORLD = 'page-report';

interface ContextEvent {
  context: { id: number; name: string; auxData?: { frameId?: string } };
}

/**
 * @param script runs in the world of every new document before the page's own scripts
 */
export const createIsolatedWorld = async (
  page: Page,
  session: CDPSession,
  script: string,
): Promise<IsolatedWorld> => {
  await session.send('Page.enable');
  const { frameTree } = await session.send('Page.getFrameTree');
  let contextId: number | undefined;
  session.on('Runtime.executionContextCreated', ({ context }: ContextEvent) => {
    if (context.name === WORLD && context.auxData?.frameId === frameTree.frame.id) contextId = context.id;
  });
  await session.send('Runtime.enable');
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: script, worldName: WORLD });
  return {
    async evaluate<Result>(expression: string): Promise<Result> {
      if (contextId === undefined) throw new Error(`There is no world in ${page.url()}.`);
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
        expression,
        contextId,
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value as Result;
    },
  };
};

/** Lighthouse's mobile profile, applied by the browser: slow 4G and a CPU four times slower. */
export const PROFILE = {
  latency: 562.5,
  downloadBytesPerSecond: (1474.56 * 1024) / 8,
  uploadBytesPerSecond: (675 * 1024) / 8,
  cpuSlowdown: 4,
} as const;

/** How far a browser is slowed down. */
export type Profile = Readonly<Record<keyof typeof PROFILE, number>>;

/** Lighthouse's desktop profile: dense 4G by its factors for throttling in the browser, and no slower CPU. */
export const DESKTOP_PROFILE: Profile = {
  latency: 150,
  downloadBytesPerSecond: (9216 * 1024) / 8,
  uploadBytesPerSecond: (9216 * 1024) / 8,
  cpuSlowdown: 1,
};

/** Runs in every frame before its scripts; keeps what the browser reports in one place. */
export const OBSERVER_SCRIPT = `(() => {
  if (window !== window.top) return;
  const seen = { lcp: null, shifts: [], tasks: [] };
  Object.defineProperty(window, '__pageReport', { value: seen });
  const observe = (type, take) => {
    try {
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
    } catch {}
  };
  observe('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime;
    Object.defineProperty(seen, 'largest', { value: entry.element, enumerable: false, configurable: true });
  });
  observe('layout-shift', (entry) => {
    if (!entry.hadRecentInput) seen.shifts.push([entry.startTime, entry.value]);
  });
  observe('longtask', (entry) => { seen.tasks.push([entry.startTime, entry.duration]); });
})()`;

/**
 * How fast the machine is now, on the scale of Lighthouse's benchmark index: about 1,000 on a slow
 * desktop, more on a faster one. The mean of building strings, which keeps the garbage collector busy,
 * and of copying numbers, which doesn't; a tenth of the rounds a second of each.
 */
export const BENCHMARK_SCRIPT = `(() => {
  const rate = (work) => {
    const begin = performance.now();
    let rounds = 0;
    while (performance.now() - begin < 75) work(rounds++);
    return (rounds * 100) / (performance.now() - begin);
  };
  let kept = '';
  const texts = rate(() => {
    let text = '';
    for (let at = 0; at < 10000; at++) text += 'a';
    kept = text;
  });
  const [from, to] = [[], []];
  for (let at = 0; at < 100000; at++) from[at] = to[at] = at;
  const copies = rate((round) => {
    const [source, target] = round % 2 ? [from, to] : [to, from];
    for (let at = 0; at < source.length; at++) target[at] = source[at];
  });
  return kept.length === 10000 ? (texts + copies) / 2 : 0;
})()`;

interface Observed {
  readonly lcp: number | null;
  readonly shifts: readonly (readonly [time: number, value: number])[];
  readonly tasks: readonly (readonly [start: number, duration: number])[];
  readonly fcp: number | null;
  readonly ttfb: number | null;
}

/** Milliseconds. */
const QUIET = 1000;

/**
 * Resolves when the page has been quiet for a second: after it was loaded and painted, after the
 * last long task and the last shift. Lighthouse waits the same way, and what scripts do late
 * matters to users too.
 */
const quietScript = (most: number): string => `new Promise((resolve) => {
  const begin = performance.now();
  const seen = window.__pageReport ?? { shifts: [], tasks: [] };
  const look = () => {
    const now = performance.now();
    const [navigation] = performance.getEntriesByType('navigation');
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const ends = seen.tasks.slice(-1).map(([start, duration]) => start + duration);
    const shifts = seen.shifts.slice(-1).map(([time]) => time);
    const last = Math.max(navigation?.loadEventEnd ?? 0, paint?.startTime ?? 0, ...ends, ...shifts);
    if (now - last >= ${QUIET} || now - begin >= ${most}) resolve();
    else setTimeout(look, 100);
  };
  look();
})`;

/** Waits until a page is quiet, for at most this many milliseconds. */
export const waitUntilQuiet = (world: IsolatedWorld, most: number): Promise<void> =>
  world.evaluate(quietScript(most));

const READ_SCRIPT = `(() => {
  const seen = window.__pageReport ?? { lcp: null, shifts: [], tasks: [] };
  const [navigation] = performance.getEntriesByType('navigation');
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  return { ...seen, fcp: paint?.startTime ?? null, ttfb: navigation?.responseStart ?? null };
})()`;

/**
 * The page's HTML and how it is laid out, of one moment. An element is known by its place among all
 * elements, which are the same once the HTML is parsed again.
 */
const LAYOUT_SCRIPT = `(() => {
  // A page may have gone down by itself; what is fixed went with it.
  scrollTo({ top: 0, left: 0, behavior: 'instant' });
  const all = [...document.querySelectorAll('*')];
  const places = new Map(all.map((element, index) => [element, index]));
  const isSeen = (element) =>
    (getComputedStyle(element).display === 'contents' || element.checkVisibility({ visibilityProperty: true })) &&
    element.closest('[aria-hidden="true"], [inert]') === null;
  const isFixed = (style, name) => !['auto', 'none', ''].includes(String(style.get(name) ?? ''));
  const isSized = (image) => {
    const style = image.computedStyleMap();
    const [width, height] = [isFixed(style, 'width'), isFixed(style, 'height')];
    const ratio = !/^auto$/.test(String(style.get('aspect-ratio') ?? 'auto'));
    const position = String(style.get('position') ?? '');
    return position === 'absolute' || position === 'fixed' || (width && height) || (ratio && (width || height)) ||
      (image.getAttribute('width') !== null && image.getAttribute('height') !== null);
  };
  const marked = all.filter((element) => element.matches('h1, h2, h3, h4, h5, h6, main, [role="heading"], [role="main"]'));
  // In place of a broken one stands its text, whose size is its own.
  const isBroken = (image) => image.complete && image.naturalWidth === 0;
  const images = all.filter((element) => element.localName === 'img' && isSeen(element) && !isBroken(element));
  const largest = window.__pageReport?.largest;
  // In the picture of the screen, which is taken from the top.
  const boxes = [];
  for (let index = 0; index < all.length && boxes.length < 1500; index++) {
    const box = all[index].getBoundingClientRect();
    const [left, top] = [box.left + scrollX, box.top + scrollY];
    if (box.width < 1 || box.height < 1 || top >= innerHeight || top + box.height <= 0) continue;
    if (left >= innerWidth || left + box.width <= 0) continue;
    boxes.push([index, left, top, box.width, box.height].map(Math.round));
  }
  return {
    html: (document.doctype ? new XMLSerializer().serializeToString(document.doctype) + '\\n' : '') +
      document.documentElement.outerHTML,
    layout: {
      elements: all.length,
      hidden: marked.filter((element) => !isSeen(element)).slice(0, 1000).map((element) => places.get(element)),
      images: images.slice(0, 500).map((image) => ({
        index: places.get(image),
        isSized: isSized(image),
        top: Math.round(image.getBoundingClientRect().top + scrollY),
      })),
      largest: places.get(largest) ?? null,
      height: innerHeight,
      boxes,
    },
  };
})()`;

/** Reads the page's HTML as it is now, and how it is laid out. */
export const readPage = (world: IsolatedWorld): Promise<{ html: string; layout: PageLayout }> =>
  world.evaluate(LAYOUT_SCRIPT);

const BLOCKING = 50;
const WINDOW_GAP = 1000;
const WINDOW_LENGTH = 5000;

/** The largest sum of shifts less than a second apart within five seconds. */
export const cumulativeShift = (shifts: Observed['shifts']): number => {
  let worst = 0;
  let sum = 0;
  let start = -Infinity;
  let last = -Infinity;
  for (const [time, value] of shifts) {
    if (time - last > WINDOW_GAP || time - start > WINDOW_LENGTH) {
      start = time;
      sum = 0;
    }
    sum += value;
    last = time;
    worst = Math.max(worst, sum);
  }
  return worst;
};

/**
 * How long tasks take beyond 50 ms each, counting only what comes after the first paint:
 * Lighthouse’s `calculateTbtImpactForEvent` (core/computed/metrics/tbt-utils.js).
 */
export const blockingTime = (tasks: Observed['tasks'], fcp: number | null): number =>
  fcp === null
    ? 0
    : tasks
        .map(([begin, duration]) => begin + duration - Math.max(begin, fcp))
        .reduce((sum, left) => sum + Math.max(0, left - BLOCKING), 0);

const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value));

/**
 * Reads the measurements of a page in whose world `OBSERVER_SCRIPT` has run: Largest and First
 * Contentful Paint, the worst window of layout shifts (web.dev/cls), blocking time after the first
 * paint, and the document's first byte.
 */
export const measurePage = async (world: IsolatedWorld): Promise<BrowserMetrics> => {
  const observed = await world.evaluate<Observed>(READ_SCRIPT);
  const { fcp } = observed;
  return {
    lcp: rounded(observed.lcp),
    cls: Math.round(cumulativeShift(observed.shifts) * 1000) / 1000,
    tbt: Math.round(blockingTime(observed.tasks, fcp)),
    fcp: rounded(fcp),
    ttfb: rounded(observed.ttfb),
  };
};
