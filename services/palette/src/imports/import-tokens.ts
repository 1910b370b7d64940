import { invalid } from '@platform/errors';
import { isTokenHere, namedLikeRole, sameNameWarnings } from '../themes/modes/roles.ts';
import type { Json } from '../themes/theme.ts';
import { InvalidTokens } from '../themes/tokens/collect-faults.ts';
import { longPaths, pointerPath, pointerTo, isNode } from '../themes/tokens/token-tree.ts';
import { normalizeTokens } from '../themes/tokens/normalize-tokens.ts';
import { resolveLeavingOut } from '../themes/tokens/leave-out.ts';
import { separateNames } from '../themes/separate-names.ts';
import type { Collisions } from '../themes/separate-names.ts';
import type { TreeNode } from '../themes/tokens/token-tree.ts';
import { combineFiles, filesInZip, unpackAll } from './combine-files.ts';
import type { ImportedFiles } from './combine-files.ts';
import { detectFormat } from './detect-format.ts';
import { ImportFault } from './import-format.ts';
import type { ImportedTokens } from './import-format.ts';
import type { ImportBody } from './imports-schema.ts';
import { IMPORT_FORMATS } from './registry.ts';

/** The group through which a theme's tokens refer to its palette. */
const RESERVED = 'palette';

/** Why an entry at the root of a tree can't keep its name; undefined if it can. */
const reasonToRename = (key: string, value: Json): string | undefined => {
  if (key === RESERVED) return `${RESERVED} is what a theme calls the colours of its palette`;
  const token = key.startsWith('$') ? undefined : namedLikeRole(value, [key]);
  return token && `${token.join('.')} would have the name of one of the theme’s roles`;
};

const withNames = (value: Json, names: ReadonlyMap<string, string>): Json => {
  const nameOf = (name: string): string => names.get(name) ?? name;
  if (typeof value === 'string')
    return value
      .replaceAll(/\{([^.{}]+)(?=[.}])/g, (_, name: string) => `{${nameOf(name)}`)
      .replace(/^#\/[^/]+/, (start) => {
        const name = names.get(pointerPath(start)?.[0] ?? '');
        return name === undefined ? start : pointerTo(name);
      });
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => withNames(item, names));
  if (!isNode(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, key === '$description' ? item : withNames(item, names)]),
  );
};

/**
 * A tree in which nothing has a name that themes keep for themselves: their palette's, and those of
 * their roles in each mode, which tokens of a dark mode often have. References follow.
 */
const renameReserved = (tree: TreeNode): { tree: TreeNode; changes: readonly string[] } => {
  const names = new Map<string, string>();
  const changes: string[] = [];
  for (const [key, value] of Object.entries(tree)) {
    const reason = reasonToRename(key, value);
    if (reason === undefined) continue;
    const kind = isTokenHere(value) ? 'token' : 'group';
    let name = `${key}-${kind === 'token' ? 'token' : 'tokens'}`;
    while (Object.hasOwn(tree, name)) name += '-2';
    names.set(key, name);
    changes.push(`${reason}; the ${kind} is now ${name}.`);
  }
  if (names.size === 0) return { tree, changes };
  const renamed = Object.entries(tree).map(
    ([key, item]) => [names.get(key) ?? key, withNames(item, names)] as const,
  );
  return { tree: Object.fromEntries(renamed), changes };
};

/** The result of an import, in DTCG 2025.10. */
export interface TokenImport {
  readonly format: string;
  /** Names of the files that were read, if there were several. */
  readonly files?: readonly string[];
  readonly tokens: TreeNode;
  readonly count: number;
  readonly changes: readonly string[];
  /**
   * Tokens left out because a theme would refuse them: references to nowhere, values without a
   * type.
   */
  readonly unresolved: readonly { readonly field: string; readonly message: string }[];
}

/** Each message repeats the path of its token. @throws ImportFault */
const refuseLongPaths = (tokens: TreeNode): void => {
  const [first] = longPaths(tokens);
  if (first === undefined) return;
  const path = first.path.join('.').slice(0, 60).toWellFormed();
  throw new ImportFault(`has names that are too long: ${path}… ${first.message}`);
};

