import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { minify } from '@swc/core';
import { rolldown } from 'rolldown';
import type { Plugin } from 'rolldown';

const entry = fileURLToPath(new URL('./vitals.js', import.meta.url));

/**
 * Modules of `web-vitals` that compute what isn't sent: ratings, ids, navigation types. They are
 * replaced by the parts that the measuring itself needs: the package weighs 2,100 bytes at least,
 * and a script may weigh 2,048. An upgrade means comparing these modules.
 */
const LEAN: Readonly<Record<string, string>> = {
  'lib/initMetric.js': 'export const initMetric = (name, value = -1) => ({ name, value, entries: [] });',
  'lib/bindReporter.js': `export const bindReporter = (callback, metric) => (isFinal) => {
    if (isFinal && metric.value >= 0) callback(metric);
  };`,
  // In browsers that don't count interactions, the worst one stands for all of a view.
  'lib/polyfills/interactionCountPolyfill.js': `
    export const getInteractionCount = () => performance.interactionCount || 0;
    export const initInteractionCountPolyfill = () => {};`,
};

const lean: Plugin = {
  name: 'lean',
  load(id) {
    const name = Object.keys(LEAN).find((module) => id.endsWith(`/web-vitals/dist/modules/${module}`));
    return name === undefined ? null : (LEAN[name] ?? null);
  },
  // An option that the script doesn't use.
  transform: (code) => code.replaceAll('opts.reportAllChanges', 'false'),
};

/**
 * The script for web vitals and the parts of the package that it uses, in one file, not minified
 * yet.
 */
export const bundleVitals = async (): Promise<string> => {
  const bundle = await rolldown({ input: entry, plugins: [lean], treeshake: { moduleSideEffects: false } });
  try {
    const { output } = await bundle.generate({ format: 'iife' });
    return output[0].code;
  } finally {
    await bundle.close();
  }
};

const source = new URL('./tracker.js', import.meta.url);
const target = new URL('./tracker.min.js', import.meta.url);
const navigation = new URL('./navigation.js', import.meta.url);
const navigationTarget = new URL('./navigation.min.js', import.meta.url);
const clicks = new URL('./clicks.js', import.meta.url);
const clicksTarget = new URL('./clicks.min.js', import.meta.url);
const plausibleTarget = new URL('./plausible.min.js', import.meta.url);
const finderTarget = new URL('./finder.min.js', import.meta.url);
const vitalsTarget = new URL('./vitals.min.js', import.meta.url);

interface Minifying {
  /** Names of properties that only our code uses. */
  readonly properties?: string;
  /** Names of variables that stay, as they are those of the message. */
  readonly kept?: readonly string[];
  readonly constants?: Readonly<Record<string, boolean>>;
}

const vitalsFinderTarget = new URL('./vitals-finder.min.js', import.meta.url);

const minified = async (program: string, options: Minifying = {}): Promise<string> => {
  const { properties, kept = [], constants = {} } = options;
  const { code } = await minify(program, {
    compress: {
      passes: 4,
      unsafe: true,
      unsafe_arrows: true,
      hoist_props: true,
      pure_getters: true,
      booleans_as_integers: true,
      global_defs: constants,
    },
    mangle: {
      toplevel: true,
      reserved: [...kept],
      ...(properties === undefined ? {} : { props: { regex: properties } }),
    },
    ecma: 2020,
    module: false,
  });
  // One keyword instead of two compresses better.
  return `${code.trimEnd().replace(/\bconst\b/g, 'let')}\n`;
};

/**
 * The tracker as it is sent to browsers: the same program in as few bytes as possible.
 * @param FIND true for the one that finds its key wherever it may be
 * @param PLAUSIBLE true for the one that also does what Plausible's clients ask for
 */
export const buildTracker = async (FIND = false, PLAUSIBLE = false): Promise<string> =>
  minified(await readFile(source, 'utf8'), {
    kept: ['d', 'k', 'n', 'u', 'p', ...(FIND ? ['c'] : [])],
    constants: { FIND, PLAUSIBLE },
  });

/** Builds the script that reports navigations to the tracker where the browser doesn't. */
export const buildNavigation = async (): Promise<string> => minified(await readFile(navigation, 'utf8'));

/** Builds the script that counts clicks by element. */
export const buildClicks = async (): Promise<string> =>
  minified(await readFile(clicks, 'utf8'), { kept: ['e', 't'] });

/** Builds the scripts that pages made for Matomo and for GoatCounter load. */
export const buildMatomo = async (): Promise<string> =>
  minified(await readFile(new URL('./matomo.js', import.meta.url), 'utf8'));
export const buildGoatCounter = async (): Promise<string> =>
  minified(await readFile(new URL('./goatcounter.js', import.meta.url), 'utf8'));

/** The script for web vitals, likewise. */
export const buildVitals = async (FIND = false): Promise<string> =>
  minified(await bundleVitals(), { properties: '^_|^(firstHiddenTime|isSent)$', constants: { FIND } });

if (import.meta.main) {
  await writeFile(target, await buildTracker());
  await writeFile(navigationTarget, await buildNavigation());
  await writeFile(clicksTarget, await buildClicks());
  await writeFile(new URL('./matomo.min.js', import.meta.url), await buildMatomo());
  await writeFile(new URL('./goatcounter.min.js', import.meta.url), await buildGoatCounter());
  await writeFile(finderTarget, await buildTracker(true));
  await writeFile(plausibleTarget, await buildTracker(true, true));
  await writeFile(vitalsTarget, await buildVitals());
  await writeFile(vitalsFinderTarget, await buildVitals(true));
}
