import { conflict, invalid, notFound } from '@platform/errors';
import { readCursorPage } from '@platform/http';
import type { CursorPage, Cursors } from '@platform/http';
import { typeid } from 'typeid-js';
import type { Rgb } from '../color/color.ts';
import { MIN_DISTANCE } from '../color/generate.ts';
import type { GeneratedColor, GeneratedPalette } from '../color/generate.ts';
import { deltaEok, oklabOfRgb, oklchOfOklab } from '../color/oklab.ts';
import { hexOfRgb } from '../color/color.ts';
import type { MainColor } from '../images/main-colors.ts';
import {
  completePalette,
  checkScale,
  describePalette,
  harmonyOf,
  makePalette,
  readColors,
  readColor,
} from './make-palette.ts';
import type { PaletteContent } from './make-palette.ts';
import { FROM_IMAGE } from './palette.ts';
import type { Palette } from './palette.ts';
import type {
  CreatePaletteBody,
  ListPalettesQuery,
  PaletteFromImageBody,
  UpdatePaletteBody,
} from './palettes-schema.ts';
import type { PalettesStore, PaletteVersion, PaletteVersionsStore } from './palettes-store.ts';
import { HARMONIES } from '../color/harmonies/registry.ts';
import type { RegeneratePaletteBody, SetColorsBody } from './versions-schema.ts';

/** The main colours of an image as colours of a palette, at most `count` of them. */
const colorsOfImage = (found: readonly MainColor[], count: number): GeneratedPalette => {
  const distinct: Rgb[] = [];
  for (const { rgb } of found) {
    const lab = oklabOfRgb(rgb);
    if (distinct.every((other) => deltaEok(lab, oklabOfRgb(other)) >= MIN_DISTANCE)) distinct.push(rgb);
  }
  const colors = distinct.map((rgb, place): GeneratedColor => ({
    role: place === 0 ? 'base' : `image-${place}`,
    rgb,
    oklch: oklchOfOklab(oklabOfRgb(rgb)),
  }));
  const warnings =
    colors.length < count ? [`The image has ${colors.length} colours that differ visibly.`] : [];
  return { colors, warnings };
};

/** Resolves the workspace that a request names. @throws 404 */
export interface WorkspaceResolver {
  resolve(organisation: string, id: string | undefined): Promise<string>;
  /** Makes the default workspace unless there is one. */
  ensureDefault(organisation: string): Promise<void>;
}

