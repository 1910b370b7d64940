import { THEME_MODES } from '../theme.ts';
import type { Json, ResolvedToken } from '../theme.ts';
import { isNode, isToken, sharedName, spelling } from '../tokens/token-tree.ts';
import type { TreeNode } from '../tokens/token-tree.ts';

/** The colours that a theme is derived from; each yields a family of roles. */
export const ACCENTS = ['primary', 'secondary', 'tertiary', 'success', 'warning', 'error', 'info'] as const;
export type Accent = (typeof ACCENTS)[number];

const PAGE_ROLES = [
  'background',
  'on-background',
  'surface',
  'on-surface',
  'surface-variant',
  'on-surface-variant',
  'border',
  'focus',
  'link',
] as const;

/** Every role of a mode, in order. */
export const ROLES: readonly string[] = [
  ...PAGE_ROLES,
  ...ACCENTS.flatMap((accent) => [
    accent,
    `on-${accent}`,
    `${accent}-text`,
    `${accent}-border`,
    `${accent}-container`,
    `on-${accent}-container`,
  ]),
];

const KNOWN = new Set(ROLES);

/** True if a theme has a role of this name. */
export const isRole = (name: string): boolean => KNOWN.has(name);

/** The names of a theme's roles in exports of all modes: `dark-primary`. */
const ROLE_NAMES = new Set(THEME_MODES.flatMap((mode) => ROLES.map((role) => `${mode}-${role}`)));
/** True if a role has this name in exports of all modes. */
export const isRoleName = (name: string): boolean => ROLE_NAMES.has(name);

/** Words of the longest of them, so that no deeper group can have such a name. */
const LONGEST = Math.max(...[...ROLE_NAMES].map((name) => name.split('-').length));

/** Before values are read, a token may still be a text or a number. */
export const isTokenHere = (value: Json): boolean => !isNode(value) || isToken(value);

/**
 * The first token in a tree that an export of all modes would name like a role of a mode: `dark.primary`.
 * @param path where the tree stands
 * @returns the token's path
 */
export const namedLikeRole = (value: Json, path: readonly string[]): readonly string[] | undefined => {
  if (path.length > LONGEST) return undefined;
  if (isTokenHere(value) && ROLE_NAMES.has(spelling(path.join(' ')))) return path;
  if (!isNode(value)) return undefined;
  for (const [key, child] of Object.entries(value)) {
    if (key.startsWith('$') && key !== '$root') continue;
    const found = namedLikeRole(child, key === '$root' ? path : [...path, key]);
    if (found) return found;
  }
  return undefined;
};

/** Says which tokens keep a theme from being exported with all its modes: the first of each root entry. */
export const collisionWarnings = (tree: TreeNode): string[] =>
  Object.entries(tree).flatMap(([key, value]) => {
    const path = key.startsWith('$') ? undefined : namedLikeRole(value, [key]);
    return path === undefined
      ? []
      : [
          `${path.join('.')}: has the name of one of the theme’s roles in exports of all modes, which end with name_collision. Rename it.`,
        ];
  });

/** Says which tokens keep a theme from being exported because an earlier one would have their name. */
export const sameNameWarnings = (resolved: readonly ResolvedToken[]): string[] => {
  const first = new Map<string, string>();
  return resolved.flatMap(({ path }) => {
    const name = sharedName(path);
    const shown = path.join('.');
    const other = first.get(name);
    // A name of symbols only is spelt by their code points, which differ.
    if (other === undefined || name === '') {
      first.set(name, shown);
      return [];
    }
    return [
      `${shown}: has the same name as ${other} in exports, which end with name_collision in formats that don’t tell them apart. Rename one of them, or use options.collisions: suffix.`,
    ];
  });
};
