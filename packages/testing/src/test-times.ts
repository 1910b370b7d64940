import { readFile } from 'node:fs/promises';

import { reportFile } from './run-files.ts';
import type { RunReport } from './run-files.ts';

const KINDS = ['unit', 'e2e'];
const MOST = 20;

const readReport = async (kind: string): Promise<RunReport | undefined> => {
  const text = await readFile(reportFile(kind), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as RunReport);
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const seconds = (value: number): string => value.toFixed(1).padStart(9);

const printTimes = (kind: string, { suites }: RunReport): void => {
  const slowest = suites.toSorted((a, b) => b.seconds - a.seconds).slice(0, MOST);
  const lines = [
    `The slowest of ${suites.length} suites (${kind}), in seconds:`,
    'processor     wall  suite',
    ...slowest.map((suite) => `${seconds(suite.processor)}${seconds(suite.seconds)}  ${suite.path}`),
    `${seconds(sum(suites.map(({ processor }) => processor)))}${seconds(sum(suites.map((suite) => suite.seconds)))}  all`,
  ];
  process.stdout.write(`${lines.join('\n')}\n\n`);
};

/** Everything that the last runs of these kinds have counted, as one line that CI reads. */
const printSummary = (reports: readonly RunReport[]): void => {
  const retried = reports.flatMap((report) => report.retried);
  if (retried.length > 0) process.stdout.write(`Passed on the second try only:\n  ${retried.join('\n  ')}\n`);
  const total = (field: 'passed' | 'failed' | 'skipped'): number =>
    sum(reports.map((report) => report[field]));
  process.stdout.write(`${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped\n`);
};

/**
 * `npm run test:times`: the suites that took longest in the last `npm test` and `npm run test:e2e`.
 * With `--summary` the counts of both together, and what passed on a second try only.
 */
const main = async (): Promise<void> => {
  const found = await Promise.all(KINDS.map(async (kind) => [kind, await readReport(kind)] as const));
  const reports = found.flatMap(([kind, report]) => (report === undefined ? [] : [[kind, report] as const]));
  if (reports.length === 0) throw new Error('No suite has run here yet: start npm test.');
  if (process.argv.includes('--summary')) printSummary(reports.map(([, report]) => report));
  else for (const [kind, report] of reports) printTimes(kind, report);
};

await main();
