import { conflict, invalid, notFound } from '@platform/errors';
import { readCursorPage } from '@platform/http';
import type { CursorPage, Cursors } from '@platform/http';
import { typeid } from 'typeid-js';

import type { Rgb } from '../color/color.ts';
import { parseColor } from '../color/css/parse-color.ts';
import { hexOfRgb } from '../color/srgb.ts';
import { colorsOfPixels } from './colors-of-pixels.ts';
import { HARMONIES } from '../color/harmonies/registry.ts';
import type { Harmony } from '../color/harmonies/harmony.ts';
import { completePalette } from './complete-palette.ts';
import { describePalette, makePalette } from './make-palette.ts';
import type { PaletteContent } from './make-palette.ts';
import type { Palette, ScaleSpec } from './palette.ts';
import { FROM_IMAGE } from './palettes-schema.ts';
import type {
  CreatePaletteBody,
  ListPalettesQuery,
  PaletteFromImageBody,
  UpdatePaletteBody,
} from './palettes-schema.ts';
import type { PalettesStore, PaletteVersion } from './palettes-store.ts';
import type { RegeneratePaletteBody } from './versions-schema.ts';

/** Resolves the workspace that a request names. @throws 404 */
export interface WorkspaceResolver {
  resolve(organisation: string, id: string | undefined): Promise<string>;
}

export interface PalettesService {
  /**
   * Generates and saves a palette.
   * @throws 400 if `base_color` is not an absolute CSS colour, 404 for an unknown workspace
   */
  create(organisation: string, body: CreatePaletteBody): Promise<Palette>;
  /**
   * Saves a palette of the main colours of an image.
   * @param pixels those of the image, read by `readPixels`
   * @throws 404
   */
  createFromImage(organisation: string, body: PaletteFromImageBody, pixels: readonly Rgb[]): Promise<Palette>;
  /** @throws 404 */
  show(organisation: string, id: string): Promise<Palette>;
  /**
   * Generates the colours again, around those that are locked, as the next version.
   * @throws 404; 400 for an index that the palette lacks; 409 if it changed meanwhile
   */
  regenerate(organisation: string, id: string, body: RegeneratePaletteBody): Promise<Palette>;
  /** Newest first. @throws 404 */
  versions(organisation: string, id: string): Promise<PaletteVersion[]>;
  /** A version of a palette. @throws 404 */
  version(organisation: string, id: string, version: number): Promise<Palette>;
  /** Changes name and description. @throws 404 */
  update(organisation: string, id: string, body: UpdatePaletteBody): Promise<Palette>;
  /** Newest first. @throws 404 for an unknown workspace */
  list(organisation: string, query: ListPalettesQuery): Promise<CursorPage<Palette>>;
  /** @throws 404; 400 if themes use it and `cascade` is not set */
  delete(organisation: string, id: string, cascade: boolean): Promise<void>;
}

export interface PalettesServiceDeps {
  store: PalettesStore;
  workspaces: WorkspaceResolver;
  cursors: Cursors;
}

/** Hex digits whose `#` was forgotten. */
const BARE_HEX = /^(?:[\da-f]{3}|[\da-f]{4}|[\da-f]{6}|[\da-f]{8})$/i;

const readColor = (field: string, input: string) => {
  const parsed = parseColor(BARE_HEX.test(input) ? `#${input}` : input);
  if (!parsed.ok) throw invalid([{ field, message: `${field} ${parsed.reason}` }]);
  return parsed;
};

/** The base colour of a request and the others that the palette is to have. */
const readColors = ({ base_color: given, colors = [] }: CreatePaletteBody) => {
  const [first, ...rest] = colors.map((input, index) => readColor(`colors.${index}`, input));
  if (given !== undefined)
    return {
      input: given,
      base: readColor('base_color', given),
      others: first === undefined ? [] : [first, ...rest],
    };
  if (first === undefined) throw invalid([{ field: 'base_color', message: 'base_color is required' }]);
  return { input: colors[0] ?? '', base: first, others: rest };
};

const harmonyOf = (id: string): Harmony => {
  const harmony = HARMONIES.get(id);
  if (harmony === undefined)
    throw invalid([{ field: 'harmony', message: 'harmony is required: the palette was made without one' }]);
  return harmony;
};

const checkScale = (scale: ScaleSpec | null): void => {
  if (scale === null || typeof scale === 'string') return;
  const parsed = parseColor(scale.on);
  if (!parsed.ok) throw invalid([{ field: 'scale.on', message: `scale.on ${parsed.reason}` }]);
  if (parsed.alpha < 1) throw invalid([{ field: 'scale.on', message: 'scale.on must be opaque' }]);
};

