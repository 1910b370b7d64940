import { kebab } from '../formats/naming/cases.ts';
import { words } from '../formats/naming/words.ts';
import { hasCssValue } from '../formats/notation/css-value.ts';
import type { ColorToken, DesignToken, TokenColor } from '../formats/token.ts';
import type { Palette, PaletteColor } from '../palettes/palette.ts';
import { THEME_MODES } from '../themes/theme.ts';
import type { Theme, ThemeColor, ThemeMode } from '../themes/theme.ts';
import { seedTokens } from '../themes/modes/seed-tokens.ts';
import { knownPath } from '../themes/tokens/token-tree.ts';
import { isInSrgb } from '../color/gamut.ts';
import { hueNames, plainNames } from '../color/names/plain-names.ts';
import { deltaEok, oklabOfRgb } from '../color/oklab.ts';
import { oklabOfOklch } from '../color/oklch.ts';
import { shadesOf } from '../color/scales/shades.ts';
import { withOldNames } from './add-renamed-tokens.ts';
import { scaleTokens } from './scale-tokens.ts';
import { withoutReferences, withPaletteColors } from './referenced-tokens.ts';
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

/** By hue and lightness; by hue alone if each has a scale, whose steps tell the lightness. */
const plainNamesOf = ({ colors }: Palette, shades: boolean): string[] => {
  const list = colors.map(({ oklch }) => oklch);
  return shades || colors.some(({ scale }) => scale) ? hueNames(list) : plainNames(list);
};

/**
 * A palette's colours as tokens, named by role, colour name or hue, each with its scale if requested.
 */
export const tokensOfPalette = (
  palette: Palette,
  { names, shades }: Pick<ExportOptions, 'names' | 'shades'>,
): ColorToken[] => {
  const plain = plainNamesOf(palette, shades);
  return palette.colors.flatMap((color, place) => {
    const called = { role: color.role, color: kebab(words(color.name)), plain: plain[place] ?? color.role };
    const name = called[names];
    const own = plainColor(color);
    const token = { path: [name], color: own, description: names === 'role' ? color.name : color.role };
    if (color.scale) {
      const { alpha } = color;
      const steps = color.scale.map(({ step, hex, rgb, oklch, p3, inSrgb }) => ({
        path: [name, step],
        color: { hex, rgb, oklch, p3, inSrgb, alpha },
        description: null,
      }));
      return [token, ...steps];
    }
    if (!shades) return [token];
    const scale = shadesOf(color.oklch).map(({ step, color: shade }) => ({
      path: [name, step],
      color: shade === null ? own : tokenColorOfOklch(shade, color.alpha),
      description: null,
    }));
    return [token, ...scale];
  });
};

/** Less than rounding changes a colour: what came from sRGB is in it, even at its edge. */
const ROUNDING = 1e-4;

/** Roles have the bytes that their contrast was measured with; one that was set may be outside sRGB. */
const roleColor = ({ hex, oklch, p3 }: ThemeColor): TokenColor => {
  const shown = tokenColorOfHex(hex, 1);
  const distance = deltaEok(oklabOfOklch(oklch), oklabOfRgb(shown.rgb));
  return { ...shown, oklch, p3, inSrgb: distance < ROUNDING || isInSrgb(oklch) };
};

const rolesOf = (theme: Theme, mode: ThemeMode | null): ColorToken[] =>
  (mode === null ? THEME_MODES : [mode]).flatMap((name) =>
    theme.modes[name].map(({ role, color, description }) => ({
      ...(mode === null ? { path: [name, role], mode: name } : { path: [role] }),
      color: roleColor(color),
      description,
    })),
  );

/** The theme's own tokens, as they refer to others. */
const ownTokens = (theme: Theme, mode: ThemeMode | null): DesignToken[] => {
  const seeds = seedTokens(theme.resolved);
  return theme.resolved.flatMap((token): DesignToken[] => {
    const { type, value, description, alias, written, deprecated } = token;
    const path = knownPath(token.path);
    // At the root it would have the same name as its role.
    const isSeed = path.length === 1 && seeds.has(token);
    if (isSeed && mode !== null) return [];
    const head = {
      path,
      description,
      ...(alias === undefined ? {} : { alias }),
      ...(deprecated === undefined ? {} : { deprecated: deprecated === true ? {} : { reason: deprecated } }),
    };
    const color = type === 'color' ? tokenColorOfDtcg(value) : null;
    if (color !== null) return [{ ...head, color, ...(isSeed ? { isSeed } : {}) }];
    if (!hasCssValue(type)) return [];
    return [{ ...head, type, value, ...(written === undefined ? {} : { written }) }];
  });
};

/**
 * The roles of one mode, or of all modes with a group for each, followed by the theme's own tokens.
 * The palette's scales, if it has any, come first.
 * @param palette whose colours the tokens refer to, to keep references; null writes values only
 * @param scaled the palette whose scales are written
 */
export const tokensOfTheme = (
  theme: Theme,
  mode: ThemeMode | null,
  palette: Palette | null = null,
  scaled: Palette | null = palette,
): DesignToken[] => {
  const tokens = withOldNames([...rolesOf(theme, mode), ...ownTokens(theme, mode)], theme.renamed);
  const steps = scaled === null ? [] : scaleTokens(scaled);
  return palette === null
    ? [...steps, ...withoutReferences(tokens)]
    : withPaletteColors([...steps, ...tokens], palette);
};
