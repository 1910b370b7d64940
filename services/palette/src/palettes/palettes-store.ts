import { inTransaction } from '@platform/database';
import type { Database } from '@platform/database';

import type { BaseColor, Palette, PaletteColor, ScaleSpec } from './palette.ts';

interface PaletteRow {
  id: string;
  organisation: string;
  workspace_id: string;
  name: string | null;
  description: string | null;
  scale: ScaleSpec | null;
  base_color: BaseColor;
  harmony: string;
  colors: readonly PaletteColor[];
  warnings: readonly string[];
  created_at: Date;
  updated_at: Date | null;
  version: number;
  versioned_at: Date | null;
}

/** What a version of a palette consists of. */
type PaletteContent = Pick<Palette, 'baseColor' | 'harmony' | 'colors' | 'warnings' | 'scale'>;

/** Narrows a list of palettes. */
export interface PaletteFilter {
  readonly workspaceId?: string | undefined;
  readonly harmony?: string | undefined;
  /** Part of the name, the description or the base colour, ignoring case. */
  readonly search?: string | undefined;
}

/** A version of a palette in a list. */
export interface PaletteVersion {
  readonly version: number;
  readonly createdAt: Date;
}

/** The outcome of deleting a palette. */
export type PaletteDeletion = 'deleted' | 'unknown' | 'in-use';

/** What may be changed of a palette. */
export type PaletteChanges = Partial<Pick<Palette, 'name' | 'description'>>;

export interface PalettesStore {
  /** Changes a palette. Resolves with null if there is none. */
  update(organisation: string, id: string, changes: PaletteChanges): Promise<Palette | null>;
  insert(organisation: string, palette: Palette): Promise<void>;
  find(organisation: string, id: string): Promise<Palette | null>;
  /**
   * Replaces the colours of a palette, and keeps the earlier ones as a version. Resolves with null if
   * the palette is gone, or no longer of the version it was.
   */
  replace(organisation: string, old: Palette, content: PaletteContent): Promise<Palette | null>;
  /** All versions, newest first. */
  versions(palette: Palette): Promise<PaletteVersion[]>;
  /** An earlier version. Resolves with null if there is none. */
  earlier(palette: Palette, version: number): Promise<Palette | null>;
  /** Newest first, after the id `after`. */
  list(organisation: string, filter: PaletteFilter, after: string | null, count: number): Promise<Palette[]>;
  /** Deletes a palette that no theme uses or, with `themesToo`, the palette and its themes. */
  delete(organisation: string, id: string, themesToo: boolean): Promise<PaletteDeletion>;
}

const toPalette = (row: PaletteRow): Palette => ({
  id: row.id,
  workspaceId: row.workspace_id,
  name: row.name,
  description: row.description,
  scale: row.scale,
  baseColor: row.base_color,
  harmony: row.harmony,
  count: row.colors.length,
  colors: row.colors,
  warnings: row.warnings,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at ?? row.created_at,
});

export const createPalettesStore = (database: Database): PalettesStore => {
  const table = () => database<PaletteRow>('palettes');
  return {
    async insert(organisation, palette) {
      await database('palettes').insert({
        id: palette.id,
        organisation,
        workspace_id: palette.workspaceId,
        name: palette.name,
        description: palette.description,
        scale: palette.scale === null ? null : JSON.stringify(palette.scale),
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
    async update(organisation, id, changes) {
      const [row] = await table()
        .where({ organisation, id })
        .update({ ...changes, updated_at: new Date() })
        .returning('*');
      return row ? toPalette(row) : null;
    },
    replace: (organisation, { id, version }, content) =>
      inTransaction(database, async (transaction) => {
        const old = await transaction<PaletteRow>('palettes')
          .where({ organisation, id, version })
          .forUpdate()
          .first();
        if (!old) return null;
        const { base_color: baseColor, harmony, colors, warnings, scale } = old;
        const kept: PaletteContent = { baseColor, harmony, colors, warnings, scale };
        await transaction('palette_versions').insert({
          palette_id: id,
          version,
          content: JSON.stringify(kept),
          created_at: old.versioned_at ?? old.created_at,
        });
        const now = new Date();
        const [row] = await transaction('palettes')
          .where({ id })
          .update({
            base_color: JSON.stringify(content.baseColor),
            harmony: content.harmony,
            colors: JSON.stringify(content.colors),
            warnings: JSON.stringify(content.warnings),
            scale: content.scale === null ? null : JSON.stringify(content.scale),
            version: version + 1,
            versioned_at: now,
            updated_at: now,
          })
          .returning<PaletteRow[]>('*');
        return row ? toPalette(row) : null;
      }),
    async versions({ id, version, createdAt }) {
      const current = await table().where({ id }).first('versioned_at');
      const rows = await database<{ palette_id: string; version: number; created_at: Date }>(
        'palette_versions',
      )
        .where({ palette_id: id })
        .orderBy('version', 'desc')
        .select('version', 'created_at');
      const earlier = rows.map((row) => ({ version: row.version, createdAt: row.created_at }));
      return [{ version, createdAt: current?.versioned_at ?? createdAt }, ...earlier];
    },
    async earlier(palette, version) {
      const row = await database<{ palette_id: string; version: number; content: PaletteContent }>(
        'palette_versions',
      )
        .where({ palette_id: palette.id, version })
        .first('content');
      return row ? { ...palette, ...row.content, count: row.content.colors.length, version } : null;
    },
    async list(organisation, { workspaceId, harmony, search }, after, count) {
      const query = table().where({ organisation }).orderBy('id', 'desc').limit(count);
      if (workspaceId !== undefined) void query.where('workspace_id', workspaceId);
      if (harmony !== undefined) void query.where('harmony', harmony);
      if (search !== undefined)
        void query.whereRaw(
          `strpos(lower(concat_ws(' ', name, description, base_color->>'input')), lower(?)) > 0`,
          [search],
        );
      const rows = await (after === null ? query : query.where('id', '<', after));
      return rows.map(toPalette);
    },
    delete: (organisation, id, themesToo) =>
      inTransaction(database, async (transaction) => {
        // The lock excludes themes being created from the palette at the same time.
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
