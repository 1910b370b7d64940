import { createRequire } from 'node:module';

import { unzipSync } from 'fflate';
import JSON5 from 'json5';
import type * as Yaml from 'yaml';

import { isNode } from '../themes/tokens/token-tree.ts';
import type { TreeNode } from '../themes/tokens/token-tree.ts';
import { ImportFault } from './import-format.ts';

/** A file of a team's tokens, as it was sent. */
export interface TokenFile {
  /** `tokens/color/dark.json`; only names files and their folders. */
  readonly name: string;
  /** Text, or an object for JSON. */
  readonly content: string | object;
}

/** Files in an archive, folders and pictures among them. */
const MOST_ENTRIES = 5_000;
/** Bytes of all files that are read: as many as a body may have. */
const MOST_BYTES = 14 * 1024 ** 2;
/** An alias in YAML repeats what it refers to. */
const MOST_ALIASES = 1_000;

const MEGABYTE = 1024 ** 2;

const TOKENS = /\.(?:json|json5|jsonc|tokens|ya?ml|css|scss|less|pcss)$/i;
/** Files that repositories keep beside their tokens. */
const OTHERS =
  /(?:^|\/)(?:\.|__MACOSX\/|node_modules\/|package(?:-lock)?\.json$|tsconfig[^/]*\.json$|composer\.json$|pnpm-[^/]*\.yaml$|[^/]*\.config\.[^/]*$|[^/]*\.schema\.json$|[^/]*\.min\.css$)/i;

/** True if a file of this name may have tokens. */
export const mayHaveTokens = (name: string): boolean => TOKENS.test(name) && !OTHERS.test(name);

/** A name as folders have it: no drive, no way up, `/` between its parts. */
export const cleanName = (name: string): string =>
  name
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..' && !/^[a-z]:$/i.test(part))
    .join('/')
    .slice(0, 300);

const isTooLarge = (bytes: number): ImportFault =>
  new ImportFault(
    `must not unpack to more than ${MOST_BYTES / MEGABYTE} MB (it has ${Math.ceil(bytes / MEGABYTE)} MB)`,
  );

/**
 * Unpacks the files of a zip that may have tokens. Sizes are added up before anything is unpacked, and a
 * file that is larger than it says is cut off there.
 * @throws ImportFault for what isn't a zip, too many files, and files that are too large
 */
export const unzip = (bytes: Uint8Array): TokenFile[] => {
  let entries = 0;
  let size = 0;
  let refused: ImportFault | undefined;
  let unpacked: Record<string, Uint8Array>;
  try {
    unpacked = unzipSync(bytes, {
      filter: ({ name, originalSize, compression }) => {
        entries += 1;
        if (refused !== undefined || entries > MOST_ENTRIES || !mayHaveTokens(name)) return false;
        if (compression !== 0 && compression !== 8) return false;
        size += originalSize;
        if (size > MOST_BYTES) refused = isTooLarge(size);
        return refused === undefined;
      },
    });
  } catch {
    throw new ImportFault('must be a zip file that can be unpacked');
  }
  if (entries > MOST_ENTRIES) throw new ImportFault(`must not have more than ${MOST_ENTRIES} files`);
  if (refused !== undefined) throw refused;
  return Object.entries(unpacked).map(([name, content]) => ({
    name,
    content: new TextDecoder().decode(content),
  }));
};

/** Reading it takes a hundred times as long as JSON, and as much memory. */
const MOST_YAML = MEGABYTE;

/** Reads YAML 1.2 as data: no tags of types, few aliases. @throws Error; ImportFault for a long text */
const readYaml = (text: string): unknown => {
  if (text.length > MOST_YAML) throw new ImportFault('must not have YAML of more than 1 MB in a file');
  // Few files are YAML.
  const { parseDocument } = createRequire(import.meta.url)('yaml') as typeof Yaml;
  const document = parseDocument(text, { schema: 'core', customTags: [], merge: true, logLevel: 'silent' });
  const [fault] = document.errors;
  if (fault !== undefined) throw fault;
  return document.toJS({ maxAliasCount: MOST_ALIASES });
};

const isYaml = (name: string): boolean => /\.ya?ml$/i.test(name);

/**
 * Reads an object from JSON, JSON5 (JSON with comments among it), or YAML.
 * @param name of its file, if it is known
 * @returns null for other text
 */
export const readData = (text: string, name = ''): TreeNode | null => {
  const attempts = isYaml(name)
    ? [readYaml]
    : [(given: string): unknown => JSON.parse(given), (given: string): unknown => JSON5.parse(given)];
  for (const attempt of attempts)
    try {
      const value = attempt(text);
      return isNode(value) ? value : null;
    } catch (error) {
      if (error instanceof ImportFault) throw error;
      // The next one may.
    }
  return null;
};

/** True if text without a name may be YAML: it begins with a key. */
export const looksLikeYaml = (text: string): boolean =>
  /^(?:[ \t\r]*(?:#[^\n]*|---[ \t\r]*)?\n)*['"]?[$\w][\w $.-]{0,100}['"]?:(?:\s|$)/.test(
    text.slice(0, 2_000),
  );

/** As deep as a request's body may nest anyway; JSON in a text is held to the same. */
const DEEPEST = 64;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Level by level: recursion would exhaust the stack. */
const isTooDeep = (value: object): boolean => {
  let level: object[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return true;
    level = level.flatMap((item) => Object.values(item).filter(isObject));
  }
  return false;
};

/** The content of a JSON format; JSON, JSON5 and YAML as text are accepted too. @throws ImportFault */
export const readObject = (content: unknown): TreeNode => {
  let value = content;
  if (typeof content === 'string') {
    value = readData(content) ?? (looksLikeYaml(content) ? readData(content, '.yaml') : null);
    if (value === null) throw new ImportFault('must be JSON, JSON5 or YAML with an object');
  }
  if (!isNode(value)) throw new ImportFault('must be a JSON object');
  if (isTooDeep(value)) throw new ImportFault(`must not nest deeper than ${DEEPEST} levels`);
  return value;
};
/** @throws ImportFault */
export const readText = (content: unknown): string => {
  if (typeof content === 'string' && content.trim() !== '') return content;
  throw new ImportFault('must be text');
};

/** @throws ImportFault */
export const readBytes = (content: unknown): Buffer => {
  const text = readText(content).replaceAll(/\s/g, '');
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) throw new ImportFault('must be a file in base64');
  return Buffer.from(text, 'base64');
};

/** Text in UTF-16, big-endian, up to the zero that ends it. */
export const readUtf16 = (bytes: Buffer): string => {
  const text = Buffer.from(bytes).swap16().toString('utf16le');
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
};

/** True if a read went past the end of a buffer. */
export const isCutOff = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  (error.code === 'ERR_OUT_OF_RANGE' || error.code === 'ERR_BUFFER_OUT_OF_BOUNDS');
