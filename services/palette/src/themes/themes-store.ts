import { inTransaction, isForeignKeyViolation } from '@platform/database';
import type { Database } from '@platform/database';

import {
  keepThemeVersion,
  SUMMARY_COLUMNS,
  toSummary,
  toTheme,
  WRITTEN_COLUMNS,
} from './theme-versions-store.ts';
import type { ThemeRow, ThemeSummary } from './theme-versions-store.ts';
import { WRITTEN_MEMBERS } from './theme.ts';
import type { WrittenMembers, WrittenTheme } from './theme.ts';

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
