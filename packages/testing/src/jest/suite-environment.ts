import type { JestEnvironment } from '@jest/environment';
import { ModuleMocker } from 'jest-mock';

/** What the test framework leaves on the global object, by the names of its symbols. */
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

  setup(): Promise<void> {
    return Promise.resolve();
  }

  teardown(): Promise<void> {
    restore(this.#variables);
    for (const symbol of Object.getOwnPropertySymbols(globalThis))
      if (OF_FRAMEWORK.has(symbol.description)) Reflect.deleteProperty(globalThis, symbol);
    return Promise.resolve();
  }

  exportConditions(): string[] {
    return ['node', 'node-addons'];
  }

  getVmContext(): null {
    return null;
  }
}
