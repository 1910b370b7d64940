import type { Oklch, P3, Rgb } from '../color/color.ts';
import type { Json, ThemeMode } from '../themes/theme.ts';

/** A colour as the formats write it. */
export interface TokenColor {
  /** Six lower-case digits with `#`, the colour in sRGB. */
  readonly hex: string;
  readonly rgb: Rgb;
  /** The colour as meant, before it was brought into sRGB. */
  readonly oklch: Oklch;
  readonly p3: P3;
  /** Whether `hex` is the colour as meant. */
  readonly inSrgb: boolean;
  /** Opacity 0–1. */
  readonly alpha: number;
}

interface TokenHead {
  /** Names from the outermost group to the token: `['light', 'on-primary']`. Never empty. */
  readonly path: readonly string[];
  readonly description: string | null;
}

/** A named colour, independent of any target. */
export interface ColorToken extends TokenHead {
  readonly color: TokenColor;
  /** Where all modes of a theme are written: the one that this role is of. The path is then the mode and the role. */
  readonly mode?: ThemeMode;
  /** A theme's own colour that the role of its name was made from; a target that has the role by this name leaves it out. */
  readonly isSeed?: true;
}

/** A named value of another type: a dimension, a shadow. Only some formats can hold it. */
export interface ValueToken extends TokenHead {
  /** DTCG `$type`. */
  readonly type: string;
  /** DTCG `$value`, without aliases; colours in it have `hex`. */
  readonly value: Json;
}

export type DesignToken = ColorToken | ValueToken;

export const isColorToken = (token: DesignToken): token is ColorToken => 'color' in token;

/** The colours among the tokens, for targets that know nothing else. */
export const colorsOf = (tokens: readonly DesignToken[]): ColorToken[] => tokens.filter(isColorToken);
