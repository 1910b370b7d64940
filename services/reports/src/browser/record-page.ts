import type { CDPSession, ConsoleMessage, Page, Request } from 'playwright-core';
import type { BrowserRequest, FileCoverage } from '../page/browser-facts.ts';

const MOST = 50;

export const text = (value: string): string => value.toWellFormed().replaceAll('\0', '\uFFFD').slice(0, 500);

/** Chromium says that something couldn’t be loaded, but not what. */
const wordsOf = (message: ConsoleMessage): string =>
  message.text().startsWith('Failed to load resource')
    ? `${message.text()} (${message.location().url})`
    : message.text();

/** Collects the errors that occur while a page loads. */
export const listen = (page: Page) => {
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
export const recordRequests = (page: Page): (() => Promise<BrowserRequest[]>) => {
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

/** A picture of a page while it loads. */
export interface Frame {
  /** Milliseconds since the navigation began. */
  readonly at: number;
  readonly image: Buffer;
}

/** Pictures of a strip. */
export const STRIP = 8;
const PICTURE = { format: 'jpeg', quality: 45, maxWidth: 206, maxHeight: 412 } as const;
/** The browser sends the next frame once the last one is acknowledged: ten a second at most. */
const PACE_MILLISECONDS = 100;
const MOST_FRAMES = 400;

/**
 * The frames to show at even steps up to the last change: at each the newest one by then, null before
 * anything was painted.
 */
export const stripOf = <Shot extends Pick<Frame, 'at'>>(
  frames: readonly Shot[],
  end: number,
): { at: number; frame: Shot | null }[] => {
  const last = Math.max(end, frames.at(-1)?.at ?? 0);
  if (frames.length === 0 || last <= 0) return [];
  return Array.from({ length: STRIP }, (_, index) => {
    const at = Math.round((last * (index + 1)) / STRIP);
    return { at, frame: frames.findLast((frame) => frame.at <= at + 1) ?? null };
  });
};

/**
 * Begins to take pictures of a page as it changes.
 * @returns a function that ends it; it takes the time at which the navigation began, in milliseconds
 *   since 1970, and returns the pictures since then, the earliest first
 */
export const startFilmstrip = async (session: CDPSession): Promise<(begin: number) => Promise<Frame[]>> => {
  const frames: { time: number; data: string }[] = [];
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    if (frames.length >= MOST_FRAMES) return;
    frames.push({ time: (metadata.timestamp ?? 0) * 1000, data });
    setTimeout(() => {
      // The page may be gone.
      session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
    }, PACE_MILLISECONDS).unref();
  });
  await session.send('Page.startScreencast', PICTURE);
  return async (begin) => {
    await session.send('Page.stopScreencast').catch(() => undefined);
    return frames
      .filter(({ time }) => time >= begin)
      .map(({ time, data }) => ({ at: Math.round(time - begin), image: Buffer.from(data, 'base64') }));
  };
};

/** Files that are kept, those with most unused first. */
const MOST_FILES = 100;
/** Style sheets and scripts that are looked at. */
const MOST_SEEN = 1000;
/** Milliseconds for the browser to tell. */
const READ_TIMEOUT = 3000;

/** Of a text: from its first to after its last character. */
interface Span {
  readonly startOffset: number;
  readonly endOffset: number;
}

/** How many characters spans cover together; they may overlap. */
export const covered = (spans: readonly Span[]): number => {
  let [sum, end] = [0, 0];
  for (const { startOffset, endOffset } of spans.toSorted((a, b) => a.startOffset - b.startOffset)) {
    sum += Math.max(0, endOffset - Math.max(end, startOffset));
    end = Math.max(end, endOffset);
  }
  return sum;
};

/** V8's answer about a script: each function's span, and whether it ran. */
interface ScriptCoverage {
  readonly url: string;
  readonly functions: readonly { readonly ranges: readonly (Span & { readonly count: number })[] }[];
}

/** The parts of scripts that never ran. An address that several scripts came from is listed once. */
export const scriptCoverage = (scripts: readonly ScriptCoverage[]): FileCoverage[] => {
  const files = new Map<string, FileCoverage>();
  for (const { url, functions } of scripts.slice(0, MOST_SEEN)) {
    const spans = functions.flatMap(({ ranges }) => ranges);
    // The outermost span is the script's own.
    const length = spans.reduce((most, { endOffset }) => Math.max(most, endOffset), 0);
    const unused = covered(spans.filter(({ count }) => count === 0));
    const known = files.get(url);
    // A rule that one frame uses isn't unused because another frame doesn't.
    if (length > 0 && (known === undefined || unused < known.unused))
      files.set(url, { url, type: 'script', length, unused });
  }
  return [...files.values()];
};

const isFile = (url: string): boolean => /^https?:/.test(url) && url.length <= 2048;

/**
 * Begins to record which rules and functions a page uses, as Lighthouse does: by rule and by function,
 * which costs a page least.
 * @returns a function that ends it: files of the page and its scripts' with what they don't use
 */
export const startCoverage = async (session: CDPSession): Promise<() => Promise<FileCoverage[]>> => {
  const sheets = new Map<string, { url: string; length: number }>();
  session.on('CSS.styleSheetAdded', ({ header: { styleSheetId, sourceURL: url, isInline, length } }) => {
    if (!isInline && isFile(url) && sheets.size < MOST_SEEN) sheets.set(styleSheetId, { url, length });
  });
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  await session.send('CSS.startRuleUsageTracking');
  await session.send('Profiler.enable');
  await session.send('Profiler.startPreciseCoverage', { callCount: false, detailed: false });

  const read = async (): Promise<FileCoverage[]> => {
    const { result } = await session.send('Profiler.takePreciseCoverage');
    const { ruleUsage } = await session.send('CSS.stopRuleUsageTracking');
    const used = Map.groupBy(
      ruleUsage.filter(({ used }) => used),
      ({ styleSheetId }) => styleSheetId,
    );
    const styles = [...sheets].map(([id, { url, length }]): FileCoverage => {
      const unused = Math.max(0, length - covered(used.get(id) ?? []));
      return { url, type: 'stylesheet', length, unused };
    });
    const scripts = scriptCoverage(result.filter(({ url }) => isFile(url)));
    return [...styles, ...scripts].sort((a, b) => b.unused - a.unused).slice(0, MOST_FILES);
  };
  return () => {
    const late = new Promise<FileCoverage[]>((resolve) => {
      setTimeout(resolve, READ_TIMEOUT, []).unref();
    });
    return Promise.race([read().catch(() => []), late]);
  };
};
