import { inTransaction } from '@platform/database';
import type { Database } from '@platform/database';

import type { BaseColor, Palette, PaletteColor } from './palette.ts';

interface PaletteRow {
  id: string;
  organisation: string;
  workspace_id: string;
  base_color: BaseColor;
  harmony: string;
  colors: readonly PaletteColor[];
  warnings: readonly string[];
  created_at: Date;
}

/** What became of an attempt to delete a palette. */
export type PaletteDeletion = 'deleted' | 'unknown' | 'in-use';

export interface PalettesStore {
  insert(organisation: string, palette: Palette): Promise<void>;
  find(organisation: string, id: string): Promise<Palette | null>;
  /** Newest first, behind the id `after`; of one workspace if told. */
  list(
    organisation: string,
    workspaceId: string | undefined,
    after: string | null,
    count: number,
  ): Promise<Palette[]>;
  /** Deletes a palette that no theme uses, or, with `themesToo`, the themes with it. */
  delete(organisation: string, id: string, themesToo: boolean): Promise<PaletteDeletion>;
}

const toPalette = (row: PaletteRow): Palette => ({
  id: row.id,
  workspaceId: row.workspace_id,
  baseColor: row.base_color,
  harmony: row.harmony,
  count: row.colors.length,
  colors: row.colors,
  warnings: row.warnings,
  createdAt: row.created_at,
});

export const createPalettesStore = (database: Database): PalettesStore => {
  const table = () => database<PaletteRow>('palettes');
  return {
    async insert(organisation, palette) {
      await database('palettes').insert({
        id: palette.id,
        organisation,
        workspace_id: palette.workspaceId,
        base_color: JSON.stringify(palette.baseColor),
        harmony: palette.harmony,
        colors: JSON.stringify(palette.colors),
        warnings: JSON.stringify(palette.warnings),
        created_at: palette.createdAt,
      });
    },
    async find(organisation, id) {
      const row = await table().where({ organisation, id }).first();
      return row ? toPalette(row) : null;
    },
    async list(organisation, workspaceId, after, count) {
      const query = table()
        .where(workspaceId === undefined ? { organisation } : { organisation, workspace_id: workspaceId })
        .orderBy('id', 'desc')
        .limit(count);
      const rows = await (after === null ? query : query.where('id', '<', after));
      return rows.map(toPalette);
    },
    delete: (organisation, id, themesToo) =>
      inTransaction(database, async (transaction) => {
        // The lock keeps out themes that are being made from the palette at this moment.
        const palette = await transaction('palettes')
          .where({ organisation, id })
          .forUpdate()
          .first<object | undefined>('id');
        if (!palette) return 'unknown';
        if (themesToo) await transaction('themes').where({ palette_id: id }).delete();
        else if (await transaction('themes').where({ palette_id: id }).first<object | undefined>('id'))
          return 'in-use';
        await transaction('palettes').where({ id }).delete();
        return 'deleted';
      }),
  };
};
