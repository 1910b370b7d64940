import type { Json } from '../theme.ts';
import { tokenFault, treeFault } from './dtcg-schemas.ts';
import type { FaultCollector } from './collect-faults.ts';
import { fault } from './token-fault.ts';
import { GROUP_PROPERTIES, isNode, isToken, listTokens } from './token-tree.ts';
import type { TreeNode, TreeToken } from './token-tree.ts';

/** The official schema's pattern of references forgets `{group.$root}`, which the format defines. */
const withoutRootSegments = (value: Json): Json => {
  if (typeof value === 'string') return value.replace(/^(\{[^{}]+)\.\$root\}$/, '$1}');
  if (Array.isArray(value)) return (value as readonly Json[]).map(withoutRootSegments);
  if (!isNode(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutRootSegments(item)]));
};

/**
 * A token as the official schema can check it: without a `$type` of its own the schema refuses
 * some values that are valid with the inherited one, such as the font weight `semi-bold`.
 */
const checkable = ({ node, ownType, inheritedType }: TreeToken): TreeNode => {
  if (ownType !== null || inheritedType === null || !Object.hasOwn(node, '$value')) return node;
  const plain = withoutRootSegments(node) as TreeNode;
  return tokenFault(plain) === null ? node : { $type: inheritedType, ...node };
};

/** The tree with its tokens as the official schema can check them. */
const checkableTree = (tokens: readonly TreeToken[], tree: TreeNode): TreeNode => {
  const nodes = new Map(tokens.map((token) => [token.node, checkable(token)]));
  const copy = (node: TreeNode): TreeNode =>
    nodes.get(node) ??
    Object.fromEntries(
      Object.entries(node).map(([name, child]) => [
        name,
        isNode(child) && (!name.startsWith('$') || name === '$root') ? copy(child) : child,
      ]),
    );
  return copy(tree);
};

/** Every group of a tree with its path, the tree itself first. */
const groupsOf = (group: TreeNode, path: readonly string[]): [readonly string[], TreeNode][] => [
  [path, group],
  ...Object.entries(group).flatMap(([name, child]) =>
    !name.startsWith('$') && isNode(child) && !isToken(child) ? groupsOf(child, [...path, name]) : [],
  ),
];

/** What a group says of itself. */
const properties = (group: TreeNode): TreeNode =>
  Object.fromEntries(
    Object.entries(group).filter(([name]) => GROUP_PROPERTIES.has(name) && name !== '$root'),
  );

/**
 * Collects what is wrong with each token and group by itself. The schema of the whole tree comes
 * last: its messages are less clear.
 */
export const checkTree = (tree: TreeNode, known: TreeNode, { attempt, isEmpty }: FaultCollector): void => {
  for (const name of Object.keys(known))
    attempt(() => {
      if (Object.hasOwn(tree, name)) fault([name], 'is a reserved name; refer to it, but do not define it');
    });
  const check = (path: readonly string[], node: TreeNode, faultOf: (node: TreeNode) => string | null) => {
    attempt(() => {
      const objection = faultOf(withoutRootSegments(node) as TreeNode);
      if (objection !== null) fault(path, objection);
    });
  };
  const written = listTokens(tree, attempt);
  for (const token of written) check(token.path, checkable(token), tokenFault);
  for (const [path, group] of groupsOf(tree, [])) check(path, properties(group), treeFault);
  if (isEmpty()) check([], checkableTree(written, tree), treeFault);
};
