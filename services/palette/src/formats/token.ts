import type { Oklch, P3, Rgb } from '../color/color.ts';
import type { GroupNote, Json, ThemeMode } from '../themes/theme.ts';

/** A colour in every notation that formats need. */
export interface TokenColor {
  /** The colour in sRGB: six lower-case hex digits with `#`. */
  readonly hex: string;
  readonly rgb: Rgb;
  /** The intended colour, before mapping into sRGB. */
  readonly oklch: Oklch;
  readonly p3: P3;
  /** Whether the intended colour is in sRGB. */
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
