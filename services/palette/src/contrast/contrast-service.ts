import type { Palette } from '../palettes/palette.ts';
import { checkContrast } from './check-contrast.ts';
import type { ContrastReport, Level } from './contrast.ts';

/** Finds a palette of an organisation, or refuses the request. */
export interface PaletteFinder {
  show(organisation: string, id: string): Promise<Palette>;
}

export interface ContrastService {
  /** @throws 404 for an unknown palette */
  check(organisation: string, paletteId: string, level: Level): Promise<ContrastReport>;
}

export interface ContrastServiceDeps {
  palettes: PaletteFinder;
}

export const createContrastService = ({ palettes }: ContrastServiceDeps): ContrastService => ({
  check: async (organisation, paletteId, level) =>
    checkContrast(await palettes.show(organisation, paletteId), level),
});
