import { inTransaction, isForeignKeyViolation } from '@platform/database';
import type { Database, Transaction } from '@platform/database';
import { WRITTEN_MEMBERS } from './theme.ts';
import type { WrittenMembers, WrittenTheme, Theme } from './theme.ts';
import { KEPT_VERSIONS } from '../palettes/palettes-store.ts';

/** A row of `WRITTEN_COLUMNS`. */
interface ThemeRow extends WrittenMembers {
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
const SUMMARY_COLUMNS = [
  'id',
  'name',
  'description',
  'palette_id',
  'workspace_id',
  'created_at',
  'updated_at',
] as const;

/** The columns of a theme in SQL; documents come as text, so that the driver doesn't read them. */
const WRITTEN_COLUMNS = [
  ...SUMMARY_COLUMNS,
  'organisation',
  'adjust',
  'scheme',
  'version',
  'versioned_at',
  ...WRITTEN_MEMBERS.map((name) => `${name}::text AS ${name}`),
].join(', ');

const toSummary = (row: Pick<ThemeRow, (typeof SUMMARY_COLUMNS)[number]>): ThemeSummary => ({
  id: row.id,
  name: row.name,
  description: row.description,
  paletteId: row.palette_id,
  workspaceId: row.workspace_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at ?? row.created_at,
});

const toTheme = (row: ThemeRow): WrittenTheme => ({
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

/** Narrows a list of themes. */
export interface ThemeFilter {
  readonly workspaceId: string | undefined;
  readonly paletteId: string | undefined;
  /** Part of the name or the description, ignoring case. */
  readonly search: string | undefined;
}

/** Changeable fields of a theme; the members that are derived change together. */
export type ThemeChanges = Partial<Pick<WrittenTheme, 'name' | 'description' | 'adjust' | 'scheme'>> &
  (WrittenMembers | Readonly<Partial<Record<keyof WrittenMembers, undefined>>>);

export interface ThemesStore {
  /** Inserts a theme. Resolves with false if its palette no longer exists. */
  insert(organisation: string, theme: WrittenTheme): Promise<boolean>;
  find(organisation: string, id: string): Promise<WrittenTheme | null>;
  /**
   * Changes a theme, and keeps what it was as a version if its roles change. Resolves with null if
   * there is none, and with `outdated` if its roles change and it is no longer of the version they
   * were derived from; until the transaction around it ends, it stays the version that it is then.
   */
  update(
    organisation: string,
    theme: Pick<WrittenTheme, 'id' | 'version'>,
    changes: ThemeChanges,
  ): Promise<WrittenTheme | 'outdated' | null>;
  /** A theme of any organisation, with its owner; for links that carry their own permission. */
  findAnywhere(id: string): Promise<{ organisation: string; theme: WrittenTheme } | null>;
  /** Newest first, after the id `after`. */
  list(
    organisation: string,
    filter: ThemeFilter,
    after: string | null,
    count: number,
  ): Promise<ThemeSummary[]>;
  /** Resolves with false if the theme does not exist. */
  delete(organisation: string, id: string): Promise<boolean>;
}

export const createThemesStore = (database: Database): ThemesStore => {
  const table = () => database<ThemeRow>('themes');
  const read = async (where: Readonly<Record<string, string>>): Promise<ThemeRow | undefined> => {
    const columns = Object.keys(where).map((name) => `${name} = :${name}`);
    const { rows } = await database.raw<{ rows: ThemeRow[] }>(
      `SELECT ${WRITTEN_COLUMNS} FROM themes WHERE ${columns.join(' AND ')}`,
      where,
    );
    return rows[0];
  };
  return {
    async insert(organisation, theme) {
      try {
        await database('themes').insert({
          id: theme.id,
          organisation,
          workspace_id: theme.workspaceId,
          palette_id: theme.paletteId,
          name: theme.name,
          description: theme.description,
          adjust: theme.adjust,
          scheme: theme.scheme,
          ...Object.fromEntries(WRITTEN_MEMBERS.map((name) => [name, theme[name]])),
          created_at: theme.createdAt,
        });
        return true;
      } catch (error) {
        if (isForeignKeyViolation(error, 'themes_palette')) return false;
        throw error;
      }
    },
    async find(organisation, id) {
      const row = await read({ organisation, id });
      return row ? toTheme(row) : null;
    },
    update: (organisation, { id, version }, changes) =>
      inTransaction(database, async (transaction) => {
        const { name, description, adjust, scheme } = changes;
        const json = Object.fromEntries(
          WRITTEN_MEMBERS.flatMap((column) =>
            changes[column] === undefined ? [] : [[column, changes[column]]],
          ),
        );
        const isDerived = changes.modes !== undefined;
        const old = await transaction<ThemeRow>('themes')
          .where({ organisation, id })
          .forUpdate()
          .first('id', 'version');
        if (!old) return null;
        if (isDerived && old.version !== version) return 'outdated';
        if (isDerived) await keepThemeVersion(transaction, old);
        const [row] = await transaction('themes')
          .where({ organisation, id })
          .update({
            ...json,
            ...(isDerived ? { version: old.version + 1, versioned_at: new Date() } : {}),
            ...(name === undefined ? {} : { name }),
            ...(description === undefined ? {} : { description }),
            ...(adjust === undefined ? {} : { adjust }),
            ...(scheme === undefined ? {} : { scheme }),
            updated_at: new Date(),
          })
          .returning<ThemeRow[]>(database.raw(WRITTEN_COLUMNS) as unknown as string);
        return row ? toTheme(row) : null;
      }),
    async findAnywhere(id) {
      const row = await read({ id });
      return row ? { organisation: row.organisation, theme: toTheme(row) } : null;
    },
    async list(organisation, { workspaceId, paletteId, search }, after, count) {
      const query = table()
        .select(...SUMMARY_COLUMNS)
        .where({ organisation })
        .orderBy('id', 'desc')
        .limit(count);
      if (workspaceId !== undefined) void query.where('workspace_id', workspaceId);
      if (paletteId !== undefined) void query.where('palette_id', paletteId);
      if (search !== undefined)
        void query.whereRaw(`strpos(lower(concat_ws(' ', name, description)), lower(?)) > 0`, [search]);
      if (after !== null) void query.where('id', '<', after);
      return (await query).map(toSummary);
    },
    async delete(organisation, id) {
      return (await table().where({ organisation, id }).delete()) === 1;
    },
  };
};

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
const keepThemeVersion = async (
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
