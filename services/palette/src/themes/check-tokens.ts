import type { ErrorDetail } from '@platform/errors';
import { findUnstorable } from '@platform/http';

import type { Palette } from '../palettes/palette.ts';
import { oldNameFaults } from './check-renamed.ts';
import { LONGEST_ID, LONGEST_OLD_NAME, MOST_OLD_NAMES } from './themes-schema.ts';
import type { TokenOptions } from './themes-schema.ts';
import { resolveLeavingOut } from './tokens/leave-out.ts';
import { separateNames } from './separate-names.ts';
import type { Json, ResolvedToken, Theme, ThemeContext } from './theme.ts';
import { sizeFault } from './tokens/extend-groups.ts';
import { InvalidTokens } from './tokens/collect-faults.ts';
import { normalizeTokens } from './tokens/normalize-tokens.ts';
import type { NormalizedTokens } from './tokens/normalize-tokens.ts';
import { paletteTokens } from './tokens/palette-tokens.ts';
import { longPaths } from './tokens/path-length.ts';
import { resolveInModes } from './tokens/resolve-tokens.ts';
import type { TokenFault } from './tokens/collect-faults.ts';
import { isNode } from './tokens/token-tree.ts';
import type { TreeNode } from './tokens/token-tree.ts';

/** A tree of tokens as it was read, and what is wrong with it. */
export interface CheckedTokens extends NormalizedTokens {
  /** The tokens as the theme keeps them: as they were sent, unless an option changed them. */
  readonly tokens: TreeNode;
  readonly resolved: readonly ResolvedToken[];
  readonly contexts: readonly ThemeContext[];
  readonly faults: readonly ErrorDetail[];
}

const faultsOf = (faults: readonly TokenFault[]): readonly ErrorDetail[] =>
  faults.map(({ path, message }) => {
    const field = ['tokens', ...path].join('.');
    return { field, message: `${field} ${message}` };
  });

/** The tree that is left by the options of a request, and what it is resolved to. */
const resolveWith = (tree: TreeNode, known: TreeNode, { collisions, unresolved }: TokenOptions) => {
  const separate = collisions === 'suffix' ? separateNames(tree) : { tree, changes: [] };
  const found =
    unresolved === 'leave_out'
      ? resolveLeavingOut(separate.tree, known)
      : { ...resolveInModes(separate.tree, known), tree: separate.tree, left: [] };
  const left = found.left.map(({ path, message }) => `${path.join('.')} was left out, as it ${message}.`);
  return { ...found, warnings: [...separate.changes, ...left, ...found.warnings] };
};

/**
 * Reads and resolves a tree of tokens, and finds every fault of it and of old names.
 * @param known the palette's colours, as tokens
 */
export const checkTokens = (
  tokens: TreeNode,
  renamed: Theme['renamed'],
  known: TreeNode,
  options: TokenOptions = {},
): CheckedTokens => {
  // First of all: everything later takes long for a large tree, and repeats the paths.
  const size = sizeFault(tokens);
  const unread = size === null ? longPaths(tokens) : [size];
  if (unread.length > 0)
    return { tokens, tree: tokens, warnings: [], resolved: [], contexts: [], faults: faultsOf(unread) };
  const normalized = normalizeTokens(tokens);
  try {
    const { tree, resolved, contexts, warnings } = resolveWith(normalized.tree, known, options);
    const paths = resolved.map(({ path }) => path);
    return {
      tokens: tree === normalized.tree ? tokens : tree,
      tree,
      warnings: [...normalized.warnings, ...warnings],
      resolved,
      contexts,
      faults: oldNameFaults(renamed, paths),
    };
  } catch (error) {
    if (!(error instanceof InvalidTokens)) throw error;
    const faults = [...faultsOf(error.faults), ...oldNameFaults(renamed, error.paths)];
    return { ...normalized, tokens, resolved: [], contexts: [], faults };
  }
};

/** Stands for every colour of a palette that the tokens refer to, where nobody knows which one is meant. */
const anyPalette = (tokens: TreeNode): TreeNode => {
  const names = JSON.stringify(tokens).matchAll(/(?:\{palette\.|#\/palette\/)([^{}"./]+)/g);
  const color = { $value: { colorSpace: 'srgb', components: [0, 0, 0] } };
  const colors = [...names].map(([, name = '']) => [name, color] as const);
  return { palette: { $type: 'color', ...Object.fromEntries(colors) } };
};

/** The palette's id in a body that nobody has checked. */
export const paletteIdIn = (body: unknown): string => {
  const id = isNode(body) ? body['palette_id'] : undefined;
  return typeof id === 'string' && id.length <= LONGEST_ID ? id : '';
};

const isOldName = (name: Json): name is string => typeof name === 'string' && name.length <= LONGEST_OLD_NAME;

/**
 * The old names in a body that nobody has checked, without those that break the limits of the schema,
 * which names them.
 */
const oldNamesIn = ({ renamed }: TreeNode): Theme['renamed'] => {
  const entries = isNode(renamed) ? Object.entries(renamed) : [];
  if (entries.length > MOST_OLD_NAMES) return {};
  return Object.fromEntries(
    entries.flatMap(([old, name]) => (isOldName(old) && isOldName(name) ? [[old, name]] : [])),
  );
};

/**
 * Faults of the tokens and old names in a body whose other fields may be wrong, too.
 * @param palette that the tokens refer to; null for one that isn't known
 */
export const faultsInBody = (body: unknown, palette: Palette | null): readonly ErrorDetail[] => {
  if (!isNode(body)) return [];
  const { tokens } = body;
  if (!isNode(tokens) || findUnstorable(body).length > 0) return [];
  const known = palette === null ? anyPalette(tokens) : paletteTokens(palette);
  const { options } = body;
  const isLeftOut = isNode(options) && options['unresolved'] === 'leave_out';
  return checkTokens(tokens, oldNamesIn(body), known, isLeftOut ? { unresolved: 'leave_out' } : {}).faults;
};
