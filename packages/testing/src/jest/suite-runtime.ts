import { createRequire, flushCompileCache, registerHooks } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import type JestRuntime from 'jest-runtime';

const require = createRequire(import.meta.url);
// Its types describe what `require` gets: an `import` gets the class itself.
const { default: Runtime } = require('jest-runtime') as typeof JestRuntime;

const ROOT = new URL('../../../../', import.meta.url).href;

/** The suite that runs, so that compiled modules are found again by the next run. */
let suite = '';

/** Files beside tests may keep state of a suite, or register hooks while they are loaded. */
const isBesideTests = (url: string): boolean => {
  const path = url.startsWith(ROOT) ? url.slice(ROOT.length) : '';
  return path.includes('/test/') && !path.includes('node_modules/') && !path.includes('?');
};

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    // A package that a test uses is written for bundlers, which don't ask for it.
    if (resolved.url.endsWith('.json')) return { ...resolved, importAttributes: { type: 'json' } };
    return isBesideTests(resolved.url) ? { ...resolved, url: `${resolved.url}?suite=${suite}` } : resolved;
  },
});

/**
 * Has Node.js itself load the modules of suites, instead of Jest in a realm of its own, which took
 * a third of the time of `npm test` (13 suites of palette: 45.7 s of processor time, now 23.8). A
 * worker loads the product and its libraries once. Each suite has its own copy of the files in
 * folders named `test` only.
 */
export default class SuiteRuntime extends Runtime {
  override async unstable_importModule(from: string): Promise<unknown> {
    // Jest's own loader gives modules `import.meta.jest`.
    Object.assign(globalThis, this.requireModuleOrMock<{ jest: object }>(from, '@jest/globals'));
    suite = encodeURIComponent(relative(fileURLToPath(ROOT), from));
    return import(`${pathToFileURL(from).href}?suite=${suite}`);
  }

  /** The test framework: its module holds the state of one suite. */
  override requireInternalModule(from: string, to?: string): never {
    Reflect.deleteProperty(require.cache, from);
    return require(to ?? from) as never;
  }

  override teardown(): void {
    super.teardown();
    // At the end of a worker it could take longer than Jest waits.
    flushCompileCache();
  }
}
