import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

import { build } from 'vite';

const [asBrotli, asGzip] = [promisify(brotliCompress), promisify(gzip)];

/** Writes Brotli and gzip files beside each script and style sheet of a folder, for the gateway to send. */
const compressFiles = async (folder: string): Promise<void> => {
  const names = (await readdir(folder)).filter((name) => /\.(?:js|css)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      const content = await readFile(file);
      await writeFile(`${file}.br`, await asBrotli(content));
      await writeFile(`${file}.gz`, await asGzip(content, { level: 9 }));
    }),
  );
};

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
