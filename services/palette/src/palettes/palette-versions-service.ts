import { conflict, invalid, notFound } from '@platform/errors';

import { completePalette } from './complete-palette.ts';
import { describePalette } from './make-palette.ts';
import { harmonyOf } from './palette-request.ts';
import type { PaletteVersion, PaletteVersionsStore } from './palette-versions-store.ts';
import type { Palette } from './palette.ts';
import type { PalettesService } from './palettes-service.ts';
import type { RegeneratePaletteBody } from './versions-schema.ts';

export interface PaletteVersionsService {
  /**
   * Generates the colours again, around those that are locked, as the next version.
   * @throws 404; 400 for an index that the palette lacks; 409 if it changed meanwhile
   */
  regenerate(organisation: string, id: string, body: RegeneratePaletteBody): Promise<Palette>;
  /** Newest first. @throws 404 */
  versions(organisation: string, id: string): Promise<PaletteVersion[]>;
  /** A version of a palette. @throws 404 */
  version(organisation: string, id: string, version: number): Promise<Palette>;
}

export interface PaletteVersionsServiceDeps {
  palettes: Pick<PalettesService, 'show'>;
  store: PaletteVersionsStore;
}

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
    if (replaced === null) throw conflict('The palette was changed or deleted meanwhile. Try again.');
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
