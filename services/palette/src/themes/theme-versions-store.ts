import type { Database, Transaction } from '@platform/database';
import { KEPT_VERSIONS } from '../palettes/palette-versions-store.ts';
import { WRITTEN_MEMBERS } from './theme.ts';
import type { Theme, WrittenMembers, WrittenTheme } from './theme.ts';

/** A row of `WRITTEN_COLUMNS`. */
export interface ThemeRow extends WrittenMembers {
  id: string;
  organisation: string;
  workspace_id: string;
  palette_id: string;
  name: string;
  description: string | null;
  adjust: boolean;
  scheme: Theme['scheme'];
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

/** The columns of a theme in SQL; documents come as text, so that the driver doesn't read them. */
export const WRITTEN_COLUMNS = [
  ...SUMMARY_COLUMNS,
  'organisation',
  'adjust',
  'scheme',
  'version',
  'versioned_at',
  ...WRITTEN_MEMBERS.map((name) => `${name}::text AS ${name}`),
].join(', ');

export const toSummary = (row: Pick<ThemeRow, (typeof SUMMARY_COLUMNS)[number]>): ThemeSummary => ({
  id: row.id,
  name: row.name,
  description: row.description,
  paletteId: row.palette_id,
  workspaceId: row.workspace_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at ?? row.created_at,
});

export const toTheme = (row: ThemeRow): WrittenTheme => ({
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

/** A version of a theme in a list. */
export interface ThemeVersion {
  readonly version: number;
  readonly createdAt: Date;
}

export interface ThemeVersionsStore {
  /** All versions that are kept, newest first. */
  versions(theme: WrittenTheme): Promise<ThemeVersion[]>;
  /** An earlier version. Resolves with null if there is none. */
  earlier(theme: WrittenTheme, version: number): Promise<WrittenTheme | null>;
}

/**
 * Keeps what a theme is as a version, in the transaction that changes it, and removes those that
 * are older than the ones kept.
 */
export const keepThemeVersion = async (
  transaction: Transaction,
  { id, version }: Pick<ThemeRow, 'id' | 'version'>,
): Promise<void> => {
  await transaction.raw(
    `INSERT INTO theme_versions (theme_id, version, content, created_at)
     SELECT id, version,
       json_build_object('tokens', tokens, 'adjust', adjust, 'scheme', scheme, 'renamed', renamed, 'resolved', resolved,
         'contexts', contexts, 'modes', modes, 'warnings', warnings),
       coalesce(versioned_at, created_at)
     FROM themes WHERE id = ?`,
    [id],
  );
  await transaction('theme_versions')
    .where({ theme_id: id })
    .where('version', '<=', version + 1 - KEPT_VERSIONS)
    .delete();
};

/** Versions that earlier releases kept had no old names or contexts. */
const MISSING: Readonly<Record<string, string>> = { renamed: '{}', contexts: '[]' };

const VERSION_COLUMNS = [
  `(content->>'adjust')::boolean AS adjust`,
  `content->>'scheme' AS scheme`,
  ...WRITTEN_MEMBERS.map(
    (name) => `coalesce((content->'${name}')::text, '${MISSING[name] ?? 'null'}') AS ${name}`,
  ),
].join(', ');

export const createThemeVersionsStore = (database: Database): ThemeVersionsStore => ({
  async versions({ id, version, createdAt }) {
    const current = await database<ThemeRow>('themes').where({ id }).first('versioned_at');
    const rows = await database<{ theme_id: string; version: number; created_at: Date }>('theme_versions')
      .where({ theme_id: id })
      .orderBy('version', 'desc')
      .select('version', 'created_at');
    const earlier = rows.map((row) => ({ version: row.version, createdAt: row.created_at }));
    return [{ version, createdAt: current?.versioned_at ?? createdAt }, ...earlier];
  },
  async earlier(theme, version) {
    const { rows } = await database.raw<{
      rows: (WrittenMembers & Pick<Theme, 'adjust' | 'scheme'>)[];
    }>(`SELECT ${VERSION_COLUMNS} FROM theme_versions WHERE theme_id = ? AND version = ?`, [
      theme.id,
      version,
    ]);
    const [row] = rows;
    return row ? { ...theme, ...row, version } : null;
  },
});
