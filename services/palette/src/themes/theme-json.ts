import type { ThemePageContent } from '@platform/pages';
import { apca, shownRatio } from '../color/contrast-ratio.ts';
import { rgbOfHex } from '../color/color.ts';
import type { Palette } from '../palettes/palette.ts';
import { presentNames } from './check-tokens.ts';
import { isRole } from './modes/roles.ts';
import type { ThemeSummary } from './themes-store.ts';
import { modesByModifier, roleModes, tokensInMode } from './theme-modes.ts';
import type { Json, Theme, ThemeMode, ThemeRole, ThemeWithPalette } from './theme.ts';
import { normalizeTokens } from './tokens/normalize-tokens.ts';
import { paletteTokens } from './tokens/dtcg-color.ts';
import { MODE } from './tokens/resolve-modes.ts';
import { isNode, nodeAt } from './tokens/token-tree.ts';

type Tree = Readonly<Record<string, Json>>;

/** sRGB components 0–1 from six hex digits. */
const componentsOf = (hex: string): readonly number[] =>
  [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255);

const roleTokens = (roles: readonly ThemeRole[]): Tree => ({
  role: {
    $type: 'color',
    ...Object.fromEntries(
      roles.map(({ role, color, description }) => [
        role,
        {
          $value: {
            colorSpace: 'srgb',
            components: componentsOf(color.hex),
            ...(color.alpha === undefined ? {} : { alpha: color.alpha }),
            hex: color.hex,
          },
          $description: description,
        },
      ]),
    ),
  },
});

/** Puts a token at its place in a tree. */
const put = (tree: Record<string, Json>, path: readonly string[], token: Tree): void => {
  let group = tree;
  for (const name of path.slice(0, -1)) {
    const inner = isNode(group[name]) ? group[name] : {};
    group[name] = inner;
    group = inner;
  }
  group[path.at(-1) ?? ''] = token;
};

/** Earlier names as references to the current ones; those of roles are in the roles' group. */
const oldNames = ({ renamed, tokens }: Pick<Theme, 'renamed' | 'tokens'>): Tree => {
  const tree: Record<string, Json> = {};
  for (const [old, now] of presentNames(renamed)) {
    const place = nodeAt(tokens, now.split('.')) === undefined && isRole(now) ? ['role'] : [];
    const target = [...place, now].join('.');
    put(tree, [...place, ...old.split('.')], {
      $value: `{${target}}`,
      $deprecated: `Use ${target} instead.`,
    });
  }
  return tree;
};

/** Returns the tokens that differ in a mode, as a tree. */
const changedTokens = (theme: Pick<Theme, 'resolved' | 'contexts'>, mode: ThemeMode): Tree => {
  const without = new Set(theme.resolved);
  const tree: Record<string, Json> = {};
  for (const token of tokensInMode(theme, mode)) {
    if (without.has(token)) continue;
    const { path, type, value, alias, written } = token;
    put(tree, path, {
      $type: type,
      $value: alias === undefined ? (written ?? value) : `{${alias.join('.')}}`,
    });
  }
  return tree;
};

/** The modes as contexts: roles, and tokens that are something else there. */
const modifiersOf = (theme: Pick<Theme, 'resolved' | 'contexts' | 'modes'>): [string, Tree][] =>
  [...modesByModifier(theme)].map(([modifier, modes]) => {
    const contexts = modes.map((mode): [string, readonly Tree[]] => {
      const roles = theme.modes[mode];
      const changed = changedTokens(theme, mode);
      const sources = [...(roles === undefined ? [] : [roleTokens(roles)]), changed];
      return [mode, sources.filter((source) => source !== changed || Object.keys(changed).length > 0)];
    });
    const description = modifier === MODE ? 'Roles by mode' : 'Tokens by mode';
    return [modifier, { description, contexts: Object.fromEntries(contexts), default: modes[0] ?? '' }];
  });

/**
 * The theme as a resolver document (DTCG Resolver Module 2025.10): the palette, the client's
 * tokens, and a modifier `mode` whose contexts set the roles.
 */
