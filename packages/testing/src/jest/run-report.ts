import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';

import type { AggregatedResult, Reporter, TestResult } from '@jest/reporters';

import { ROOT, reportFile, SUITE_COSTS } from '../run-files.ts';
import type { RunReport, SuiteCost } from '../run-files.ts';

/** Each suite's processor time, as `SuiteEnvironment` has noted it. */
const readCosts = async (): Promise<Map<string, number>> => {
  const lines = (await readFile(SUITE_COSTS, 'utf8').catch(() => '')).split('\n').filter(Boolean);
  return new Map(
    lines.map((line) => {
      const { path, processor } = JSON.parse(line) as SuiteCost;
      return [path, processor];
    }),
  );
};

/**
 * Keeps what a run took and counted for `npm run test:times` and for the last line of `.ci/run`, and
 * lists the tests that passed on a second try only, which nobody would see in a green run.
 */
export default class RunReporter implements Pick<Reporter, 'onRunStart' | 'onTestResult' | 'onRunComplete'> {
  readonly #suites: { path: string; seconds: number }[] = [];
  readonly #retried: string[] = [];

  async onRunStart(): Promise<void> {
    await rm(SUITE_COSTS, { force: true });
  }

  onTestResult(_test: unknown, { testFilePath, testResults, perfStats }: TestResult): void {
    const path = relative(ROOT, testFilePath);
    this.#suites.push({ path, seconds: (perfStats.end - perfStats.start) / 1_000 });
    for (const { fullName, status, invocations = 1 } of testResults)
      if (status === 'passed' && invocations > 1) this.#retried.push(`${path}: ${fullName}`);
  }

  async onRunComplete(_contexts: unknown, result: AggregatedResult): Promise<void> {
    const costs = await readCosts();
    const report: RunReport = {
      passed: result.numPassedTests,
      // A suite that can't be loaded has no test that could fail.
      failed: result.numFailedTests + result.numRuntimeErrorTestSuites,
      skipped: result.numPendingTests,
      retried: this.#retried,
      suites: this.#suites.map((suite) => ({ ...suite, processor: costs.get(suite.path) ?? 0 })),
    };
    const file = reportFile(process.env['SUITES'] ?? 'unit');
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify(report));
    if (this.#retried.length > 0)
      process.stderr.write(`Passed on the second try only:\n  ${this.#retried.join('\n  ')}\n`);
  }
}
