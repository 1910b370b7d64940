import type { Json } from '../theme.ts';
import { InvalidTokens, TokenFault } from './collect-faults.ts';
import { referencesIn, isNode, listTokens } from './token-tree.ts';
import { resolveInModes } from './resolve-tokens.ts';
import type { TokensInModes } from './resolve-tokens.ts';
import type { TreeNode } from './token-tree.ts';

/** How to treat a theme some of whose tokens can't be resolved. */
export const UNRESOLVED = ['error', 'leave_out'] as const;
export type Unresolved = (typeof UNRESOLVED)[number];

const keyOf = (path: readonly string[]): string => path.join('.');

/** A tree without the entries at some paths. */
const without = (tree: TreeNode, paths: readonly (readonly string[])[]): TreeNode => {
  const below = new Map<string, (readonly string[])[]>();
  for (const [name, ...rest] of paths)
    if (name !== undefined) below.set(name, [...(below.get(name) ?? []), rest]);
  return Object.fromEntries(
    Object.entries(tree).flatMap(([name, child]): [string, Json][] => {
      const inner = below.get(name);
      if (inner === undefined) return [[name, child]];
      if (inner.some((path) => path.length === 0) || !isNode(child)) return [];
      return [[name, without(child, inner)]];
    }),
  );
};

/** The tokens that lead to one that was left out, from reference to reference. */
const followers = (tree: TreeNode, gone: ReadonlySet<string>): TokenFault[] => {
  const users = new Map<string, (readonly string[])[]>();
  for (const { path, node } of listTokens(tree, (check) => {
    try {
      return check();
    } catch {
      // It is among the faults.
      return undefined;
    }
  })) {
    const { $value: value, $ref: pointer } = node;
    for (const target of [...referencesIn(value ?? null), ...referencesIn({ $ref: pointer ?? null })]) {
      const key = keyOf(target);
      users.set(key, [...(users.get(key) ?? []), path]);
    }
  }
  const known = new Set(gone);
  const open = [...gone];
  const found: TokenFault[] = [];
  for (let target = open.pop(); target !== undefined; target = open.pop())
    for (const path of users.get(target) ?? []) {
      const key = keyOf(path);
      if (known.has(key)) continue;
      known.add(key);
      open.push(key);
      found.push(new TokenFault(path, `refers to {${target}}, which was left out`));
    }
  return found;
};

/** Tokens with those left out that can't be resolved. */
export interface TokensLeft extends TokensInModes {
  readonly tree: TreeNode;
  /** Why each was left out. */
  readonly left: readonly TokenFault[];
}

/** Leaving out one token may show what is wrong with another, but not again and again. */
const MOST_ROUNDS = 8;

/**
 * Resolves tokens as `resolveInModes` does, without those that it refuses and those that refer to them.
 * @throws InvalidTokens for a fault of the tree as a whole
 */
export const resolveLeavingOut = (given: TreeNode, known: TreeNode): TokensLeft => {
  let tree = given;
  const left: TokenFault[] = [];
  for (let round = 0; ; round += 1)
    try {
      return { ...resolveInModes(tree, known), tree, left };
    } catch (error) {
      if (!(error instanceof InvalidTokens) || round === MOST_ROUNDS) throw error;
      const { faults } = error;
      if (faults.some(({ path }) => path.length === 0)) throw error;
      const gone = new Set(
        faults.map(({ path }) => keyOf(path.at(-1) === '$root' ? path.slice(0, -1) : path)),
      );
      const all = [...faults, ...followers(tree, gone)];
      left.push(...all);
      tree = without(
        tree,
        all.map(({ path }) => path),
      );
    }
};
