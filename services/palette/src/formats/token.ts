import type { Oklch, P3, Rgb } from '../color/color.ts';
import type { GroupNote, Json, ThemeMode } from '../themes/theme.ts';
import { isInSrgb, p3OfOklch, rgbOfOklch, oklabOfRgb, oklchOfOklab } from '../color/oklab.ts';
import { hexOfRgb, rgbOfHex } from '../color/color.ts';
import { readDtcgColor } from '../themes/tokens/dtcg-color.ts';

/** A colour in every notation that formats need. */
export interface TokenColor {
  /** The colour in sRGB: six lower-case hex digits with `#`. */
  readonly hex: string;
  readonly rgb: Rgb;
  /** The intended colour, before mapping into sRGB. */
  readonly oklch: Oklch;
  readonly p3: P3;
  /** True if the intended colour is in sRGB. */
  readonly inSrgb: boolean;
  /** Opacity 0–1. */
  readonly alpha: number;
}

/** Why a token should no longer be used. */
export interface Deprecation {
  /** If this is an earlier name, the path of the token under its current name. */
  readonly renamedTo?: readonly string[];
  /** The client's explanation. */
  readonly reason?: string;
}

interface TokenHead {
  /** Names from the outermost group to the token: `['light', 'on-primary']`. Never empty. */
  readonly path: readonly string[];
  readonly description: string | null;
  /** The path of another token of the list that this one refers to for its value. */
  readonly alias?: readonly string[];
  /** A colour of the palette, there only because the theme's tokens refer to it. */
  readonly isReferenced?: true;
  /** Present only for those who already use it. */
  readonly deprecated?: Deprecation;
  /** `$extensions` of tools, which formats that have a place for them keep. */
  readonly extensions?: { readonly [name: string]: Json };
  /** Descriptions and extensions of the groups around it, for formats that have a place for them. */
  readonly groups?: readonly GroupNote[];
  /**
   * The mode of this role or token, if all modes of a theme are exported. The path then begins with
   * it.
   */
  readonly mode?: ThemeMode;
  /** The mode's modifier, unless it is the one with the roles. */
  readonly modifier?: string;
  /**
   * A theme's own token that sets the role of its name, or is repeated for each mode. Targets that
   * write a name with its value in the current mode skip it.
   */
  readonly isSeed?: true;
}

/** A named colour, independent of any target. */
export interface ColorToken extends TokenHead {
  readonly color: TokenColor;
  /** The colour in DTCG as its owner gave it, if that is in another space than sRGB or has `none`. */
  readonly given?: Json;
}

/**
 * A named value of another type, such as a dimension or shadow. Only some formats can represent it.
 */
export interface ValueToken extends TokenHead {
  /** DTCG `$type`. */
  readonly type: string;
  /** DTCG `$value`, without aliases; colours in it have `hex`. */
  readonly value: Json;
  /** `value` with the references in it, `{group.token}`, if there are any. */
  readonly written?: Json;
}

export type DesignToken = ColorToken | ValueToken;

export const isColorToken = (token: DesignToken): token is ColorToken => 'color' in token;

/** The colour tokens, for targets that support only colours. */
export const colorsOf = (tokens: readonly DesignToken[]): ColorToken[] => tokens.filter(isColorToken);

/** An OKLCH colour in every notation that formats need. */
export const tokenColorOfOklch = (oklch: Oklch, alpha: number): TokenColor => {
  const rgb = rgbOfOklch(oklch);
  return { hex: hexOfRgb(rgb), rgb, oklch, p3: p3OfOklch(oklch), inSrgb: isInSrgb(oklch), alpha };
};

/** An 8-bit sRGB colour, `#rrggbb`, in every notation that formats need. */
export const tokenColorOfHex = (hex: string, alpha: number): TokenColor => {
  const rgb = rgbOfHex(hex);
  const oklch = oklchOfOklab(oklabOfRgb(rgb));
  return { hex, rgb, oklch, p3: p3OfOklch(oklch), inSrgb: true, alpha };
};

/**
 * Converts a DTCG colour value: an object in any colour space, or `#rrggbb`. Null for anything
 * else.
 */
export const tokenColorOfDtcg = (value: Json): TokenColor | null => {
  if (typeof value === 'string')
    return /^#[0-9a-f]{6}$/i.test(value) ? tokenColorOfHex(value.toLowerCase(), 1) : null;
  const color = readDtcgColor(value);
  if (!color) return null;
  const { oklch, rgb, alpha } = color;
  return { ...tokenColorOfOklch(oklch, alpha), hex: hexOfRgb(rgb), rgb };
};
