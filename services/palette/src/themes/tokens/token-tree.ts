import type { Json } from '../theme.ts';
import { fault } from './token-fault.ts';

/** An object of a token tree: a group or a token. */
export type TreeNode = Readonly<Record<string, Json>>;

/** A token as it stands in the tree. */
export interface TreeToken {
  readonly path: readonly string[];
  readonly node: TreeNode;
  /** `$type` of the token itself. */
  readonly ownType: string | null;
  /** `$type` of the nearest group that has one. */
  readonly inheritedType: string | null;
}

/** Trees may nest this deep. */
export const MAX_DEPTH = 32;

const GROUP_PROPERTIES = new Set([
  '$schema',
  '$type',
  '$description',
  '$extensions',
  '$extends',
  '$deprecated',
  '$root',
]);

export const isNode = (value: Json | undefined): value is TreeNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A token is what has a value; everything else is a group. */
export const isToken = (node: TreeNode): boolean =>
  Object.hasOwn(node, '$value') || Object.hasOwn(node, '$ref');

const typeOf = (node: TreeNode): string | null => {
  const type = node['$type'];
  return typeof type === 'string' ? type : null;
};

const checkName = (name: string, path: readonly string[]): void => {
  if (name.startsWith('$')) fault(path, 'is no property of a group in DTCG 2025.10');
  if (name === '') fault(path, 'must have a name');
  // Assigning to it would set a prototype instead of a property, and the token would be lost.
  if (name === '__proto__') fault(path, 'must not be called __proto__');
  if (/[{}.]/.test(name)) fault(path, 'must not have {, } or . in its name');
};

/** Every token of a tree in the order of the tree. @throws TokenFault for bad names, what is no object, and too deep a tree */
export const listTokens = (
  node: TreeNode,
  path: readonly string[] = [],
  inheritedType: string | null = null,
): TreeToken[] => {
  const type = typeOf(node) ?? inheritedType;
  return Object.entries(node).flatMap(([name, child]) => {
    const place = [...path, name];
    if (GROUP_PROPERTIES.has(name) && name !== '$root') return [];
    if (name !== '$root') checkName(name, place);
    if (place.length > MAX_DEPTH) fault(place, `is nested deeper than ${MAX_DEPTH} levels`);
    if (!isNode(child)) return fault(place, 'must be a token (an object with $value) or a group of them');
    if (isToken(child)) return [{ path: place, node: child, ownType: typeOf(child), inheritedType: type }];
    if (name === '$root') return fault(place, 'must be a token, with $value');
    return listTokens(child, place, type);
  });
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

/** The path that a token is known by: that of its group, where it is the group's own (`$root`). */
export const knownPath = (path: readonly string[]): readonly string[] =>
  path.length > 1 && path.at(-1) === '$root' ? path.slice(0, -1) : path;
