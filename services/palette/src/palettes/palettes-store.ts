import { createGroupedStatements, inTransaction, isForeignKeyViolation, textArray } from '@platform/database';
import type { Database } from '@platform/database';
import type { Palette, BaseColor, PaletteColor, ScaleSpec } from './palette.ts';

export interface PaletteRow {
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

export const toPalette = (row: PaletteRow): Palette => ({
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

/** Narrows a list of palettes. */
export interface PaletteFilter {
  readonly workspaceId?: string | undefined;
  readonly harmony?: string | undefined;
  /** Part of the name, the description or the base colour, ignoring case. */
  readonly search?: string | undefined;
}

/** The outcome of deleting a palette. */
export type PaletteDeletion = 'deleted' | 'unknown' | 'in-use';

/** Changeable fields of a palette. */
export type PaletteChanges = Partial<Pick<Palette, 'name' | 'description'>>;

export interface PalettesStore {
  /** Changes a palette. Resolves with null if there is none. */
  update(organisation: string, id: string, changes: PaletteChanges): Promise<Palette | null>;
  /** Inserts a palette. Resolves with false if its workspace no longer exists. */
  insert(organisation: string, palette: Palette): Promise<boolean>;
  find(organisation: string, id: string): Promise<Palette | null>;
  /** Newest first, after the id `after`. */
  list(organisation: string, filter: PaletteFilter, after: string | null, count: number): Promise<Palette[]>;
  /** Deletes a palette that no theme uses or, with `themesToo`, the palette and its themes. */
  delete(organisation: string, id: string, themesToo: boolean): Promise<PaletteDeletion>;
}

const rowOf = (organisation: string, palette: Palette) => ({
  id: palette.id,
  organisation,
  workspace_id: palette.workspaceId,
  name: palette.name,
  description: palette.description,
  scale: palette.scale,
  base_color: palette.baseColor,
  harmony: palette.harmony,
  colors: palette.colors,
  warnings: palette.warnings,
  // Written here: a Date would take JSON.stringify off its fast path, twice the time for the whole row.
  created_at: palette.createdAt.toISOString(),
});

/** As columns are json, documents get into them as they are written in the parameter. */
const INSERT = `
  INSERT INTO palettes (id, organisation, workspace_id, name, description, scale, base_color, harmony,
    colors, warnings, created_at)
  SELECT id, organisation, workspace_id, name, description, scale, base_color, harmony, colors, warnings,
    created_at
  FROM json_to_recordset(?) AS new (id text, organisation text, workspace_id text, name text,
    description text, scale json, base_color json, harmony text, colors json, warnings json,
    created_at timestamptz(3))`;

const FIND = 'SELECT * FROM palettes WHERE id = ANY(?::text[])';

export const createPalettesStore = (database: Database): PalettesStore => {
  const table = () => database<PaletteRow>('palettes');
  // Palettes of one workspace share the lock of its row anyway.
  const insertInGroups = createGroupedStatements<ReturnType<typeof rowOf>>({
    database,
    run: async (rows) => {
      await database.raw(INSERT, [JSON.stringify(rows)]);
      return [];
    },
  });
  const findInGroups = createGroupedStatements<string, PaletteRow | undefined>({
    database,
    run: async (ids) => {
      const { rows } = await database.raw<{ rows: PaletteRow[] }>(FIND, [textArray([...new Set(ids)])]);
      const found = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => found.get(id));
    },
  });
  return {
    async insert(organisation, palette) {
      try {
        await insertInGroups(palette.workspaceId, rowOf(organisation, palette));
        return true;
      } catch (error) {
        if (isForeignKeyViolation(error)) return false;
        throw error;
      }
    },
    async find(organisation, id) {
      const row = await findInGroups('', id);
      return row?.organisation === organisation ? toPalette(row) : null;
    },
    async update(organisation, id, changes) {
      const [row] = await table()
        .where({ organisation, id })
        .update({ ...changes, updated_at: new Date() })
        .returning('*');
      return row ? toPalette(row) : null;
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
