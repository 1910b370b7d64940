import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { SetupError } from '@platform/runtime';

import type { StatisticsPages } from './contract.ts';
import type { PalettePages } from './palette-contract.ts';
import type { ReportPages } from './reports-contract.ts';

export type { StatisticsPages, StatisticsSite } from './contract.ts';
export type { ReportPages } from './reports-contract.ts';
export type {
  PageFormat,
  PaintedDocument,
  PalettePageContent,
  PalettePages,
  ThemePageContent,
} from './palette-contract.ts';
export { createPageFilesRouter, sendPageFile } from './page-files-router.ts';

/** Pages that can be built, and what makes their documents. */
interface PagesByName {
  readonly statistics: StatisticsPages;
  readonly reports: ReportPages;
  readonly palette: PalettePages;
}

/** A file for browsers. Its name has a digest of its content, so it may be kept for good. */
export interface PageAsset {
  readonly mediaType: string;
  readonly content: Buffer;
  /** Undefined for what is compressed in itself. */
  readonly gzipped: Buffer | undefined;
}

/** Built pages: what makes the documents, and the files that they name. */
export interface BuiltPages<Pages> {
  readonly pages: Pages;
  readonly assets: ReadonlyMap<string, PageAsset>;
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
};

const run = promisify(execFile);

/** By its path, as a service that brings its pages along needs neither the console nor a bundler. */
const PROVIDER = fileURLToPath(new URL('../../web/build/provide.ts', import.meta.url));

/** Builds the pages, unless a cache holds them for the present sources. @returns their folder */
const provide = async (name: keyof PagesByName, cache: string): Promise<string> => {
  const { stdout } = await run(process.execPath, [PROVIDER, name, cache]);
  return stdout.trim();
};

/**
 * Reads the built pages of a service.
 * @param built where they are, as in an image; a checkout builds them on first use
 * @param otherCache used where the checkout can't be written to
 */
export const loadPages = async <Name extends keyof PagesByName>(
  name: Name,
  built?: string,
  otherCache = join(tmpdir(), 'platform-pages'),
): Promise<BuiltPages<PagesByName[Name]>> => {
  const directory = built ?? (await provide(name, otherCache));
  const folder = join(directory, 'assets');
  const names = (await readdir(folder)).filter((file) => /\.(?:js|css|woff2)$/.test(file));
  const assets = await Promise.all(
    names.map(async (file): Promise<[string, PageAsset]> => {
      const ending = file.slice(file.lastIndexOf('.') + 1);
      const content = await readFile(join(folder, file));
      const gzipped = ending === 'woff2' ? undefined : await readFile(join(folder, `${file}.gz`));
      return [file, { mediaType: MEDIA_TYPES[ending] ?? '', content, gzipped }];
    }),
  );
  const { pages } = (await import(pathToFileURL(join(directory, 'server.mjs')).href)) as {
    pages: PagesByName[Name];
  };
  return { pages, assets: new Map(assets) };
};

/** Does something once; what failed is tried again when it is needed again. */
const once = <Result>(work: () => Promise<Result>): (() => Promise<Result>) => {
  let done: Promise<Result> | undefined;
  return () => {
    done ??= work().catch((error: unknown) => {
      done = undefined;
      throw error;
    });
    return done;
  };
};

/**
 * The built pages of a service, read when they are first asked for.
 * @param built where they are, as in an image
 * @param before resolves once what builds them is installed
 * @throws SetupError that names PAGES_DIRECTORY, where it holds none
 */
export const lazyPages = <Name extends keyof PagesByName>(
  name: Name,
  built: string | undefined,
  otherCache: string,
  before: () => Promise<unknown>,
): (() => Promise<BuiltPages<PagesByName[Name]>>) => {
  if (built !== undefined && !existsSync(join(built, 'server.mjs')))
    throw new SetupError(`PAGES_DIRECTORY: there are no built pages in ${built}.`);
  return once(async () => {
    if (built === undefined) await before();
    return loadPages(name, built, otherCache);
  });
};