/** A tree of tokens as a theme takes it. */
const readTree = (
  { tokens, changes }: ImportedTokens,
  collisions: Collisions,
): Omit<TokenImport, 'format' | 'files'> => {
  refuseLongPaths(tokens);
  const renamed = renameReserved(tokens);
  const { tree: normalized, warnings } = normalizeTokens(renamed.tree);
  const separate =
    collisions === 'suffix' ? separateNames(normalized) : { tree: normalized, changes: [] as const };
  const all = [...changes, ...renamed.changes, ...warnings, ...separate.changes];
  try {
    const { tree, resolved, left, warnings: said } = resolveLeavingOut(separate.tree, {});
    return {
      tokens: tree,
      count: resolved.length,
      changes: [...all, ...said, ...sameNameWarnings(resolved)],
      unresolved: left.map(({ path, message }) => ({ field: path.join('.'), message })),
    };
  } catch (error) {
    if (!(error instanceof InvalidTokens)) throw error;
    const unresolved = error.faults.map(({ path, message }) => ({ field: path.join('.'), message }));
    return { tokens: separate.tree, count: countTokens(separate.tree), changes: all, unresolved };
  }
};

const countTokens = (tree: TreeNode): number => JSON.stringify(tree).split('"$value":').length - 1;

/** The content to read: one text, or files of which some have tokens. */
const readSource = ({ format: given, content, files }: ImportBody): ImportedFiles => {
  const packed = files === undefined ? filesInZip(content) : unpackAll(files);
  const [first, ...others] = packed ?? [];
  if (packed !== undefined && (first === undefined || others.length > 0)) return combineFiles(packed, given);
  const one = first === undefined ? content : first.content;
  const id = given ?? detectFormat(one);
  if (id === null) {
    const known = [...IMPORT_FORMATS.keys()].join(', ');
    throw invalid([
      { field: 'format', message: `format must be one of ${known}, as the content shows none of them` },
    ]);
  }
  const format = IMPORT_FORMATS.get(id);
  if (!format) throw new Error(`The schema let the unknown format ${id} pass.`);
  return { format: id, ...format.read(one), ...(first === undefined ? {} : { files: [first.name] }) };
};

/**
 * Imports tokens from files. Saves nothing.
 * @param field that is named where the content is refused
 * @throws 400 if the content is not of the format
 */
export const importTokens = (
  body: ImportBody,
  field = body.files === undefined ? 'content' : 'files',
): TokenImport => {
  if (body.files === undefined && body.content === undefined)
    throw invalid([{ field, message: 'content is required, or files' }]);
  if (body.files !== undefined && body.content !== undefined)
    throw invalid([{ field, message: 'files must not be sent beside content' }]);
  try {
    const { format, files, ...read } = readSource(body);
    const tree = readTree(read, body.options?.collisions ?? 'report');
    return { format, ...(files === undefined ? {} : { files }), ...tree };
  } catch (error) {
    if (!(error instanceof ImportFault)) throw error;
    throw invalid([{ field, message: `${field} ${error.message}` }]);
  }
};

const COLOR =
  /#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\([^()]{1,100}\)/gi;
/** As many as somebody sorts by hand. */
const MOST_COLORS = 16;

/**
 * The colours that a style sheet uses as custom properties, the most used first: for pages that don't
 * name them.
 * @returns an empty text where there are none
 */
const nameColors = (css: string): string => {
  const uses = new Map<string, number>();
  // Pieces that end in a brace that opens are selectors, in which #fff is an id.
  for (const [, piece = '', end] of css.matchAll(/([^;{}]*)([;{}]|$)/g)) {
    const colon = end === '{' ? -1 : piece.indexOf(':');
    if (colon === -1) continue;
    for (const [color] of piece.slice(colon).matchAll(COLOR)) {
      const text = color.toLowerCase();
      uses.set(text, (uses.get(text) ?? 0) + 1);
    }
  }
  const most = [...uses].sort(([, a], [, b]) => b - a).slice(0, MOST_COLORS);
  return most.length === 0
    ? ''
    : `:root {${most.map(([color], place) => `--color-${place + 1}: ${color};`).join(' ')}}`;
};

/**
 * Imports what the style sheets of a website name, or else the colours that they use most.
 * @throws 400 that names `url` where there is neither
 */
export const importStyles = (css: string): TokenImport => {
  const hasNames = /(?:^|[\s;{])--[\w-]+\s*:/.test(css);
  const content = hasNames ? css : nameColors(css);
  if (content === '')
    throw invalid([{ field: 'url', message: 'url leads to a page whose style sheets have no colours' }]);
  return importTokens({ format: 'css', content }, 'url');
};
