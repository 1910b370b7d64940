import { kebab } from '../formats/naming/cases.ts';
import { words } from '../formats/naming/words.ts';
import { hasCssValue } from '../formats/notation/css-value.ts';
import type { ColorToken, DesignToken, TokenColor } from '../formats/token.ts';
import type { Palette, PaletteColor } from '../palettes/palette.ts';
import { THEME_MODES } from '../themes/theme.ts';
import type { Theme, ThemeMode } from '../themes/theme.ts';
import { seedTokens } from '../themes/modes/seeds.ts';
import { knownPath } from '../themes/tokens/token-tree.ts';
import { shadesOf } from './shades.ts';
import { tokenColorOfDtcg, tokenColorOfHex, tokenColorOfOklch } from './token-color.ts';
import type { ExportOptions } from './token-export.ts';

const plainColor = ({ hex, rgb, oklch, p3, inSrgb, alpha }: PaletteColor): TokenColor => ({
  hex,
  rgb,
  oklch,
  p3,
  inSrgb,
  alpha,
});

/** A palette's colours as tokens, named by role or by colour name; each with its scale if that is asked for. */
export const tokensOfPalette = (
  palette: Palette,
  { names, shades }: Pick<ExportOptions, 'names' | 'shades'>,
): ColorToken[] =>
  palette.colors.flatMap((color) => {
    const name = names === 'role' ? color.role : kebab(words(color.name));
    const own = plainColor(color);
    const token = { path: [name], color: own, description: names === 'role' ? color.name : color.role };
    if (!shades) return [token];
    const scale = shadesOf(color.oklch).map(({ step, color: shade }) => ({
      path: [name, step],
      color: shade === null ? own : tokenColorOfOklch(shade, color.alpha),
      description: null,
    }));
    return [token, ...scale];
  });

/** The roles of one mode, or of all modes in a group each, and the theme's own token set. */
export const tokensOfTheme = (theme: Theme, mode: ThemeMode | null): DesignToken[] => {
  const roles = (mode === null ? THEME_MODES : [mode]).flatMap((name) =>
    theme.modes[name].map(({ role, color, description }) => ({
      ...(mode === null ? { path: [name, role], mode: name } : { path: [role] }),
      color: { ...tokenColorOfHex(color.hex, 1), oklch: color.oklch, p3: color.p3 },
      description,
    })),
  );
  const seeds = seedTokens(theme.resolved);
  const own = theme.resolved.flatMap((token): DesignToken[] => {
    const { type, value, description } = token;
    const path = knownPath(token.path);
    // At the root, it has the name of the role.
    const isSeed = path.length === 1 && seeds.has(token);
    if (isSeed && mode !== null) return [];
    const color = type === 'color' ? tokenColorOfDtcg(value) : null;
    if (color !== null) return [{ path, color, description, ...(isSeed ? { isSeed } : {}) }];
    return hasCssValue(type) ? [{ path, type, value, description }] : [];
  });
  return [...roles, ...own];
};
