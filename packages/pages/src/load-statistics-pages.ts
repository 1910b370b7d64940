import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import type { StatisticsPages } from './contract.ts';

export type { StatisticsPages } from './contract.ts';

/** A file for browsers. Its name has a digest of its content, so it may be kept for good. */
export interface PageAsset {
  readonly mediaType: string;
  readonly content: Buffer;
  readonly gzipped: Buffer;
}

/** The built pages of the statistics: what makes the documents, and the files that they name. */
export interface BuiltStatisticsPages {
  readonly pages: StatisticsPages;
  readonly assets: ReadonlyMap<string, PageAsset>;
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

const run = promisify(execFile);

/** By its path, as a service that brings its pages along needs neither `packages/web` nor a bundler. */
const PROVIDER = fileURLToPath(new URL('../../web/build/provide.ts', import.meta.url));

/** Builds the pages, unless a cache holds them for the present sources. @returns their folder */
const provide = async (cache: string): Promise<string> => {
  const { stdout } = await run(process.execPath, [PROVIDER, 'statistics', cache]);
  return stdout.trim();
};

/**
 * Reads the pages of the statistics.
 * @param built where they are, as in an image; a checkout builds them on first use
 * @param otherCache used where the checkout can't be written to
 */
export const loadStatisticsPages = async (
  built?: string,
  otherCache = join(tmpdir(), 'platform-pages'),
): Promise<BuiltStatisticsPages> => {
  const directory = built ?? (await provide(otherCache));
  const folder = join(directory, 'assets');
  const names = (await readdir(folder)).filter((name) => /\.(?:js|css)$/.test(name));
  const assets = await Promise.all(
    names.map(async (name): Promise<[string, PageAsset]> => {
      const mediaType = MEDIA_TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? '';
      const content = await readFile(join(folder, name));
      return [name, { mediaType, content, gzipped: await readFile(join(folder, `${name}.gz`)) }];
    }),
  );
  const { pages } = (await import(pathToFileURL(join(directory, 'server.mjs')).href)) as {
    pages: StatisticsPages;
  };
  return { pages, assets: new Map(assets) };
};
