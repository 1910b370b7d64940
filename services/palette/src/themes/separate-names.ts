import { isRoleName } from './modes/roles.ts';
import type { Json } from './theme.ts';
import { extendGroups } from './tokens/extend-groups.ts';
import {
  curlyPath,
  pointerPath,
  pointerTo,
  isNode,
  isToken,
  knownPath,
  listTokens,
  sharedName,
} from './tokens/token-tree.ts';
import type { TreeNode } from './tokens/token-tree.ts';

/** How tokens that share a name in exports are treated: named in a sentence, or numbered. */
export const COLLISIONS = ['report', 'suffix'] as const;
export type Collisions = (typeof COLLISIONS)[number];

const keyOf = (path: readonly string[]): string => JSON.stringify(path);

/** Runs a check of one entry; what is wrong with it is for the validation to say. */
const ifValid = <Result>(check: () => Result): Result | undefined => {
  try {
    return check();
  } catch {
    return undefined;
  }
};

const hasExtends = (node: TreeNode): boolean =>
  Object.hasOwn(node, '$extends') ||
  Object.entries(node).some(([name, child]) => !name.startsWith('$') && isNode(child) && hasExtends(child));

/** The tokens of a tree that need another name, each with it. */
const namesFor = (tree: TreeNode): ReadonlyMap<string, readonly string[]> => {
  const paths = listTokens(tree, ifValid).map(({ path }) => path);
  // Names that later tokens have by themselves stay theirs.
  const taken = new Set(paths.map(sharedName));
  const seen = new Set<string>();
  const numbers = new Map<string, number>();
  const renamed = new Map<string, readonly string[]>();
  for (const path of paths) {
    const name = sharedName(path);
    if (name === '') continue;
    if (!seen.has(name) && !isRoleName(name)) {
      seen.add(name);
      continue;
    }
    const plain = knownPath(path);
    const last = plain.at(-1) ?? '';
    let number = numbers.get(name) ?? 2;
    const numbered = (): readonly string[] => [...plain.slice(0, -1), `${last}-${number}`];
    while (taken.has(sharedName(numbered()))) number += 1;
    const free = numbered();
    taken.add(sharedName(free));
    numbers.set(name, number + 1);
    renamed.set(keyOf(path), free);
  }
  return renamed;
};

/** A tree, or a value in it, with the tokens and all references to them under their new names. */
const withNames = (tree: TreeNode, names: ReadonlyMap<string, readonly string[]>): TreeNode => {
  const moved = (path: readonly string[]): readonly string[] | undefined =>
    names.get(keyOf(path)) ?? names.get(keyOf([...path, '$root']));
  const inReference = (text: string): string => {
    const curly = curlyPath(text);
    if (curly !== null) {
      const now = moved(curly);
      return now === undefined ? text : `{${now.join('.')}}`;
    }
    const parts = pointerPath(text);
    if (parts === null) return text;
    const end = parts.includes('$value') ? parts.indexOf('$value') : parts.length;
    const now = moved(parts.slice(0, end));
    if (now === undefined) return text;
    const encoded = [...now, ...parts.slice(end)].map((part) => pointerTo(part).slice(2));
    return `#/${encoded.join('/')}`;
  };
  const inValue = (value: Json): Json => {
    if (typeof value === 'string') return inReference(value);
    if (Array.isArray(value)) return (value as readonly Json[]).map(inValue);
    if (!isNode(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inValue(item)]));
  };
  const inGroup = (group: TreeNode, path: readonly string[]): TreeNode => {
    const entries = Object.entries(group).flatMap(([name, child]): [string, Json][] => {
      const place = [...path, name];
      if (name.startsWith('$') && name !== '$root') return [[name, child]];
      if (!isNode(child)) return [[name, child]];
      if (!isToken(child)) return [[name, inGroup(child, place)]];
      const token = Object.fromEntries(
        Object.entries(child).map(([key, item]) => [key, key === '$description' ? item : inValue(item)]),
      );
      const now = names.get(keyOf(place));
      // The own token of a group leaves it.
      return now === undefined || name === '$root' ? [[name, token]] : [[now.at(-1) ?? name, token]];
    });
    const outOfGroups = entries.flatMap(([name, child]): [string, Json][] => {
      const now = isNode(child) ? names.get(keyOf([...path, name, '$root'])) : undefined;
      if (now === undefined || !isNode(child)) return [[name, child]];
      const { $root: root = null, ...rest } = child;
      return [
        [name, rest],
        [now.at(-1) ?? name, root],
      ];
    });
    return Object.fromEntries(outOfGroups);
  };
  return inGroup(tree, []);
};

/** A tree in which no two tokens share a name, and what was changed for that. */
export interface SeparateNames {
  readonly tree: TreeNode;
  /** One sentence for each renamed token. */
  readonly changes: readonly string[];
}

/**
 * Gives a number to each token that exports would name like an earlier one, or like a theme's role in
 * a mode: `carriage-return-2`. References follow. Groups that extend others are written out first, as
 * their tokens have names of their own.
 */
export const separateNames = (given: TreeNode): SeparateNames => {
  const whole = hasExtends(given) ? (ifValid(() => extendGroups(given, (step) => step())) ?? given) : given;
  const names = namesFor(whole);
  if (names.size === 0) return { tree: given, changes: [] };
  return {
    tree: withNames(whole, names),
    changes: [...names].map(([key, now]) => {
      const path = knownPath(JSON.parse(key) as readonly string[]);
      return `${path.join('.')}: has a name that is taken in exports, and is now called ${now.join('.')}.`;
    }),
  };
};
