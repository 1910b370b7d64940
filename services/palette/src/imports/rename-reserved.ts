import { isTokenHere, namedLikeRole } from '../themes/modes/role-names.ts';
import type { Json } from '../themes/theme.ts';
import { pointerPath, pointerTo } from '../themes/tokens/references.ts';
import { isNode } from '../themes/tokens/token-tree.ts';
import type { TreeNode } from '../themes/tokens/token-tree.ts';

/** The group through which a theme's tokens refer to its palette. */
const RESERVED = 'palette';

/** Why an entry at the root of a tree can't keep its name; undefined if it can. */
const reasonToRename = (key: string, value: Json): string | undefined => {
  if (key === RESERVED) return `${RESERVED} is what a theme calls the colours of its palette`;
  const token = key.startsWith('$') ? undefined : namedLikeRole(value, [key]);
  return token && `${token.join('.')} would have the name of one of the theme’s roles`;
};

const withNames = (value: Json, names: ReadonlyMap<string, string>): Json => {
  const nameOf = (name: string): string => names.get(name) ?? name;
  if (typeof value === 'string')
    return value
      .replaceAll(/\{([^.{}]+)(?=[.}])/g, (_, name: string) => `{${nameOf(name)}`)
      .replace(/^#\/[^/]+/, (start) => {
        const name = names.get(pointerPath(start)?.[0] ?? '');
        return name === undefined ? start : pointerTo(name);
      });
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => withNames(item, names));
  if (!isNode(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, key === '$description' ? item : withNames(item, names)]),
  );
};

/**
 * A tree in which nothing has a name that themes keep for themselves: their palette's, and those of
 * their roles in each mode, which tokens of a dark mode often have. References follow.
 */
export const renameReserved = (tree: TreeNode): { tree: TreeNode; changes: readonly string[] } => {
  const names = new Map<string, string>();
  const changes: string[] = [];
  for (const [key, value] of Object.entries(tree)) {
    const reason = reasonToRename(key, value);
    if (reason === undefined) continue;
    const kind = isTokenHere(value) ? 'token' : 'group';
    let name = `${key}-${kind === 'token' ? 'token' : 'tokens'}`;
    while (Object.hasOwn(tree, name)) name += '-2';
    names.set(key, name);
    changes.push(`${reason}; the ${kind} is now ${name}.`);
  }
  if (names.size === 0) return { tree, changes };
  const renamed = Object.entries(tree).map(
    ([key, item]) => [names.get(key) ?? key, withNames(item, names)] as const,
  );
  return { tree: Object.fromEntries(renamed), changes };
};
