import { isForeignKeyViolation } from '@platform/database';
import type { Database } from '@platform/database';

import type { ResolvedToken, Theme } from './theme.ts';

interface ThemeRow {
  id: string;
  organisation: string;
  workspace_id: string;
  palette_id: string;
  name: string;
  tokens: Theme['tokens'];
  resolved: readonly ResolvedToken[];
  modes: Theme['modes'];
  warnings: readonly string[];
  created_at: Date;
}

/** Narrows a list of themes. */
export interface ThemeFilter {
  readonly workspaceId: string | undefined;
  readonly paletteId: string | undefined;
}

/** What a list shows of a theme. */
export type ThemeSummary = Pick<Theme, 'id' | 'name' | 'paletteId' | 'workspaceId' | 'createdAt'>;

export interface ThemesStore {
  /** Keeps a theme. Resolves with false, and keeps nothing, where its palette is gone. */
  insert(organisation: string, theme: Theme): Promise<boolean>;
  find(organisation: string, id: string): Promise<Theme | null>;
  /** The theme whosever it is, with its owner; for links that carry their own permission. */
  findAnywhere(id: string): Promise<{ organisation: string; theme: Theme } | null>;
  /** Newest first, behind the id `after`. */
  list(
    organisation: string,
    filter: ThemeFilter,
    after: string | null,
    count: number,
  ): Promise<ThemeSummary[]>;
  /** Tells whether there was such a theme. */
  delete(organisation: string, id: string): Promise<boolean>;
}

const toSummary = (
  row: Pick<ThemeRow, 'id' | 'name' | 'palette_id' | 'workspace_id' | 'created_at'>,
): ThemeSummary => ({
  id: row.id,
  name: row.name,
  paletteId: row.palette_id,
  workspaceId: row.workspace_id,
  createdAt: row.created_at,
});

const toTheme = (row: ThemeRow): Theme => ({
  ...toSummary(row),
  tokens: row.tokens,
  resolved: row.resolved,
  modes: row.modes,
  warnings: row.warnings,
});

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
          tokens: JSON.stringify(theme.tokens),
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
    async findAnywhere(id) {
      const row = await table().where({ id }).first();
      return row ? { organisation: row.organisation, theme: toTheme(row) } : null;
    },
    async list(organisation, { workspaceId, paletteId }, after, count) {
      const query = table()
        .select('id', 'name', 'palette_id', 'workspace_id', 'created_at')
        .where({ organisation })
        .orderBy('id', 'desc')
        .limit(count);
      if (workspaceId !== undefined) void query.where('workspace_id', workspaceId);
      if (paletteId !== undefined) void query.where('palette_id', paletteId);
      if (after !== null) void query.where('id', '<', after);
      return (await query).map(toSummary);
    },
    async delete(organisation, id) {
      return (await table().where({ organisation, id }).delete()) === 1;
    },
  };
};
