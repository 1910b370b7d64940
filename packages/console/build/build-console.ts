import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'vite';

import { compressFiles } from './compress-files.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Builds the console's files into a folder, which is emptied first. Takes about a second. */
export const buildConsole = async (directory: string): Promise<void> => {
  await build({
    root: ROOT,
    base: '/console/',
    configFile: false,
    logLevel: 'error',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir: directory,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      target: 'es2022',
    },
  });
  await compressFiles(join(directory, 'assets'));
};
