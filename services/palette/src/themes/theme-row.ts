import type { ResolvedToken, Theme } from './theme.ts';

export interface ThemeRow {
  id: string;
  organisation: string;
  workspace_id: string;
  palette_id: string;
  name: string;
  description: string | null;
  tokens: Theme['tokens'];
  adjust: boolean;
  scheme: Theme['scheme'];
  renamed: Theme['renamed'];
  resolved: readonly ResolvedToken[];
  contexts: Theme['contexts'];
  modes: Theme['modes'];
  warnings: readonly string[];
  created_at: Date;
  updated_at: Date | null;
  version: number;
  versioned_at: Date | null;
}

/** A theme in a list. */
export type ThemeSummary = Pick<
  Theme,
  'id' | 'name' | 'description' | 'paletteId' | 'workspaceId' | 'createdAt' | 'updatedAt'
>;

/** What a list of themes reads. */
export const SUMMARY_COLUMNS = [
  'id',
  'name',
  'description',
  'palette_id',
  'workspace_id',
  'created_at',
  'updated_at',
] as const;

export const toSummary = (row: Pick<ThemeRow, (typeof SUMMARY_COLUMNS)[number]>): ThemeSummary => ({
  id: row.id,
  name: row.name,
  description: row.description,
  paletteId: row.palette_id,
  workspaceId: row.workspace_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at ?? row.created_at,
});

export const toTheme = (row: ThemeRow): Theme => ({
  ...toSummary(row),
  tokens: row.tokens,
  adjust: row.adjust,
  scheme: row.scheme,
  renamed: row.renamed,
  resolved: row.resolved,
  contexts: row.contexts,
  modes: row.modes,
  warnings: row.warnings,
  version: row.version,
});
