import type { CDPSession } from 'playwright-core';

import type { FileCoverage } from '../page/browser-facts.ts';

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
