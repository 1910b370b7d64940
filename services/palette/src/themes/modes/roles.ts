import { THEME_MODES } from '../theme.ts';
import type { Json, ResolvedToken, StandardMode, ThemeMode } from '../theme.ts';
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

/** The parameters of a mode. Lightness and chroma are OKLCH, ratios are WCAG 2.2. */
export interface ModePlan {
  /** Least ratio of text: 4.5 is AA, 7 is AAA. */
  readonly text: number;
  /** Least ratio of shapes, borders and the focus ring on the background: 3 is AA (1.4.11). */
  readonly shape: number;
  readonly background: number;
  readonly surface: number;
  readonly surfaceVariant: number;
  /** Initial lightness of text, before it is moved to reach its ratio. */
  readonly onGround: number;
  readonly onGroundMuted: number;
  readonly container: { readonly l: number; readonly c: number };
  readonly onContainer: number;
  /** The share of the neutral's chroma that greys keep. */
  readonly tint: number;
}

const MODE_PLANS: Readonly<Record<StandardMode, ModePlan>> = {
  light: {
    text: 4.5,
    shape: 3,
    background: 0.985,
    surface: 1,
    surfaceVariant: 0.95,
    onGround: 0.22,
    onGroundMuted: 0.48,
    container: { l: 0.93, c: 0.05 },
    onContainer: 0.35,
    tint: 1,
  },
  dark: {
    text: 4.5,
    shape: 3,
    background: 0.17,
    surface: 0.21,
    surfaceVariant: 0.27,
    onGround: 0.95,
    onGroundMuted: 0.76,
    container: { l: 0.32, c: 0.07 },
    onContainer: 0.9,
    tint: 1,
  },
  'high-contrast': {
    text: 7,
    shape: 4.5,
    background: 1,
    surface: 1,
    surfaceVariant: 0.96,
    onGround: 0,
    onGroundMuted: 0.3,
    container: { l: 0.95, c: 0.04 },
    onContainer: 0.25,
    tint: 0,
  },
  'high-contrast-dark': {
    text: 7,
    shape: 4.5,
    background: 0,
    surface: 0,
    surfaceVariant: 0.22,
    onGround: 1,
    onGroundMuted: 0.88,
    container: { l: 0.26, c: 0.06 },
    onContainer: 0.95,
    tint: 0,
  },
};

const PLANS = new Map<ThemeMode, ModePlan>(Object.entries(MODE_PLANS));

/** How dark a page is whose name says so. */
const DARK_NAME = /(?:^|-)(?:dark|night|midnight|dim|dimmed|black)(?:-|$)/;

/** True if a mode is dark: by its background, or else by its name. @param background its lightness */
export const isDarkMode = (mode: ThemeMode, background?: number): boolean =>
  !PLANS.has(mode) && background !== undefined ? background < 0.5 : DARK_NAME.test(mode);

/**
 * The parameters of a mode; one that the tokens bring is like the dark or the light one.
 * @param background lightness of its background, if the client set that
 */
export const planOf = (mode: ThemeMode, background?: number): ModePlan => {
  const contrast = /(?:^|-)contrast(?:-|$)/.test(mode) ? 'high-contrast' : '';
  if (!isDarkMode(mode, background))
    return PLANS.get(mode) ?? MODE_PLANS[contrast === '' ? 'light' : contrast];
  return PLANS.get(mode) ?? MODE_PLANS[contrast === '' ? 'dark' : 'high-contrast-dark'];
};
