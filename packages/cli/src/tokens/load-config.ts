import { access, readFile } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UsageError } from '../command.ts';
import type { Input } from '@platform/client';

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
