import { HARMONIES } from '../src/color/harmonies/registry.ts';
import { parseColor } from '../src/color/css/parse-color.ts';
import { makePalette } from '../src/palettes/make-palette.ts';
import type { Palette } from '../src/palettes/palette.ts';
import { makeModes } from '../src/themes/derive-theme.ts';
import { seedsOf } from '../src/themes/modes/seeds.ts';
import { roleModes, tokensInMode } from '../src/themes/theme-modes.ts';
import type { Theme } from '../src/themes/theme.ts';
import { normalizeTokens } from '../src/themes/tokens/normalize-tokens.ts';
import { paletteTokens } from '../src/themes/tokens/dtcg-color.ts';
import { resolveInModes } from '../src/themes/tokens/resolve-tokens.ts';

const EPOCH = new Date(0);

/** A palette as the service makes it, without its database. */
export const samplePalette = (input: string, harmony = 'triadic', count = 3): Palette => {
  const parsed = parseColor(input);
  if (!parsed.ok) throw new Error(parsed.reason);
  return {
    id: 'pal_x',
    workspaceId: 'wsp_x',
    name: null,
    description: null,
    scale: null,
    createdAt: EPOCH,
    updatedAt: EPOCH,
    version: 1,
    ...makePalette({ ...parsed, input, harmony: HARMONIES.get(harmony)!, count }),
  };
};

/** A theme as the service makes it, without its database. */
export const sampleTheme = (
  tokens: Theme['tokens'],
  palette = samplePalette('#3366cc'),
  renamed: Theme['renamed'] = {},
): Theme => {
  const { resolved, contexts } = resolveInModes(normalizeTokens(tokens).tree, paletteTokens(palette));
  const names = roleModes({ contexts });
  return {
    id: 'thm_x',
    workspaceId: 'wsp_x',
    paletteId: palette.id,
    name: 'T',
    description: null,
    tokens,
    adjust: false,
    scheme: null,
    renamed,
    resolved,
    contexts,
    modes: makeModes((mode) => seedsOf(palette, tokensInMode({ resolved, contexts }, mode)), { names }),
    warnings: [],
    createdAt: EPOCH,
    updatedAt: EPOCH,
    version: 1,
  };
};
