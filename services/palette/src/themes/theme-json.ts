import { shownRatio } from '../color/contrast-ratio.ts';
import { resolverDocument } from './resolver-document.ts';
import type { ThemeRole } from './theme.ts';
import type { ThemeWithPalette } from './themes-service.ts';
import type { ThemeSummary } from './themes-store.ts';

const roleJson = ({ color, on, description }: ThemeRole) => ({
  hex: color.hex,
  oklch: color.oklch,
  p3: color.p3,
  on: on?.role ?? null,
  ratio: on === null ? null : shownRatio(on.ratio),
  required_ratio: on?.required ?? null,
  description,
});

const modeJson = (roles: readonly ThemeRole[]) =>
  Object.fromEntries(roles.map((role) => [role.role, roleJson(role)]));

/** A theme as lists show it. */
export const themeSummaryJson = (theme: ThemeSummary, previewUrl: string) => ({
  id: theme.id,
  name: theme.name,
  palette_id: theme.paletteId,
  workspace_id: theme.workspaceId,
  preview_url: previewUrl,
  created_at: theme.createdAt.toISOString(),
});

/** A theme as the API shows it. */
export const themeJson = ({ theme, palette }: ThemeWithPalette, previewUrl: string) => ({
  ...themeSummaryJson(theme, previewUrl),
  tokens: theme.tokens,
  resolved_tokens: theme.resolved.map(({ path, type, value, description }) => ({
    path: path.join('.'),
    type,
    value,
    description,
  })),
  modes: {
    light: modeJson(theme.modes.light),
    dark: modeJson(theme.modes.dark),
    high_contrast: modeJson(theme.modes['high-contrast']),
    high_contrast_dark: modeJson(theme.modes['high-contrast-dark']),
  },
  resolver: resolverDocument(theme, palette),
  warnings: theme.warnings,
});
