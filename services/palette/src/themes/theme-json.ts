import { apca } from '../color/apca.ts';
import { shownRatio } from '../color/contrast-ratio.ts';
import { rgbOfHex } from '../color/srgb.ts';
import { resolverDocument } from './resolver-document.ts';
import type { Theme, ThemeRole } from './theme.ts';
import type { ThemeWithPalette } from './themes-service.ts';
import type { ThemeSummary } from './theme-row.ts';

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
