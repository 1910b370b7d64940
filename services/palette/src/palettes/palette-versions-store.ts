import { inTransaction } from '@platform/database';
import type { Database } from '@platform/database';

import { toPalette } from './palettes-store.ts';
import type { PaletteRow } from './palettes-store.ts';
import type { Palette } from './palette.ts';

/** Content of a palette version. */
type VersionContent = Pick<Palette, 'baseColor' | 'harmony' | 'colors' | 'warnings' | 'scale'>;

/** A version of a palette in a list. */
export interface PaletteVersion {
  readonly version: number;
  readonly createdAt: Date;
}

export interface PaletteVersionsStore {
  /**
   * Replaces the colours of a palette, and keeps the earlier ones as a version. Resolves with null
   * if the palette is gone, or no longer of the version it was.
   */
  replace(organisation: string, old: Palette, content: VersionContent): Promise<Palette | null>;
  /** All versions that are kept, newest first. */
  versions(palette: Palette): Promise<PaletteVersion[]>;
  /** An earlier version. Resolves with null if there is none. */
  earlier(palette: Palette, version: number): Promise<Palette | null>;
}

/**
 * The versions of a palette or theme that are kept, the newest included. A program that regenerates
 * once a minute would otherwise keep half a million a year.
 */
export const KEPT_VERSIONS = 100;

interface VersionRow {
  palette_id: string;
  version: number;
  content: VersionContent;
  created_at: Date;
}

/**
 * Stores what a palette was as one document, in the transaction of its change: the row is the
 * newest version, and reading it costs no more.
 */
export const createPaletteVersionsStore = (database: Database): PaletteVersionsStore => ({
  replace: (organisation, { id, version }, content) =>
    inTransaction(database, async (transaction) => {
      const old = await transaction<PaletteRow>('palettes')
        .where({ organisation, id, version })
        .forUpdate()
        .first();
      if (!old) return null;
      const { base_color: baseColor, harmony, colors, warnings, scale } = old;
      const kept: VersionContent = { baseColor, harmony, colors, warnings, scale };
      await transaction('palette_versions').insert({
        palette_id: id,
        version,
        content: JSON.stringify(kept),
        created_at: old.versioned_at ?? old.created_at,
      });
      await transaction('palette_versions')
        .where({ palette_id: id })
        .where('version', '<=', version + 1 - KEPT_VERSIONS)
        .delete();
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
    const current = await database<PaletteRow>('palettes').where({ id }).first('versioned_at');
    const rows = await database<VersionRow>('palette_versions')
      .where({ palette_id: id })
      .orderBy('version', 'desc')
      .select('version', 'created_at');
    const earlier = rows.map((row) => ({ version: row.version, createdAt: row.created_at }));
    return [{ version, createdAt: current?.versioned_at ?? createdAt }, ...earlier];
  },
  async earlier(palette, version) {
    const row = await database<VersionRow>('palette_versions')
      .where({ palette_id: palette.id, version })
      .first('content');
    return row ? { ...palette, ...row.content, count: row.content.colors.length, version } : null;
  },
});
