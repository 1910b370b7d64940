import type { Json } from '../theme.ts';
import { tokenFault, treeFault } from './dtcg-schemas.ts';
import type { FaultCollector } from './collect-faults.ts';
import { fault } from './token-fault.ts';
import { GROUP_PROPERTIES, isNode, isToken, listTokens } from './token-tree.ts';
import type { TreeNode } from './token-tree.ts';

/** The official schema's pattern of references forgets `{group.$root}`, which the format defines. */
const withoutRootSegments = (value: Json): Json => {
  if (typeof value === 'string') return value.replace(/^(\{[^{}]+)\.\$root\}$/, '$1}');
  if (Array.isArray(value)) return (value as readonly Json[]).map(withoutRootSegments);
  if (!isNode(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutRootSegments(item)]));
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
  for (const { path, node } of written) check(path, node, tokenFault);
  for (const [path, group] of groupsOf(tree, [])) check(path, properties(group), treeFault);
  if (isEmpty()) check([], tree, treeFault);
};
