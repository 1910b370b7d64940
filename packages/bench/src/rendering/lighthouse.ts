import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** Metrics that both measure, in milliseconds; `cls` has no unit. */
export const METRICS = ['ttfb', 'fcp', 'lcp', 'tbt', 'cls'] as const;
export type Measured = Readonly<Record<(typeof METRICS)[number], number>>;

interface LighthouseResult {
  audits: {
    metrics: { details: { items: [Record<string, number>] } };
  };
}

const run = promisify(execFile);

/**
 * Lighthouse’s command line, from the npm package as resolved from the folder `from`. @throws an
 * error that says how to install it
 */
export const findLighthouse = (from: string): string => {
  try {
    const require = createRequire(pathToFileURL(join(from, 'index.js')));
    return join(dirname(require.resolve('lighthouse/package.json')), 'cli/index.js');
  } catch {
    throw new Error(
      'Lighthouse is not installed. Install it in a folder of its own (npm i lighthouse) and name that in LIGHTHOUSE_FOLDER.',
    );
  }
};

/**
 * Measures a page with Lighthouse’s mobile profile, applied by the browser as ours is, not simulated.
 * @param chromium path of the browser
 */
export const measureWithLighthouse = async (
  cli: string,
  url: string,
  chromium: string,
): Promise<Measured> => {
  const flags = process.getuid?.() === 0 ? '--headless=new --no-sandbox' : '--headless=new';
  const { stdout } = await run(
    process.execPath,
    [
      cli,
      url,
      '--output=json',
      '--quiet',
      '--only-audits=metrics',
      '--throttling-method=devtools',
      `--chrome-flags=${flags}`,
    ],
    { env: { ...process.env, CHROME_PATH: chromium }, maxBuffer: 64 * 1024 ** 2 },
  );
  const { audits } = JSON.parse(stdout) as LighthouseResult;
  const [item] = audits.metrics.details.items;
  const value = (name: string): number => item[name] ?? Number.NaN;
  return {
    ttfb: value('timeToFirstByte'),
    fcp: value('observedFirstContentfulPaint'),
    lcp: value('observedLargestContentfulPaint'),
    tbt: value('totalBlockingTime'),
    cls: value('observedCumulativeLayoutShift'),
  };
};
