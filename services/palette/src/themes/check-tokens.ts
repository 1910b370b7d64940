import type { ErrorDetail } from '@platform/errors';
import { findUnstorable } from '@platform/http';
import type { Palette } from '../palettes/palette.ts';
import { LONGEST_ID, LONGEST_OLD_NAME, MOST_OLD_NAMES } from './themes-schema.ts';
import type { TokenOptions } from './themes-schema.ts';
import { resolveLeavingOut } from './tokens/leave-out.ts';
import { separateNames } from './separate-names.ts';
import type { Json, ResolvedToken, Theme, ThemeContext } from './theme.ts';
import { sizeFault } from './tokens/extend-groups.ts';
import { InvalidTokens } from './tokens/collect-faults.ts';
import { longPaths, isNode, knownPath, spelling, circleText, MOST_NAMES } from './tokens/token-tree.ts';
import { normalizeTokens } from './tokens/normalize-tokens.ts';
import type { NormalizedTokens } from './tokens/normalize-tokens.ts';
import { paletteTokens } from './tokens/dtcg-color.ts';
import { resolveInModes } from './tokens/resolve-tokens.ts';
import type { TokenFault } from './tokens/collect-faults.ts';
import type { TreeNode } from './tokens/token-tree.ts';
import { ROLES } from './modes/roles.ts';

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
  const isText = typeof id === 'string' && id.length <= LONGEST_ID && findUnstorable(id).length === 0;
  return isText ? id : '';
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

/** Where a chain of renames ends. */
interface ChainEnd {
  /** The last name; of a chain that leads into a circle, the first name in it. */
  readonly name: string;
  readonly isCircle: boolean;
}

/** The end of the chain from each old name. Each name is passed once, however many chains share it. */
const chainEnds = (renamed: ReadonlyMap<string, string>): ReadonlyMap<string, ChainEnd> => {
  const ends = new Map<string, ChainEnd>();
  for (const start of renamed.keys()) {
    const passed = new Set<string>();
    let place = start;
    for (let next = renamed.get(place); next !== undefined; next = renamed.get(place)) {
      if (passed.has(place) || ends.has(place)) break;
      passed.add(place);
      place = next;
    }
    const isNewCircle = passed.has(place);
    const end = ends.get(place) ?? { name: place, isCircle: isNewCircle };
    let isInside = false;
    for (const name of passed) {
      isInside ||= isNewCircle && name === place;
      // Inside the circle each name is the first: its message begins with itself.
      ends.set(name, isInside ? { name, isCircle: true } : end);
    }
  }
  return ends;
};

/** The names of a circle from one of them, or as many as a message needs to show that there are more. */
const namesOfCircle = (renamed: ReadonlyMap<string, string>, first: string): readonly string[] => {
  const names = [first];
  for (let next = renamed.get(first); next !== undefined && next !== first; next = renamed.get(next)) {
    names.push(next);
    if (names.length > MOST_NAMES) break;
  }
  return names;
};

type Renamed = Theme['renamed'];

const isName = (name: string): boolean =>
  name.split('.').every((part) => part !== '' && part !== '__proto__' && !/^\$|[{}]/.test(part));

/** The groups around a name, from the outermost: `a` and `a.b` of `a.b.c`. */
const groupsOf = (name: string): string[] =>
  [...name.matchAll(/\./g)].map(({ index }) => name.slice(0, index));

/** A theme's roles and tokens by name, by spelling, and by the groups around them. */
const namesOf = (paths: readonly (readonly string[])[]) => {
  const names = new Set([...ROLES, ...paths.map((path) => knownPath(path).join('.'))]);
  return {
    names,
    spellings: new Map([...names].map((name) => [spelling(name), name])),
    groups: new Map([...names].flatMap((name) => groupsOf(name).map((group) => [group, name]))),
  };
};

type Names = ReturnType<typeof namesOf>;

/** Returns what is wrong with an old name, or null. */
const objectionTo = (
  old: string,
  renamed: ReadonlyMap<string, string>,
  ends: ReadonlyMap<string, ChainEnd>,
  { names, spellings, groups }: Names,
): string | null => {
  if (!isName(old)) return 'cannot be the name of a token';
  if (old.split('.')[0] === 'palette') return 'is the name of a colour of the palette';
  const same = spellings.get(spelling(old));
  if (same !== undefined) return `has the name of ${same}, which is there`;
  const inside = groups.get(old);
  if (inside !== undefined) return `is a group, which has ${inside}`;
  const above = groupsOf(old).find((group) => names.has(group));
  if (above !== undefined) return `would make a group of ${above}`;
  const end = ends.get(old);
  if (end?.isCircle) return `leads in a circle: ${circleText(namesOfCircle(renamed, end.name))}`;
  return end && !names.has(end.name) ? `leads to ${end.name}, which the theme does not have` : null;
};

/**
 * Lists what is wrong with a theme's old names: those that are invalid or taken, or lead in a
 * circle or nowhere.
 * @param paths of the theme's tokens
 */
const oldNameFaults = (renamed: Renamed, paths: readonly (readonly string[])[]): readonly ErrorDetail[] => {
  const names = namesOf(paths);
  const entries = new Map(Object.entries(renamed));
  const ends = chainEnds(entries);
  const seen = new Map<string, string>();
  return [...entries.keys()].flatMap((name) => {
    const other = seen.get(spelling(name));
    seen.set(spelling(name), name);
    const objection =
      other === undefined
        ? objectionTo(name, entries, ends, names)
        : `has the name of ${other}, which is renamed too`;
    const field = `renamed.${name}`;
    return objection === null ? [] : [{ field, message: `${field} ${objection}` }];
  });
};

/**
 * Old names with their current names, including those that were renamed again. Exports add each as
 * a deprecated reference to the current one before a format sees the tokens, so a new format keeps
 * old names without knowing about them.
 */
export const presentNames = (renamed: Renamed): readonly (readonly [string, string])[] =>
  [...chainEnds(new Map(Object.entries(renamed)))].flatMap(([old, { name, isCircle }]) =>
    isCircle ? [] : [[old, name] as const],
  );
