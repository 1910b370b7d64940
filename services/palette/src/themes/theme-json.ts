import { apca } from '../color/apca.ts';
import { shownRatio } from '../color/contrast-ratio.ts';
import { rgbOfHex } from '../color/srgb.ts';
import type { Palette } from '../palettes/palette.ts';
import { presentNames } from './check-renamed.ts';
import { isRole } from './modes/roles.ts';
import type { ThemeSummary } from './theme-row.ts';
import { THEME_MODES } from './theme.ts';
import type { Json, Theme, ThemeMode, ThemeRole } from './theme.ts';
import type { ThemeWithPalette } from './themes-service.ts';
import { normalizeTokens } from './tokens/normalize-tokens.ts';
import { paletteTokens } from './tokens/palette-tokens.ts';
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
          $value: { colorSpace: 'srgb', components: componentsOf(color.hex), hex: color.hex },
          $description: description,
        },
      ]),
    ),
  },
});

/** Earlier names as references to the current ones; those of roles are in the roles' group. */
const oldNames = ({ renamed, tokens }: Pick<Theme, 'renamed' | 'tokens'>): Tree => {
  const tree: Record<string, Json> = {};
  for (const [old, now] of presentNames(renamed)) {
    const place = nodeAt(tokens, now.split('.')) === undefined && isRole(now) ? ['role'] : [];
    const path = [...place, ...old.split('.')];
    let group = tree;
    for (const name of path.slice(0, -1)) {
      const inner = isNode(group[name]) ? { ...group[name] } : {};
      group[name] = inner;
      group = inner;
    }
    const target = [...place, now].join('.');
    group[path.at(-1) ?? ''] = { $value: `{${target}}`, $deprecated: `Use ${target} instead.` };
  }
  return tree;
};

/**
 * The theme as a resolver document (DTCG Resolver Module 2025.10): the palette, the client's
 * tokens, and a modifier `mode` whose contexts set the roles.
 */
export const resolverDocument = (
  theme: Pick<Theme, 'name' | 'tokens' | 'modes' | 'renamed'>,
  palette: Palette,
): Tree => {
  const old = oldNames(theme);
  const hasOld = Object.keys(old).length > 0;
  const contexts = Object.fromEntries(
    THEME_MODES.map((mode: ThemeMode) => [mode, [roleTokens(theme.modes[mode])]]),
  );
  return {
    $schema: 'https://www.designtokens.org/schemas/2025.10/resolver.json',
    name: theme.name,
    version: '2025.10',
    sets: {
      palette: { description: 'The colours that the theme is made from', sources: [paletteTokens(palette)] },
      tokens: { description: "The theme's own tokens", sources: [normalizeTokens(theme.tokens).tree] },
      ...(hasOld ? { renamed: { description: 'Earlier names', sources: [old] } } : {}),
    },
    modifiers: { mode: { description: 'Roles by mode', contexts, default: 'light' } },
    resolutionOrder: [
      { $ref: '#/sets/palette' },
      { $ref: '#/sets/tokens' },
      ...(hasOld ? [{ $ref: '#/sets/renamed' }] : []),
      { $ref: '#/modifiers/mode' },
    ],
  };
};

const apcaOf = (hex: string, ground: string | undefined): number | null =>
  ground === undefined ? null : Number(apca(rgbOfHex(hex), rgbOfHex(ground)).toFixed(1));

const roleJson = ({ color, on, description }: ThemeRole, ground: string | undefined) => ({
  hex: color.hex,
  oklch: color.oklch,
  p3: color.p3,
  on: on?.role ?? null,
  ratio: on === null ? null : shownRatio(on.ratio),
  required_ratio: on?.required ?? null,
  apca: apcaOf(color.hex, ground),
  description,
});

const modeJson = (roles: readonly ThemeRole[]) => {
  const hexOf = new Map(roles.map(({ role, color }) => [role, color.hex]));
  return Object.fromEntries(
    roles.map((role) => [role.role, roleJson(role, role.on === null ? undefined : hexOf.get(role.on.role))]),
  );
};

/** The roles of a theme by mode, as the API shows them. */
export const modesJson = (modes: Theme['modes']) => ({
  light: modeJson(modes.light),
  dark: modeJson(modes.dark),
  high_contrast: modeJson(modes['high-contrast']),
  high_contrast_dark: modeJson(modes['high-contrast-dark']),
});

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
  resolved_tokens: theme.resolved.map(({ path, type, value, description }) => ({
    path: path.join('.'),
    type,
    value,
    description,
  })),
  modes: modesJson(theme.modes),
  resolver: resolverDocument(theme, palette),
  warnings: theme.warnings,
  version: theme.version,
});
