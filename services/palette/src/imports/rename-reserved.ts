import type { Json } from '../themes/theme.ts';
import { isNode } from '../themes/tokens/token-tree.ts';
import type { TreeNode } from '../themes/tokens/token-tree.ts';

/** The group through which a theme's tokens refer to its palette. */
const RESERVED = 'palette';

const withName = (value: Json, name: string): Json => {
  if (typeof value === 'string')
    return value
      .replaceAll(/\{palette(?=[.}])/g, () => `{${name}`)
      .replace(/^#\/palette(?=\/|$)/, () => `#/${name}`);
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => withName(item, name));
  if (!isNode(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, key === '$description' ? item : withName(item, name)]),
  );
};

/**
 * A tree whose own group `palette`, if it has one, has another name: themes keep that one for the
 * colours of their palette. References follow.
 */
export const renameReserved = (tree: TreeNode): { tree: TreeNode; changes: readonly string[] } => {
  if (!Object.hasOwn(tree, RESERVED)) return { tree, changes: [] };
  let name = 'palette-tokens';
  while (Object.hasOwn(tree, name)) name += '-2';
  const renamed = Object.entries(tree).map(
    ([key, item]) => [key === RESERVED ? name : key, withName(item, name)] as const,
  );
  return {
    tree: Object.fromEntries(renamed),
    changes: [`${RESERVED} is what a theme calls the colours of its palette; the group is now ${name}.`],
  };
};
