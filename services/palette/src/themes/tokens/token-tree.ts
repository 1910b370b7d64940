import type { Json } from '../theme.ts';
import { fault } from './collect-faults.ts';
import type { FaultCollector } from './collect-faults.ts';

/** An object of a token tree: a group or a token. */
export type TreeNode = Readonly<Record<string, Json>>;

/** A token and where it is in the tree. */
export interface TreeToken {
  readonly path: readonly string[];
  readonly node: TreeNode;
  /** `$type` of the token itself. */
  readonly ownType: string | null;
  /** `$type` of the nearest group that has one. */
  readonly inheritedType: string | null;
  /** `$deprecated` of the token itself or of the nearest group that has one. */
  readonly deprecated: string | boolean;
}

/** How deep trees may nest. */
export const MAX_DEPTH = 32;

/** Properties that a group may have; `$root` is a token. */
export const GROUP_PROPERTIES: ReadonlySet<string> = new Set([
  '$schema',
  '$type',
  '$description',
  '$extensions',
  '$extends',
  '$deprecated',
  '$root',
]);

export const isNode = (value: unknown): value is TreeNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object with a value is a token; any other is a group. */
export const isToken = (node: TreeNode): boolean =>
  Object.hasOwn(node, '$value') || Object.hasOwn(node, '$ref');

const typeOf = (node: TreeNode): string | null => {
  const type = node['$type'];
  return typeof type === 'string' ? type : null;
};

const deprecationOf = (node: TreeNode, inherited: string | boolean): string | boolean => {
  const own = node['$deprecated'];
  return typeof own === 'string' || typeof own === 'boolean' ? own : inherited;
};

const checkName = (name: string, path: readonly string[]): void => {
  if (name.startsWith('$')) fault(path, 'is not a property of a group in DTCG 2025.10');
  if (name === '') fault(path, 'must have a name');
  // Assigning to it would set a prototype instead of a property, and the token would be lost.
  if (name === '__proto__') fault(path, 'must not be called __proto__');
  if (/[{}.]/.test(name)) fault(path, 'must not have {, } or . in its name');
};

/** The token or group of an entry. */
const checkEntry = (name: string, child: Json | undefined, place: readonly string[]): TreeNode => {
  if (name !== '$root') checkName(name, place);
  if (place.length > MAX_DEPTH) fault(place, `is nested deeper than ${MAX_DEPTH} levels`);
  if (!isNode(child)) return fault(place, 'must be a token (an object with $value) or a group of them');
  if (name === '$root' && !isToken(child)) return fault(place, 'must be a token, with $value');
  return child;
};

/**
 * Every token of a tree, in order.
 * @param attempt runs the check of one entry, and may continue after a `TokenFault` for invalid names,
 *   non-objects, or groups that nest too deep
 */
export const listTokens = (
  root: TreeNode,
  attempt: FaultCollector['attempt'] = (step) => step(),
): TreeToken[] => {
  type Inherited = Pick<TreeToken, 'inheritedType' | 'deprecated'>;
  const list = (node: TreeNode, path: readonly string[], above: Inherited): TreeToken[] => {
    const inheritedType = typeOf(node) ?? above.inheritedType;
    const deprecated = deprecationOf(node, above.deprecated);
    return Object.entries(node).flatMap(([name, child]) => {
      const place = [...path, name];
      if (GROUP_PROPERTIES.has(name) && name !== '$root') return [];
      const found = attempt(() => checkEntry(name, child, place));
      if (found === undefined) return [];
      if (!isToken(found)) return list(found, place, { inheritedType, deprecated });
      const own = { ownType: typeOf(found), deprecated: deprecationOf(found, deprecated) };
      return [{ path: place, node: found, inheritedType, ...own }];
    });
  };
  return list(root, [], { inheritedType: null, deprecated: false });
};

/** The node at a path, or undefined. */
export const nodeAt = (root: TreeNode, path: readonly string[]): TreeNode | undefined => {
  let node: TreeNode = root;
  for (const name of path) {
    const child = Object.hasOwn(node, name) ? node[name] : undefined;
    if (!isNode(child)) return undefined;
    node = child;
  }
  return node;
};

/** The path of a token for clients: a group's own token (`$root`) has the path of the group. */
export const knownPath = (path: readonly string[]): readonly string[] =>
  path.length > 1 && path.at(-1) === '$root' ? path.slice(0, -1) : path;

/** How a name is spelt in files: `OnPrimary` and `on primary` are both `on-primary`, so they become one name. */
export const spelling = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, '-')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .toLowerCase();

/** The name of a path as exports compare it; empty for a name of symbols only, which never collides. */
export const sharedName = (path: readonly string[]): string =>
  spelling(path.filter((part) => part !== '$root').join(' ')).replaceAll(/^-|-$/g, '');
