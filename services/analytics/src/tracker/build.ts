import { readFile, writeFile } from 'node:fs/promises';

import { minify } from '@swc/core';

import { bundleVitals } from './build-vitals.ts';

const source = new URL('./tracker.js', import.meta.url);
const target = new URL('./tracker.min.js', import.meta.url);
const vitalsTarget = new URL('./vitals.min.js', import.meta.url);

const minified = async (program: string, properties?: string): Promise<string> => {
  const { code } = await minify(program, {
    compress: {
      passes: 4,
      unsafe: true,
      unsafe_arrows: true,
      hoist_props: true,
      pure_getters: true,
      booleans_as_integers: true,
    },
    mangle: { toplevel: true, ...(properties === undefined ? {} : { props: { regex: properties } }) },
    ecma: 2020,
    module: false,
  });
  // One keyword instead of two compresses better.
  return `${code.trimEnd().replace(/\bconst\b/g, 'let')}\n`;
};

/** The tracker as it is sent to browsers: the same program in as few bytes as possible. */
export const buildTracker = async (): Promise<string> => minified(await readFile(source, 'utf8'));

/** The script for web vitals, likewise. */
export const buildVitals = async (): Promise<string> =>
  minified(await bundleVitals(), '^_|^(firstHiddenTime|isSent)$');

if (import.meta.main) {
  await writeFile(target, await buildTracker());
  await writeFile(vitalsTarget, await buildVitals());
}
