import { inTransaction, isForeignKeyViolation } from '@platform/database';
import type { Database, Transaction } from '@platform/database';

import type { ResolvedToken, Theme } from './theme.ts';

interface ThemeRow {
  id: string;
  organisation: string;
  workspace_id: string;
  palette_id: string;
  name: string;
  description: string | null;
  tokens: Theme['tokens'];
  adjust: boolean;
  scheme: Theme['scheme'];
  resolved: readonly ResolvedToken[];
  modes: Theme['modes'];
  warnings: readonly string[];
  created_at: Date;
  updated_at: Date | null;
  version: number;
  versioned_at: Date | null;
}

/** What a version of a theme consists of. */
type ThemeContent = Pick<Theme, 'tokens' | 'adjust' | 'scheme' | 'resolved' | 'modes' | 'warnings'>;

/** A version of a theme in a list. */
export interface ThemeVersion {
  readonly version: number;
  readonly createdAt: Date;
}

/** Narrows a list of themes. */
export interface ThemeFilter {
  readonly workspaceId: string | undefined;
  readonly paletteId: string | undefined;
  /** Part of the name or the description, ignoring case. */
  readonly search: string | undefined;
}

/** A theme in a list. */
export type ThemeSummary = Pick<
  Theme,
  'id' | 'name' | 'description' | 'paletteId' | 'workspaceId' | 'createdAt' | 'updatedAt'
>;

/** What may be changed of a theme. */
export type ThemeChanges = Partial<
  Pick<Theme, 'name' | 'description' | 'tokens' | 'adjust' | 'scheme' | 'resolved' | 'modes' | 'warnings'>
>;

export interface ThemesStore {
  /** Inserts a theme. Resolves with false if its palette no longer exists. */
  insert(organisation: string, theme: Theme): Promise<boolean>;
  find(organisation: string, id: string): Promise<Theme | null>;
  /**
   * Changes a theme, and keeps what it was as a version if its roles change. Resolves with null if
   * there is none.
   */
  update(organisation: string, id: string, changes: ThemeChanges): Promise<Theme | null>;
  /** All versions, newest first. */
  versions(theme: Theme): Promise<ThemeVersion[]>;
  /** An earlier version. Resolves with null if there is none. */
  earlier(theme: Theme, version: number): Promise<Theme | null>;
  /** A theme of any organisation, with its owner; for links that carry their own permission. */
  findAnywhere(id: string): Promise<{ organisation: string; theme: Theme } | null>;
  /** Newest first, after the id `after`. */
  list(
    organisation: string,
    filter: ThemeFilter,
    after: string | null,
    count: number,
  ): Promise<ThemeSummary[]>;
  /** Resolves with false if there is no such theme. */
  delete(organisation: string, id: string): Promise<boolean>;
}

const toSummary = (
  row: Pick<
    ThemeRow,
    'id' | 'name' | 'description' | 'palette_id' | 'workspace_id' | 'created_at' | 'updated_at'
  >,
): ThemeSummary => ({
  id: row.id,
  name: row.name,
  description: row.description,
  paletteId: row.palette_id,
  workspaceId: row.workspace_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at ?? row.created_at,
});

const toTheme = (row: ThemeRow): Theme => ({
  ...toSummary(row),
  tokens: row.tokens,
  adjust: row.adjust,
  scheme: row.scheme,
  resolved: row.resolved,
  modes: row.modes,
  warnings: row.warnings,
  version: row.version,
});

const keep = async (transaction: Transaction, row: ThemeRow): Promise<void> => {
  const { tokens, adjust, scheme, resolved, modes, warnings } = row;
  const content: ThemeContent = { tokens, adjust, scheme, resolved, modes, warnings };
  await transaction('theme_versions').insert({
    theme_id: row.id,
    version: row.version,
    content: JSON.stringify(content),
    created_at: row.versioned_at ?? row.created_at,
  });
};

export const createThemesStore = (database: Database): ThemesStore => {
  const table = () => database<ThemeRow>('themes');
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
          tokens: JSON.stringify(theme.tokens),
          adjust: theme.adjust,
          scheme: theme.scheme,
          resolved: JSON.stringify(theme.resolved),
          modes: JSON.stringify(theme.modes),
          warnings: JSON.stringify(theme.warnings),
          created_at: theme.createdAt,
        });
        return true;
      } catch (error) {
        if (isForeignKeyViolation(error, 'themes_palette')) return false;
        throw error;
      }
    },
    async find(organisation, id) {
      const row = await table().where({ organisation, id }).first();
      return row ? toTheme(row) : null;
    },
    update: (organisation, id, changes) =>
      inTransaction(database, async (transaction) => {
        const { name, description, adjust, scheme } = changes;
        const json = Object.fromEntries(
          (['tokens', 'resolved', 'modes', 'warnings'] as const)
            .filter((column) => changes[column] !== undefined)
            .map((column) => [column, JSON.stringify(changes[column])]),
        );
        const isDerived = changes.modes !== undefined;
        const old = await transaction<ThemeRow>('themes').where({ organisation, id }).forUpdate().first();
        if (!old) return null;
        if (isDerived) await keep(transaction, old);
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
          .returning<ThemeRow[]>('*');
        return row ? toTheme(row) : null;
      }),
    async versions({ id, version, createdAt }) {
      const current = await table().where({ id }).first('versioned_at');
      const rows = await database<{ theme_id: string; version: number; created_at: Date }>('theme_versions')
        .where({ theme_id: id })
        .orderBy('version', 'desc')
        .select('version', 'created_at');
      const earlier = rows.map((row) => ({ version: row.version, createdAt: row.created_at }));
      return [{ version, createdAt: current?.versioned_at ?? createdAt }, ...earlier];
    },
    async earlier(theme, version) {
      const row = await database<{ theme_id: string; version: number; content: ThemeContent }>(
        'theme_versions',
      )
        .where({ theme_id: theme.id, version })
        .first('content');
      return row ? { ...theme, ...row.content, version } : null;
    },
    async findAnywhere(id) {
      const row = await table().where({ id }).first();
      return row ? { organisation: row.organisation, theme: toTheme(row) } : null;
    },
    async list(organisation, { workspaceId, paletteId, search }, after, count) {
      const query = table()
        .select('id', 'name', 'description', 'palette_id', 'workspace_id', 'created_at', 'updated_at')
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
