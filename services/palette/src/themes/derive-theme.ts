import { invalid } from '@platform/errors';
import type { ErrorDetail } from '@platform/errors';

import type { Palette } from '../palettes/palette.ts';
import { makeModes } from './modes/make-modes.ts';
import { contrastWarnings } from './modes/contrast-warnings.ts';
import { seedsOf } from './modes/seeds.ts';
import { oldNameFaults } from './check-renamed.ts';
import type { Theme } from './theme.ts';
import { InvalidTokens } from './tokens/invalid-tokens.ts';
import { paletteTokens } from './tokens/palette-tokens.ts';
import { resolveTokens } from './tokens/resolve-tokens.ts';
import { normalizeTokens } from './tokens/normalize-tokens.ts';
import type { TreeNode } from './tokens/token-tree.ts';

const TRANSLUCENT = 'The palette is translucent; the roles of the theme are opaque.';

type Recipe = Pick<Theme, 'tokens' | 'adjust' | 'scheme' | 'renamed'>;

const faultsOf = (error: InvalidTokens): readonly ErrorDetail[] =>
  error.faults.map(({ path, message }) => {
    const field = ['tokens', ...path].join('.');
    return { field, message: `${field} ${message}` };
  });

/** Resolves tokens and checks old names. @throws 400 with every fault of both */
const resolveAll = (tree: TreeNode, renamed: Recipe['renamed'], palette: Palette) => {
  try {
    const resolved = resolveTokens(tree, paletteTokens(palette));
    const faults = oldNameFaults(
      renamed,
      resolved.map(({ path }) => path),
    );
    if (faults.length > 0) throw invalid(faults);
    return resolved;
  } catch (error) {
    if (!(error instanceof InvalidTokens)) throw error;
    throw invalid([...faultsOf(error), ...oldNameFaults(renamed, error.paths)]);
  }
};

/** What a theme consists of, derived from its palette and tokens. @throws 400 with every fault */
export const deriveTheme = ({ tokens, adjust, scheme, renamed }: Recipe, palette: Palette) => {
  const { tree, warnings } = normalizeTokens(tokens);
  const resolved = resolveAll(tree, renamed, palette);
  const modes = makeModes(seedsOf(palette, resolved, scheme), { adjust });
  const translucent = palette.baseColor.alpha < 1 ? [TRANSLUCENT] : [];
  return { resolved, modes, warnings: [...translucent, ...warnings, ...contrastWarnings(modes)] };
};
