import { invalid } from '@platform/errors';

import type { DesignToken } from '../formats/token.ts';
import type { Palette } from '../palettes/palette.ts';
import { modesByModifier } from '../themes/theme-modes.ts';
import type { WorkLoad } from '../themes/theme-work.ts';
import type { Theme, WrittenThemeWithPalette } from '../themes/theme.ts';
import { modeName } from '../themes/tokens/resolve-modes.ts';
import { tokensOfTheme } from './collect-tokens.ts';
import type { ExportOptions, WrittenTokens } from './token-export.ts';

/** The mode of a theme that a request names, in any case and spelling. @throws 400 */
const readMode = (theme: Theme, given: string): string => {
  const known = [...modesByModifier(theme).values()].flat();
  const mode = modeName(given.replaceAll('_', '-'));
  if (known.includes(mode)) return mode;
  const names = known.map((name) => name.replaceAll('-', '_')).join(', ');
  throw invalid([{ field: 'options.mode', message: `options.mode must be one of [${names}]` }]);
};

/** Returns a theme's tokens to export. @throws 400 for an unknown mode, and for groups without tokens */
export const themeTokens = (theme: Theme, palette: Palette, options: ExportOptions): DesignToken[] => {
  const { mode, references, tokens: kinds, groups } = options;
  const chosen = mode === null ? null : readMode(theme, mode);
  const tokens = tokensOfTheme(
    theme,
    chosen,
    references ? palette : null,
    kinds === 'all' ? palette : null,
    kinds,
  );
  if (groups === null) return tokens;
  const found = tokens.filter(({ path, mode: own, isReferenced }) => {
    const name = (own === undefined ? path : path.slice(1)).join('.');
    return isReferenced === true || groups.some((group) => name === group || name.startsWith(`${group}.`));
  });
  if (found.some(({ isReferenced }) => isReferenced !== true)) return found;
  throw invalid([
    { field: 'options.groups', message: 'options.groups names no group or token of the theme' },
  ]);
};

/**
 * Writes the tokens of an export of a theme: small ones at once, large ones in the reading process.
 * @param argument its `head` is what else determines the file
 * @throws 400 for an unknown mode, and for groups without tokens; 503 if too many wait
 */
export type ThemeTokensWork = (
  argument: WrittenThemeWithPalette & { options: ExportOptions; head: readonly unknown[] },
  load: WorkLoad,
) => Promise<WrittenTokens>;
