import { isNode } from '../themes/tokens/token-tree.ts';
import type { TreeNode } from '../themes/tokens/token-tree.ts';
import { ImportFault } from './import-format.ts';
import { looksLikeYaml, readData } from './read-files.ts';

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

/** Whether a read went past the end of a buffer. */
export const isCutOff = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  (error.code === 'ERR_OUT_OF_RANGE' || error.code === 'ERR_BUFFER_OUT_OF_BOUNDS');
