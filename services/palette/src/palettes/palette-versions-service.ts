import { conflict, invalid, notFound } from '@platform/errors';

import { HARMONIES } from '../color/harmonies/registry.ts';
import { hexOfRgb } from '../color/srgb.ts';
import { completePalette } from './complete-palette.ts';
import { describePalette, harmonyOf, readColor } from './make-palette.ts';
import type { PaletteVersion, PaletteVersionsStore } from './palette-versions-store.ts';
import type { Palette } from './palette.ts';
import type { PalettesService } from './palettes-service.ts';
import type { RegeneratePaletteBody, SetColorsBody } from './versions-schema.ts';

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

export interface PaletteVersionsServiceDeps {
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
