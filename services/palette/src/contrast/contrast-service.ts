import { invalid } from '@platform/errors';

import type { Palette } from '../palettes/palette.ts';
import { checkContrast } from './check-contrast.ts';
import { checkPair } from './check-pair.ts';
import type { PairReport } from './check-pair.ts';
import type { ContrastReport, Level } from './contrast.ts';
import type { PairQuery } from './pair-schema.ts';

/** Finds a palette of an organisation. @throws 404 */
export interface PaletteFinder {
  show(organisation: string, id: string): Promise<Palette>;
}

export interface ContrastService {
  /** @throws 404 for an unknown palette */
  check(organisation: string, paletteId: string, level: Level): Promise<ContrastReport>;
  /** @throws 400 for what is not an absolute CSS colour */
  checkPair(query: PairQuery): PairReport;
}

export interface ContrastServiceDeps {
  palettes: PaletteFinder;
}

export const createContrastService = ({ palettes }: ContrastServiceDeps): ContrastService => ({
  check: async (organisation, paletteId, level) =>
    checkContrast(await palettes.show(organisation, paletteId), level),
  checkPair: ({ foreground, background, level }) => {
    const checked = checkPair(foreground, background, level);
    if (checked.ok) return checked.report;
    throw invalid(checked.faults.map(({ field, reason }) => ({ field, message: `${field} ${reason}` })));
  },
});
