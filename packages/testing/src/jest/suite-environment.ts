import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';

import type { EnvironmentContext, JestEnvironment, JestEnvironmentConfig } from '@jest/environment';
import { ModuleMocker } from 'jest-mock';

import { ROOT, SUITE_COSTS } from '../run-files.ts';
import type { SuiteCost } from '../run-files.ts';
import { tellOfFailure } from '../when-failed.ts';

/** Keys that the test framework leaves on the global object, by the names of their symbols. */
const OF_FRAMEWORK: ReadonlySet<string | undefined> = new Set([
  'JEST_STATE_SYMBOL',
  'EVENT_HANDLERS',
  'TEST_TIMEOUT_SYMBOL',
  'RETRY_TIMES',
  'RETRY_TIMES_SETTER',
  'LOG_ERRORS_BEFORE_RETRY',
]);

type Variables = Readonly<Record<string, string | undefined>>;

const restore = (before: Variables): void => {
  for (const name of Object.keys(process.env))
    if (!(name in before)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, before);
};

/** Linux counts in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** Processor time in seconds of this process and of its children that have ended. */
const processorTime = (): number => {
  try {
    // The name in parentheses may itself hold spaces and parentheses.
    const status = readFileSync('/proc/self/stat', 'utf8');
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).map(Number);
    return ticks.reduce((sum, part) => sum + part, 0) / TICKS_PER_SECOND;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000_000;
  }
};

/**
 * Runs suites in the worker's own realm, as `SuiteRuntime` loads modules there. What a suite may
 * change of it is put back afterwards: the variables of the environment.
 */
export default class SuiteEnvironment implements JestEnvironment {
  readonly global = globalThis as unknown as JestEnvironment['global'];
  readonly moduleMocker = new ModuleMocker(globalThis);
  readonly fakeTimers = null;
  readonly fakeTimersModern = null;
  readonly #variables = { ...process.env };
  readonly #started = processorTime();
  readonly #path: string;

  constructor(_config: JestEnvironmentConfig, { testPath }: EnvironmentContext) {
    this.#path = relative(ROOT, testPath);
  }

  setup(): Promise<void> {
    return Promise.resolve();
  }

  teardown(): Promise<void> {
    const cost: SuiteCost = { path: this.#path, processor: processorTime() - this.#started };
    mkdirSync(dirname(SUITE_COSTS), { recursive: true });
    appendFileSync(SUITE_COSTS, `${JSON.stringify(cost)}\n`);
    restore(this.#variables);
    for (const symbol of Object.getOwnPropertySymbols(globalThis))
      if (OF_FRAMEWORK.has(symbol.description)) Reflect.deleteProperty(globalThis, symbol);
    return Promise.resolve();
  }

  async handleTestEvent({ name }: { name: string }): Promise<void> {
    if (name === 'test_fn_failure') await tellOfFailure();
  }

  exportConditions(): string[] {
    return ['node', 'node-addons'];
  }

  getVmContext(): null {
    return null;
  }
}