export const createPalettesService = ({
  store,
  workspaces,
  cursors,
}: PalettesServiceDeps): PalettesService => {
  type Head = Pick<CreatePaletteBody, 'workspace_id' | 'name' | 'description' | 'scale'>;
  const save = async (
    organisation: string,
    { workspace_id: workspace, name, description, scale }: Head,
    make: () => PaletteContent,
  ): Promise<Palette> => {
    const workspaceId = await workspaces.resolve(organisation, workspace);
    const createdAt = new Date();
    const palette: Palette = {
      id: typeid('pal').toString(),
      workspaceId,
      name: name?.trim() ?? null,
      description: description ?? null,
      scale: scale ?? null,
      ...make(),
      version: 1,
      createdAt,
      updatedAt: createdAt,
    };
    await store.insert(organisation, palette);
    return palette;
  };

  const show = async (organisation: string, id: string): Promise<Palette> => {
    const palette = await store.find(organisation, id);
    if (palette === null) throw notFound('palette');
    return palette;
  };

  return {
    async create(organisation, body) {
      const { harmony: harmonyId, count, scale = null } = body;
      const { input, base, others } = readColors(body);
      const harmony = harmonyOf(harmonyId);
      checkScale(scale);
      const { oklch, rgb, alpha } = base;
      if (others.length === 0)
        return save(organisation, body, () =>
          makePalette({ input, oklch, rgb, alpha, harmony, count, scale }),
        );
      const locked = [base, ...others].map((color, index) => ({
        index,
        role: index === 0 ? 'base' : `given-${index}`,
        oklch: color.oklch,
        rgb: color.rgb,
      }));
      if (locked.length > count)
        throw invalid([
          { field: 'count', message: `count must be at least ${locked.length}, the colours given` },
        ]);
      const completed = completePalette({ locked, harmony, count, variation: 0 });
      const recipe = { input, oklch, alpha, scale, harmony: harmony.id };
      return save(organisation, body, () => describePalette(completed, recipe));
    },
    async createFromImage(organisation, body, pixels) {
      const { count, scale = null } = body;
      checkScale(scale);
      const found = colorsOfPixels(pixels, count);
      const [base] = found.colors;
      if (!base) throw new Error('An image without a colour.');
      const recipe = { input: hexOfRgb(base.rgb), oklch: base.oklch, alpha: 1, scale, harmony: FROM_IMAGE };
      return save(organisation, body, () => describePalette(found, recipe));
    },
    show,
    async regenerate(organisation, id, { lock, harmony: wanted, count: given, variation }) {
      const old = await show(organisation, id);
      const harmony = harmonyOf(wanted ?? old.harmony);
      const count = given ?? old.count;
      const missing = lock.find((index) => index >= old.count || index >= count);
      if (missing !== undefined)
        throw invalid([
          { field: 'lock', message: `lock must not have ${missing}: no colour has that index` },
        ]);
      const locked = old.colors.filter(({ index }) => index === 0 || lock.includes(index));
      const completed = completePalette({
        locked,
        harmony,
        count,
        variation: variation ?? old.version + 1,
      });
      const { input, oklch, alpha } = old.baseColor;
      const { scale } = old;
      const content = describePalette(completed, { input, oklch, alpha, scale, harmony: harmony.id });
      // Exactly as they were: rounded once more, a last digit might change.
      const colors = content.colors.map((color) => {
        const kept = locked.find(({ index }) => index === color.index);
        return kept === undefined ? color : { ...kept, name: color.name };
      });
      const replaced = await store.replace(organisation, old, { ...content, colors, scale });
      if (replaced === null) throw conflict('The palette was changed or deleted meanwhile. Try again.');
      return replaced;
    },
    async versions(organisation, id) {
      return store.versions(await show(organisation, id));
    },
    async version(organisation, id, version) {
      const current = await show(organisation, id);
      if (version === current.version) return current;
      const found = await store.earlier(current, version);
      if (found === null) throw notFound('version');
      return found;
    },
    async update(organisation, id, { name, description }) {
      const palette = await store.update(organisation, id, {
        ...(name === undefined ? {} : { name: name?.trim() ?? null }),
        ...(description === undefined ? {} : { description }),
      });
      if (palette === null) throw notFound('palette');
      return palette;
    },
    async list(organisation, query) {
      const { workspace_id: workspaceId, harmony, search } = query;
      if (workspaceId !== undefined) await workspaces.resolve(organisation, workspaceId);
      const list = ['palettes', organisation, workspaceId ?? '', harmony ?? '', search ?? ''];
      return readCursorPage(cursors, list, query, (after, count) =>
        store.list(organisation, { workspaceId, harmony, search }, after, count),
      );
    },
    async delete(organisation, id, cascade) {
      const outcome = await store.delete(organisation, id, cascade);
      if (outcome === 'unknown') throw notFound('palette');
      if (outcome === 'in-use')
        throw conflict(
          'Themes use this palette. Delete them first, or send cascade=true to delete them with it.',
          {
            code: 'palette_in_use',
          },
        );
    },
  };
};
