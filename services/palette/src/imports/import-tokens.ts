import { invalid } from '@platform/errors';
import { isTokenHere, namedLikeRole, sameNameWarnings } from '../themes/modes/roles.ts';
import type { Json } from '../themes/theme.ts';
import { InvalidTokens } from '../themes/tokens/collect-faults.ts';
import { normalizeTokens } from '../themes/tokens/normalize-tokens.ts';
import { longPaths } from '../themes/tokens/path-length.ts';
import { pointerPath, pointerTo } from '../themes/tokens/references.ts';
import { resolveLeavingOut } from '../themes/tokens/leave-out.ts';
import { separateNames } from '../themes/separate-names.ts';
import type { Collisions } from '../themes/separate-names.ts';
import { isNode } from '../themes/tokens/token-tree.ts';
import type { TreeNode } from '../themes/tokens/token-tree.ts';
import { ImportFault } from './import-format.ts';
import type { ImportedTokens } from './import-format.ts';
import type { ImportBody } from './imports-schema.ts';
import { IMPORT_FORMATS } from './registry.ts';
import { parseColor } from '../color/css/parse-color.ts';
import { isTailwindTheme } from './formats/tailwind-v3.ts';

/** Types that only Tokens Studio has. */
const STUDIO_TYPES = new Set(
  'boxShadow fontFamilies fontWeights fontSizes lineHeights letterSpacing letterSpacings paragraphSpacing paragraphSpacings paragraphIndent textCase textDecoration borderRadius borderWidth sizing spacing composition'.split(
    ' ',
  ),
);

/** Signs of a token tree's dialect. */
interface Traits {
  hasDtcgValue: boolean;
  hasPlainValue: boolean;
  isStudio: boolean;
}

/** The dialect is clear by then. */
const MOST_LOOKED_AT = 5_000;

const traitsOf = (root: TreeNode): Traits => {
  const traits: Traits = { hasDtcgValue: false, hasPlainValue: false, isStudio: false };
  const left: TreeNode[] = [root];
  for (let looked = 0; looked < MOST_LOOKED_AT; looked += 1) {
    const node = left.pop();
    if (node === undefined) break;
    const { $value, value, type, $type = type, $extensions } = node;
    if ($value !== undefined) traits.hasDtcgValue = true;
    if (value !== undefined && !isNode(value)) traits.hasPlainValue = true;
    if (($value ?? value) !== undefined && typeof $type === 'string' && STUDIO_TYPES.has($type))
      traits.isStudio = true;
    if (isNode($extensions) && $extensions['studio.tokens'] !== undefined) traits.isStudio = true;
    if (isNode(value) && typeof type === 'string') traits.hasPlainValue = true;
    for (const [name, child] of Object.entries(node))
      if (!name.startsWith('$') && isNode(child)) left.push(child);
  }
  return traits;
};

const isFigma = (root: TreeNode): boolean => {
  const meta = isNode(root['meta']) ? root['meta'] : root;
  const { variables } = meta;
  if (variables === undefined || typeof variables !== 'object' || variables === null) return false;
  return Object.values(variables as Record<string, Json>).some(
    (variable) => isNode(variable) && variable['valuesByMode'] !== undefined,
  );
};

const formatOfObject = (root: TreeNode): string => {
  if (isFigma(root)) return 'figma';
  if (root['$themes'] !== undefined || root['$metadata'] !== undefined) return 'tokens-studio';
  if (Array.isArray(root['resolutionOrder'])) return 'dtcg';
  const { hasDtcgValue, hasPlainValue, isStudio } = traitsOf(root);
  if (isStudio) return 'tokens-studio';
  if (hasDtcgValue) return 'dtcg';
  if (hasPlainValue) return 'style-dictionary';
  return isTailwindTheme(root) ? 'tailwind-v3' : 'dtcg';
};

/** Photoshop's swatches: a version, a count, and so many colours of ten bytes. */
const isAco = (bytes: Buffer): boolean =>
  bytes.length >= 14 &&
  [1, 2].includes(bytes.readUInt16BE(0)) &&
  bytes.length >= 4 + bytes.readUInt16BE(2) * 10 &&
  bytes.readUInt16BE(2) > 0;

const formatOfText = (text: string): string | null => {
  const start = text.slice(0, 1_000).trimStart();
  if (start.startsWith('GIMP Palette')) return 'gpl';
  if (/@theme\b[^{};]{0,100}\{/.test(text)) return 'tailwind-v4';
  if (/--[^\s:;{}()]{1,200}\s{0,10}:/.test(text)) return 'css';
  const words = start
    .replace(/^https?:\/\/\S*\//, '')
    .split(/[\s,;-]+/)
    .slice(0, 50)
    // The last one may be cut off.
    .slice(0, text.length > start.length ? -1 : undefined)
    .filter((word) => word !== '');
  if (words.length > 0 && words.every((word) => parseColor(`#${word.replace(/^#/, '')}`).ok)) return 'hex';
  if (!/^[A-Za-z0-9+/_-][A-Za-z0-9+/_=\s-]*$/.test(start)) return null;
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('latin1', 0, 4) === 'ASEF') return 'ase';
  return isAco(bytes) ? 'aco' : null;
};

/**
 * Detects the format of content.
 * @returns the id of an import format; null if it is unknown
 */
const detectFormat = (content: unknown): string | null => {
  if (isNode(content)) return formatOfObject(content);
  if (typeof content !== 'string') return null;
  if (!content.slice(0, 1_000).trimStart().startsWith('{')) return formatOfText(content);
  try {
    const value = JSON.parse(content) as unknown;
    return isNode(value) ? formatOfObject(value) : null;
  } catch {
    return null;
  }
};

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
  readonly tokens: TreeNode;
  readonly count: number;
  readonly changes: readonly string[];
  /** What was left out, as a theme would refuse it: references to nowhere, values without a type. */
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
): Omit<TokenImport, 'format'> => {
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

/** Imports tokens from a file. Saves nothing. @throws 400 if the content is not of the format */
export const importTokens = ({ format: given, content, options = {} }: ImportBody): TokenImport => {
  const id = given ?? detectFormat(content);
  if (id === null) {
    const known = [...IMPORT_FORMATS.keys()].join(', ');
    throw invalid([
      { field: 'format', message: `format must be one of ${known}, as the content shows none of them` },
    ]);
  }
  const format = IMPORT_FORMATS.get(id);
  if (!format) throw new Error(`The schema let the unknown format ${id} pass.`);
  try {
    return { format: id, ...readTree(format.read(content), options.collisions ?? 'report') };
  } catch (error) {
    if (!(error instanceof ImportFault)) throw error;
    throw invalid([{ field: 'content', message: `content ${error.message}` }]);
  }
};
