import type { Json } from '../theme.ts';
import { tokenFault, treeFault } from './dtcg-schemas.ts';
import type { FaultCollector } from './collect-faults.ts';
import { fault } from './token-fault.ts';
import { isNode, listTokens } from './token-tree.ts';
import type { TreeNode } from './token-tree.ts';

/** The official schema's pattern of references forgets `{group.$root}`, which the format defines. */
const withoutRootSegments = (value: Json): Json => {
  if (typeof value === 'string') return value.replace(/^(\{[^{}]+)\.\$root\}$/, '$1}');
  if (Array.isArray(value)) return (value as readonly Json[]).map(withoutRootSegments);
  if (!isNode(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutRootSegments(item)]));
};

/** Checked before anything recurses further, and before the schema, whose messages are less clear. */
export const checkTree = (tree: TreeNode, known: TreeNode, { attempt, throwIfAny }: FaultCollector): void => {
  for (const name of Object.keys(known))
    attempt(() => {
      if (Object.hasOwn(tree, name)) fault([name], 'is a reserved name; refer to it, but do not define it');
    });
  const written = listTokens(tree, attempt);
  for (const { path, node } of written)
    attempt(() => {
      const objection = tokenFault(withoutRootSegments(node) as TreeNode);
      if (objection !== null) fault(path, objection);
    });
  throwIfAny();
  attempt(() => {
    const objection = treeFault(withoutRootSegments(tree) as TreeNode);
    if (objection !== null) fault([], objection);
  });
  throwIfAny();
};
