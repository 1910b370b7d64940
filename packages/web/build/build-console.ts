import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

import { build } from 'vite';
import type { InlineConfig } from 'vite';

const [asBrotli, asGzip] = [promisify(brotliCompress), promisify(gzip)];

/** Writes Brotli and gzip files beside each script and style sheet of a folder, for servers to send. */
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

const USUAL = {
  root: ROOT,
  configFile: false,
  logLevel: 'error',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
} as const satisfies InlineConfig;

const FOR_BROWSERS = {
  emptyOutDir: true,
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
  target: 'es2022',
} as const;

/** Small styles that the first screen shares with later ones: in one file, as each holds up the first paint. */
const FIRST_STYLES = /\/src\/ui\/(?:problem|notices|modal|field)\.css$/;

/** Builds the console's files into a folder, which is emptied first. Takes about a second. */
export const buildConsole = async (directory: string): Promise<void> => {
  const output = { codeSplitting: { groups: [{ name: 'first', test: FIRST_STYLES }] } };
  await build({
    ...USUAL,
    base: '/console/',
    build: { ...FOR_BROWSERS, outDir: directory, rolldownOptions: { output } },
  });
  await compressFiles(join(directory, 'assets'));
};

/** A style sheet with its fonts inside. `fileOf` finds the file of an address. */
const withFonts = async (css: string, fileOf: (path: string) => string): Promise<string> => {
  const paths = [...new Set([...css.matchAll(/url\(([^)]+\.woff2)\)/g)].map(([, path = '']) => path))];
  const fonts = await Promise.all(paths.map(async (path) => readFile(fileOf(path), 'base64')));
  return paths.reduce(
    (text, path, place) => text.replaceAll(path, `data:font/woff2;base64,${fonts[place] ?? ''}`),
    css,
  );
};

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
}

/** Where pages are below a service, and so their files. */
const BASES = { statistics: '/s/', reports: '/r/', palette: '/p/' } as const;
export type PagesName = keyof typeof BASES;

/**
 * Builds the public pages of a service into a folder, which is emptied first: `assets` for browsers, and
 * `server.mjs`, which makes the documents and needs nothing else.
 */
export const buildPages = async (name: PagesName, directory: string): Promise<void> => {
  const base = BASES[name];
  const entry = `src/public/${name}-browser.tsx`;
  await build({
    ...USUAL,
    base,
    publicDir: false,
    build: {
      ...FOR_BROWSERS,
      outDir: directory,
      manifest: 'manifest.json',
      rolldownOptions: { input: join(ROOT, entry) },
    },
  });
  const manifest = JSON.parse(await readFile(join(directory, 'manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >;
  const { file = '', css: styles = [] } = manifest[entry] ?? {};
  const texts = await Promise.all(styles.map((style) => readFile(join(directory, style), 'utf8')));
  const css = await withFonts(texts.join(''), (path) => join(directory, path.slice(base.length)));
  await build({
    ...USUAL,
    publicDir: false,
    ssr: { noExternal: true },
    // Node.js has a module of the same name, which it warns of.
    resolve: { alias: [{ find: /^punycode$/, replacement: 'punycode/punycode.es6.js' }] },
    define: {
      PAGE_ASSETS: JSON.stringify({
        script: base + file,
        styles: styles.map((style) => base + style),
        css,
      }),
    },
    build: {
      ssr: join(ROOT, `src/public/${name}-server.tsx`),
      outDir: directory,
      emptyOutDir: false,
      target: 'node24',
      rolldownOptions: { output: { entryFileNames: 'server.mjs' } },
    },
  });
  await compressFiles(join(directory, 'assets'));
};
