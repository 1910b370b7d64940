import { invalid } from '@platform/errors';

import { shownRatio } from '../color/contrast-ratio.ts';
import type { Palette } from '../palettes/palette.ts';
import { checkTokens } from './check-tokens.ts';
import { makeModes } from './modes/make-modes.ts';
import { collisionWarnings, sameNameWarnings } from './modes/role-names.ts';
import { ACCENTS } from './modes/roles.ts';
import { seedsOf } from './modes/seeds.ts';
import type { Seeds } from './modes/seeds.ts';
import { roleModes, tokensInMode } from './theme-modes.ts';
import { THEME_MODES } from './theme.ts';
import type { Theme, ThemeMode } from './theme.ts';
import { paletteTokens } from './tokens/palette-tokens.ts';

/** One warning for each pair that the client's colours keep from reaching its ratio. */
export const contrastWarnings = (
  modes: Theme['modes'],
  names: readonly ThemeMode[] = THEME_MODES,
): string[] =>
  names.flatMap((mode) =>
    (modes[mode] ?? []).flatMap(({ role, on }) => {
      if (on === null || on.ratio >= on.required) return [];
      const reached = shownRatio(on.ratio).toFixed(2);
      const instead = (ACCENTS as readonly string[]).includes(role)
        ? ` Use ${role}-border to outline it, and ${role}-text for text.`
        : '';
      return [`${role} on ${on.role} reaches ${reached}:1 in ${mode}, below ${on.required}:1.${instead}`];
    }),
  );

const TRANSLUCENT = 'The palette is translucent; the roles of the theme are opaque.';

type Recipe = Pick<Theme, 'tokens' | 'adjust' | 'scheme' | 'renamed'>;

/** What a theme consists of, derived from its palette and tokens. @throws 400 with every fault */
export const deriveTheme = ({ tokens, adjust, scheme, renamed }: Recipe, palette: Palette) => {
  const { tree, warnings, resolved, contexts, faults } = checkTokens(tokens, renamed, paletteTokens(palette));
  if (faults.length > 0) throw invalid(faults);
  const names = roleModes({ contexts });
  // Most themes say nothing of modes: their seeds are the same in all.
  const plain = seedsOf(palette, resolved, scheme);
  const seedsIn = (mode: ThemeMode): Seeds => {
    const tokens = tokensInMode({ resolved, contexts }, mode);
    return tokens === resolved ? plain : seedsOf(palette, tokens, scheme);
  };
  const modes = makeModes(seedsIn, { adjust, names });
  const translucent = palette.baseColor.alpha < 1 ? [TRANSLUCENT] : [];
  return {
    resolved,
    contexts,
    modes,
    warnings: [
      ...translucent,
      ...warnings,
      ...collisionWarnings(tree),
      ...sameNameWarnings(resolved),
      ...contrastWarnings(modes, names),
    ],
  };
};
