import type { Database, Transaction } from '@platform/database';
import { KEPT_VERSIONS } from '../palettes/palette-versions-store.ts';
import type { Theme, ResolvedToken } from './theme.ts';

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

/** Columns that lists of themes read. */
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

/** Content of a theme version. */
type VersionContent = Pick<
  Theme,
  'tokens' | 'adjust' | 'scheme' | 'renamed' | 'resolved' | 'contexts' | 'modes' | 'warnings'
>;

/** A version of a theme in a list. */
export interface ThemeVersion {
  readonly version: number;
  readonly createdAt: Date;
}

export interface ThemeVersionsStore {
  /** All versions that are kept, newest first. */
  versions(theme: Theme): Promise<ThemeVersion[]>;
  /** An earlier version. Resolves with null if there is none. */
  earlier(theme: Theme, version: number): Promise<Theme | null>;
}

interface VersionRow {
  theme_id: string;
  version: number;
  /** Versions that earlier releases kept had no old names or contexts. */
  content: Omit<VersionContent, 'renamed' | 'contexts'> & Partial<Pick<Theme, 'renamed' | 'contexts'>>;
  created_at: Date;
}

/**
 * Keeps what a theme is as a version, in the transaction that changes it, and removes those that
 * are older than the ones kept.
 */
export const keepThemeVersion = async (transaction: Transaction, row: ThemeRow): Promise<void> => {
  const { tokens, adjust, scheme, renamed, resolved, contexts, modes, warnings } = row;
  const content: VersionContent = { tokens, adjust, scheme, renamed, resolved, contexts, modes, warnings };
  await transaction('theme_versions').insert({
    theme_id: row.id,
    version: row.version,
    content: JSON.stringify(content),
    created_at: row.versioned_at ?? row.created_at,
  });
  await transaction('theme_versions')
    .where({ theme_id: row.id })
    .where('version', '<=', row.version + 1 - KEPT_VERSIONS)
    .delete();
};

export const createThemeVersionsStore = (database: Database): ThemeVersionsStore => ({
  async versions({ id, version, createdAt }) {
    const current = await database<ThemeRow>('themes').where({ id }).first('versioned_at');
    const rows = await database<VersionRow>('theme_versions')
      .where({ theme_id: id })
      .orderBy('version', 'desc')
      .select('version', 'created_at');
    const earlier = rows.map((row) => ({ version: row.version, createdAt: row.created_at }));
    return [{ version, createdAt: current?.versioned_at ?? createdAt }, ...earlier];
  },
  async earlier(theme, version) {
    const row = await database<VersionRow>('theme_versions')
      .where({ theme_id: theme.id, version })
      .first('content');
    return row ? { ...theme, renamed: {}, contexts: [], ...row.content, version } : null;
  },
});
