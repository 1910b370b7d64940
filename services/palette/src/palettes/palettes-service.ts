import { conflict, invalid, notFound } from '@platform/errors';
import { typeid } from 'typeid-js';

import { parseColor } from '../color/css/parse-color.ts';
import { HARMONIES } from '../color/harmonies/registry.ts';
import type { Cursors } from '../paging/cursors.ts';
import { readPage } from '../paging/page.ts';
import type { CursorPage } from '../paging/page.ts';
import { makePalette } from './make-palette.ts';
import type { Palette } from './palette.ts';
import type { CreatePaletteBody, ListPalettesQuery } from './palettes-schema.ts';
import type { PalettesStore } from './palettes-store.ts';

/** Finds the workspace that a request means, or refuses it. */
export interface WorkspaceResolver {
  resolve(organisation: string, id: string | undefined): Promise<string>;
}

export interface PalettesService {
  /** Generates a palette and keeps it. @throws 400 for what is no absolute CSS colour, 404 for an unknown workspace */
  create(organisation: string, body: CreatePaletteBody): Promise<Palette>;
  /** @throws 404 */
  show(organisation: string, id: string): Promise<Palette>;
  /** Newest first. @throws 404 for an unknown workspace */
  list(organisation: string, query: ListPalettesQuery): Promise<CursorPage<Palette>>;
  /** @throws 404; 400 where themes are made from it and `cascade` is not set */
  delete(organisation: string, id: string, cascade: boolean): Promise<void>;
}

export interface PalettesServiceDeps {
  store: PalettesStore;
  workspaces: WorkspaceResolver;
  cursors: Cursors;
}

export const createPalettesService = ({
  store,
  workspaces,
  cursors,
}: PalettesServiceDeps): PalettesService => ({
  async create(organisation, { base_color: input, harmony: harmonyId, count, workspace_id: workspace }) {
    const parsed = parseColor(input);
    if (!parsed.ok) throw invalid([{ field: 'base_color', message: `base_color ${parsed.reason}` }]);
    const harmony = HARMONIES.get(harmonyId);
    if (harmony === undefined) throw invalid([{ field: 'harmony', message: 'harmony is unknown' }]);
    const workspaceId = await workspaces.resolve(organisation, workspace);
    const { oklch, alpha } = parsed;
    const palette: Palette = {
      id: typeid('pal').toString(),
      workspaceId,
      ...makePalette({ input, oklch, alpha, harmony, count }),
      createdAt: new Date(),
    };
    await store.insert(organisation, palette);
    return palette;
  },
  async show(organisation, id) {
    const palette = await store.find(organisation, id);
    if (palette === null) throw notFound('palette');
    return palette;
  },
  async list(organisation, query) {
    const { workspace_id: workspace } = query;
    if (workspace !== undefined) await workspaces.resolve(organisation, workspace);
    return readPage(cursors, ['palettes', organisation, workspace ?? ''], query, (after, count) =>
      store.list(organisation, workspace, after, count),
    );
  },
  async delete(organisation, id, cascade) {
    const outcome = await store.delete(organisation, id, cascade);
    if (outcome === 'unknown') throw notFound('palette');
    if (outcome === 'in-use')
      throw conflict(
        'Themes are made from this palette. Delete them first, or send cascade=true to delete them with it.',
        {
          code: 'palette_in_use',
        },
      );
  },
});