export const resolverDocument = (
  theme: Pick<Theme, 'name' | 'tokens' | 'resolved' | 'contexts' | 'modes' | 'renamed'>,
  palette: Palette,
): Tree => {
  const old = oldNames(theme);
  const hasOld = Object.keys(old).length > 0;
  const modifiers = modifiersOf(theme);
  return {
    $schema: 'https://www.designtokens.org/schemas/2025.10/resolver.json',
    name: theme.name,
    version: '2025.10',
    sets: {
      palette: { description: 'The colours that the theme is made from', sources: [paletteTokens(palette)] },
      tokens: { description: "The theme's own tokens", sources: [normalizeTokens(theme.tokens).tree] },
      ...(hasOld ? { renamed: { description: 'Earlier names', sources: [old] } } : {}),
    },
    modifiers: Object.fromEntries(modifiers),
    resolutionOrder: [
      { $ref: '#/sets/palette' },
      { $ref: '#/sets/tokens' },
      ...(hasOld ? [{ $ref: '#/sets/renamed' }] : []),
      ...modifiers.map(([name]) => ({ $ref: `#/modifiers/${name}` })),
    ],
  };
};

const apcaOf = (hex: string, ground: string | undefined): number | null =>
  ground === undefined ? null : Number(apca(rgbOfHex(hex), rgbOfHex(ground)).toFixed(1));

const roleJson = ({ color, on, description }: ThemeRole, ground: string | undefined) => ({
  hex: color.hex,
  oklch: color.oklch,
  p3: color.p3,
  alpha: color.alpha ?? 1,
  on: on?.role ?? null,
  ratio: on === null ? null : shownRatio(on.ratio),
  required_ratio: on?.required ?? null,
  apca: apcaOf(color.hex, ground),
  description,
});

/** A mode's name in the API: `high_contrast`. */
export const modeKey = (mode: ThemeMode): string => mode.replaceAll('-', '_');

const modeJson = (roles: readonly ThemeRole[]) => {
  const hexOf = new Map(roles.map(({ role, color }) => [role, color.hex]));
  return Object.fromEntries(
    roles.map((role) => [role.role, roleJson(role, role.on === null ? undefined : hexOf.get(role.on.role))]),
  );
};

/** The roles of a theme by mode, as the API shows them. */
export const modesJson = ({ modes, contexts }: Pick<Theme, 'modes' | 'contexts'>) =>
  Object.fromEntries(roleModes({ contexts }).map((mode) => [modeKey(mode), modeJson(modes[mode] ?? [])]));

/** The tokens of a theme, each with its values in modes where those differ. */
const resolvedJson = (theme: Pick<Theme, 'resolved' | 'contexts'>) => {
  const changed = new Map(
    theme.contexts.map(({ name, tokens }) => [
      modeKey(name),
      new Map(tokens.map(({ path, value }) => [path.join('.'), value])),
    ]),
  );
  return theme.resolved.map(({ path, type, value, description }) => {
    const name = path.join('.');
    const inModes = [...changed].flatMap(([mode, values]) => {
      const own = values.get(name);
      return own === undefined ? [] : [[mode, own] as const];
    });
    const modes = inModes.length === 0 ? {} : { modes: Object.fromEntries(inModes) };
    return { path: name, type, value, description, ...modes };
  });
};

/** A theme as lists show it. */
export const themeSummaryJson = (theme: ThemeSummary, previewUrl: string) => ({
  id: theme.id,
  name: theme.name,
  description: theme.description,
  palette_id: theme.paletteId,
  workspace_id: theme.workspaceId,
  preview_url: previewUrl,
  created_at: theme.createdAt.toISOString(),
  updated_at: theme.updatedAt.toISOString(),
});

/** A theme as the API shows it. */
export const themeJson = ({ theme, palette }: ThemeWithPalette, previewUrl: string) => ({
  ...themeSummaryJson(theme, previewUrl),
  tokens: theme.tokens,
  adjust: theme.adjust,
  scheme: theme.scheme,
  renamed: theme.renamed,
  resolved_tokens: resolvedJson(theme),
  modes: modesJson(theme),
  resolver: resolverDocument(theme, palette),
  warnings: theme.warnings,
  version: theme.version,
});

/** A theme as its page shows it: what is painted, not what it is painted from. */
export const pageContent = ({ theme, palette }: ThemeWithPalette): ThemePageContent => ({
  name: theme.name,
  palette: {
    base_color: { input: palette.baseColor.input },
    harmony: palette.harmony,
    count: palette.count,
  },
  modes: Object.fromEntries(
    roleModes(theme).map((mode) => [
      modeKey(mode),
      Object.fromEntries(
        (theme.modes[mode] ?? []).map(({ role, color: { hex, alpha = 1 }, on }) => [
          role,
          { hex, alpha, on: on?.role ?? null, ratio: on === null ? null : shownRatio(on.ratio) },
        ]),
      ),
    ]),
  ),
});
