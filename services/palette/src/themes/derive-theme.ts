import { invalid } from '@platform/errors';

import type { Palette } from '../palettes/palette.ts';
import { makeModes } from './modes/make-modes.ts';
import { contrastWarnings } from './modes/contrast-warnings.ts';
import { seedsOf } from './modes/seeds.ts';
import { checkOldNames } from './check-renamed.ts';
import type { Theme } from './theme.ts';
import { InvalidTokens } from './tokens/invalid-tokens.ts';
import { paletteTokens } from './tokens/palette-tokens.ts';
import { resolveTokens } from './tokens/resolve-tokens.ts';
import { normalizeTokens } from './tokens/normalize-tokens.ts';

const TRANSLUCENT = 'The palette is translucent; the roles of the theme are opaque.';

type Recipe = Pick<Theme, 'tokens' | 'adjust' | 'scheme' | 'renamed'>;

/** What a theme consists of, derived from its palette and tokens. @throws 400 with every fault */
export const deriveTheme = ({ tokens, adjust, scheme, renamed }: Recipe, palette: Palette) => {
  try {
    const { tree, warnings } = normalizeTokens(tokens);
    const resolved = resolveTokens(tree, paletteTokens(palette));
    checkOldNames(renamed, resolved);
    const modes = makeModes(seedsOf(palette, resolved, scheme), { adjust });
    const translucent = palette.baseColor.alpha < 1 ? [TRANSLUCENT] : [];
    return { resolved, modes, warnings: [...translucent, ...warnings, ...contrastWarnings(modes)] };
  } catch (error) {
    if (!(error instanceof InvalidTokens)) throw error;
    throw invalid(
      error.faults.map(({ path, message }) => {
        const field = ['tokens', ...path].join('.');
        return { field, message: `${field} ${message}` };
      }),
    );
  }
};
