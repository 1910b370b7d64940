import { invalid } from '@platform/errors';

import type { Palette } from '../palettes/palette.ts';
import { makeModes } from './modes/make-modes.ts';
import { contrastWarnings } from './modes/contrast-warnings.ts';
import { collisionWarnings, sameNameWarnings } from './modes/role-names.ts';
import { seedsOf } from './modes/seeds.ts';
import { checkTokens } from './check-tokens.ts';
import type { Theme } from './theme.ts';
import { paletteTokens } from './tokens/palette-tokens.ts';

const TRANSLUCENT = 'The palette is translucent; the roles of the theme are opaque.';

type Recipe = Pick<Theme, 'tokens' | 'adjust' | 'scheme' | 'renamed'>;

/** What a theme consists of, derived from its palette and tokens. @throws 400 with every fault */
export const deriveTheme = ({ tokens, adjust, scheme, renamed }: Recipe, palette: Palette) => {
  const { tree, warnings, resolved, faults } = checkTokens(tokens, renamed, paletteTokens(palette));
  if (faults.length > 0) throw invalid(faults);
  const modes = makeModes(seedsOf(palette, resolved, scheme), { adjust });
  const translucent = palette.baseColor.alpha < 1 ? [TRANSLUCENT] : [];
  return {
    resolved,
    modes,
    warnings: [
      ...translucent,
      ...warnings,
      ...collisionWarnings(tree),
      ...sameNameWarnings(resolved),
      ...contrastWarnings(modes),
    ],
  };
};
