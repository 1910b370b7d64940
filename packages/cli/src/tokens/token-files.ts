import { createHash } from 'node:crypto';
import { access, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { DownloadedExport, DownloadExportOptions, Input, Platform } from '@platform/client';

import { UsageError } from '../command.ts';

type Export = Input<'tokens.export'>;

/** A file of design tokens: what it holds, in which format, and where it lies. */
export interface TokenFile {
  /** Id of a palette, `pal_…`; or */
  palette?: string;
  /** of a theme, `thm_…`. */
  theme?: string;
  /** One of `GET /v1/tokens/formats`, such as `css`. */
  format: Export['format'];
  /** From the folder of the configuration. */
  path: string;
  /** Begins every name. */
  prefix?: string;
  options?: NonNullable<Export['options']>;
}

/** `dap.config.ts` */
export interface DapConfig {
  tokens: readonly TokenFile[];
}

/**
 * Gives the configuration its type.
 *
 * @example
 * export default defineConfig({
 *   tokens: [{ palette: 'pal_…', format: 'css', prefix: 'brand', path: 'src/tokens.css' }],
 * });
 */
export const defineConfig = (config: DapConfig): DapConfig => config;

export interface LoadedConfig {
  config: DapConfig;
  /** Folder that paths are meant from. */
  folder: string;
}

const NAMES = ['dap.config.ts', 'dap.config.js', 'dap.config.mjs', 'dap.config.json'];

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const findFile = async (cwd: string, named: string | undefined): Promise<string> => {
  for (const name of named === undefined ? NAMES : [named]) {
    const path = resolve(cwd, name);
    if (await exists(path)) return path;
  }
  throw new UsageError(
    named === undefined
      ? `There is no ${NAMES[0] ?? ''} in ${cwd}. Write one, or name one with --config.`
      : `There is no file ${named}.`,
  );
};

const read = async (path: string): Promise<unknown> => {
  try {
    if (extname(path) === '.json') return JSON.parse(await readFile(path, 'utf8')) as unknown;
    return ((await import(pathToFileURL(path).href)) as { default?: unknown }).default;
  } catch (error) {
    throw new UsageError(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
};

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const faultOf = (entry: unknown): string | undefined => {
  if (typeof entry !== 'object' || entry === null) return 'is not an object';
  const { palette, theme, format, path } = entry as Partial<Record<keyof TokenFile, unknown>>;
  if (isText(palette) === isText(theme)) return 'needs either a palette or a theme';
  if (!isText(format)) return 'needs a format';
  return isText(path) ? undefined : 'needs a path';
};

const validate = (value: unknown, file: string): DapConfig => {
  const { tokens } = (value ?? {}) as { tokens?: unknown };
  if (!Array.isArray(tokens) || tokens.length === 0)
    throw new UsageError(`${file}: its default export needs a list "tokens".`);
  for (const [index, entry] of tokens.entries()) {
    const fault = faultOf(entry);
    if (fault !== undefined) throw new UsageError(`${file}: tokens[${index}] ${fault}.`);
  }
  const paths = (tokens as TokenFile[]).map(({ path }) => resolve('/', path));
  const twice = paths.find((path, index) => paths.indexOf(path) !== index);
  if (twice !== undefined) throw new UsageError(`${file}: two entries have the path ${twice.slice(1)}.`);
  return { tokens: tokens as TokenFile[] };
};

/**
 * Reads `dap.config.ts`, `.js`, `.mjs` or `.json`. TypeScript needs a Node.js that strips types
 * (22.18 or newer).
 * @throws UsageError that names the file and what is wrong with it
 */
export const loadConfig = async (cwd: string, named: string | undefined): Promise<LoadedConfig> => {
  const file = await findFile(cwd, named);
  return { config: validate(await read(file), file), folder: dirname(file) };
};

/**
 * Has the platform make one file of the configuration. An export that it made before is given
 * again.
 */
export const exportTokens = (
  platform: Platform,
  { palette, theme, format, prefix, options }: TokenFile,
  limits: DownloadExportOptions,
): Promise<DownloadedExport> =>
  platform.exports.download(
    {
      format,
      ...(palette === undefined ? {} : { palette_id: palette }),
      ...(theme === undefined ? {} : { theme_id: theme }),
      ...(prefix === undefined ? {} : { prefix }),
      ...(options === undefined ? {} : { options }),
    },
    limits,
  );

/** Returns the SHA-256 of a file in hexadecimal digits; undefined if there is no file. */
export const fileDigest = async (path: string): Promise<string | undefined> => {
  const content = await readFile(path).catch(() => undefined);
  return content && createHash('sha256').update(content).digest('hex');
};

/** Origin of a pulled file, and the SHA-256 of its content. */
export interface LockEntry {
  source: string;
  format: string;
  prefix: string | null;
  options: Readonly<Record<string, unknown>>;
  sha256: string;
}

/** `dap.lock.json`, by the path of each file: it belongs into version control. */
type TokenLock = Readonly<Record<string, LockEntry>>;

const NAME = 'dap.lock.json';

/** Returns the lock's entry for an entry of the configuration, except the content. */
export const lockedSource = (file: TokenFile): Omit<LockEntry, 'sha256'> => ({
  source: file.palette ?? file.theme ?? '',
  format: file.format,
  prefix: file.prefix ?? null,
  options: Object.fromEntries(Object.entries(file.options ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))),
});

/** The lock of a folder; empty where there is none. @throws UsageError when it can't be read */
export const readLock = async (folder: string): Promise<TokenLock> => {
  const text = await readFile(join(folder, NAME), 'utf8').catch(() => undefined);
  if (text === undefined) return {};
  try {
    return (JSON.parse(text) as { files: TokenLock }).files;
  } catch {
    throw new UsageError(`${NAME} is damaged. Delete it and run dap tokens pull.`);
  }
};

/** Writes a file whole or not at all. */
export const writeWhole = async (path: string, content: string | Uint8Array): Promise<void> => {
  const draft = `${path}.${process.pid}.tmp`;
  await writeFile(draft, content);
  await rename(draft, path);
};

export const writeLock = (folder: string, files: TokenLock): Promise<void> => {
  const sorted = Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));
  return writeWhole(join(folder, NAME), `${JSON.stringify({ version: 1, files: sorted }, null, 2)}\n`);
};