export interface PalettesService {
  /** Prepares a creation before its transaction begins. */
  prepare(organisation: string): Promise<void>;
  /**
   * Generates and saves a palette.
   * @throws 400 if `base_color` is not an absolute CSS colour, 404 for an unknown workspace
   */
  create(organisation: string, body: CreatePaletteBody): Promise<Palette>;
  /**
   * Saves a palette of the main colours of an image.
   * @param colors those of the image, found by `readColors`
   * @throws 404
   */
  createFromImage(
    organisation: string,
    body: Omit<PaletteFromImageBody, 'image'>,
    colors: readonly MainColor[],
  ): Promise<Palette>;
  /** @throws 404 */
  show(organisation: string, id: string): Promise<Palette>;
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
    if (!(await store.insert(organisation, palette))) throw notFound('workspace');
    return palette;
  };

  const show = async (organisation: string, id: string): Promise<Palette> => {
    const palette = await store.find(organisation, id);
    if (palette === null) throw notFound('palette');
    return palette;
  };

  return {
    prepare: (organisation) => workspaces.ensureDefault(organisation),
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
    async createFromImage(organisation, body, colors) {
      const { count, scale = null } = body;
      checkScale(scale);
      const found = colorsOfImage(colors, count);
      const [base] = found.colors;
      if (!base) throw new Error('An image without a colour.');
      const recipe = { input: hexOfRgb(base.rgb), oklch: base.oklch, alpha: 1, scale, harmony: FROM_IMAGE };
      return save(organisation, body, () => describePalette(found, recipe));
    },
    show,
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

export interface PaletteVersionsService {
  /**
   * Generates the colours again, around those that are locked, as the next version.
   * @throws 404; 400 for an index that the palette lacks; 409 if it changed meanwhile
   */
  regenerate(organisation: string, id: string, body: RegeneratePaletteBody): Promise<Palette>;
  /**
   * Takes these colours, in this order, or those of an earlier version, as the next version. With
   * colours, the harmony, the scale and the opacity stay.
   * @throws 404; 400 for what is no colour, and for a role that two colours have; 409 if it changed
   * meanwhile
   */
  setColors(organisation: string, id: string, body: SetColorsBody): Promise<Palette>;
  /** Newest first. @throws 404 */
  versions(organisation: string, id: string): Promise<PaletteVersion[]>;
  /** A version of a palette. @throws 404 */
  version(organisation: string, id: string, version: number): Promise<Palette>;
}

interface PaletteVersionsServiceDeps {
  palettes: Pick<PalettesService, 'show'>;
  store: PaletteVersionsStore;
}

const CHANGED = 'The palette was changed or deleted meanwhile. Try again.';

/** The colours of a request with their roles; those that the palette has stay exactly as they are. */
const readGiven = (old: Palette, colors: NonNullable<SetColorsBody['colors']>) => {
  const taken = new Set(colors.flatMap(({ role }) => role ?? []));
  const given = colors.map(({ color, role }, index) => {
    const { oklch, rgb } = readColor(`colors.${index}.color`, color);
    const own = old.colors[index]?.role;
    const free = own !== undefined && !taken.has(own) ? own : `given-${index}`;
    // Its hex is only the nearest one where sRGB lacks the colour.
    const kept = old.colors.find(({ hex }) => hex === hexOfRgb(rgb));
    return { index, role: role ?? free, oklch: kept?.oklch ?? oklch, rgb, input: color };
  });
  const twice = given.find(({ role, index }) => given.findIndex((other) => other.role === role) < index);
  if (twice)
    throw invalid([
      {
        field: `colors.${twice.index}.role`,
        message: `colors.${twice.index}.role is that of another colour`,
      },
    ]);
  return given;
};

export const createPaletteVersionsService = ({
  palettes,
  store,
}: PaletteVersionsServiceDeps): PaletteVersionsService => ({
  async regenerate(organisation, id, { lock, harmony: wanted, count: given, variation }) {
    const old = await palettes.show(organisation, id);
    const harmony = harmonyOf(wanted ?? old.harmony);
    const count = given ?? old.count;
    const missing = lock.find((index) => index >= old.count || index >= count);
    if (missing !== undefined)
      throw invalid([{ field: 'lock', message: `lock must not have ${missing}: no colour has that index` }]);
    const locked = old.colors.filter(({ index }) => index === 0 || lock.includes(index));
    const completed = completePalette({ locked, harmony, count, variation: variation ?? old.version + 1 });
    const { input, oklch, alpha } = old.baseColor;
    const { scale } = old;
    const content = describePalette(completed, { input, oklch, alpha, scale, harmony: harmony.id });
    // Exactly as they were: rounded once more, a last digit might change.
    const colors = content.colors.map((color) => {
      const kept = locked.find(({ index }) => index === color.index);
      return kept === undefined ? color : { ...kept, name: color.name };
    });
    const replaced = await store.replace(organisation, old, { ...content, colors, scale });
    if (replaced === null) throw conflict(CHANGED);
    return replaced;
  },
  async setColors(organisation, id, { colors = [], version }) {
    const old = await palettes.show(organisation, id);
    if (version !== undefined) {
      const earlier = version === old.version ? old : await store.earlier(old, version);
      if (earlier === null)
        throw invalid([{ field: 'version', message: `version must not be ${version}: there is none` }]);
      const restored = await store.replace(organisation, old, earlier);
      if (restored === null) throw conflict(CHANGED);
      return restored;
    }
    const given = readGiven(old, colors);
    const [base] = given;
    if (!base) throw new Error('A palette without a colour.');
    const { scale, harmony, baseColor } = old;
    const completed = completePalette({
      locked: given,
      // One made of an image has none; with every place taken it adds no colour.
      harmony: HARMONIES.get(harmony) ?? harmonyOf('analogous'),
      count: given.length,
      variation: 0,
    });
    const isSameBase = hexOfRgb(base.rgb) === baseColor.hex;
    const { input, oklch } = isSameBase ? baseColor : base;
    const content = describePalette(completed, { input, oklch, alpha: baseColor.alpha, scale, harmony });
    const replaced = await store.replace(organisation, old, { ...content, scale });
    if (replaced === null) throw conflict(CHANGED);
    return replaced;
  },
  async versions(organisation, id) {
    return store.versions(await palettes.show(organisation, id));
  },
  async version(organisation, id, version) {
    const current = await palettes.show(organisation, id);
    if (version === current.version) return current;
    const found = await store.earlier(current, version);
    if (found === null) throw notFound('version');
    return found;
  },
});
