import type { Oklch, Rgb } from '../../color/color.ts';
import { rgbKeepingHue, oklabOfRgb, oklchOfOklab, turn } from '../../color/oklab.ts';
import { rgbOfHex } from '../../color/color.ts';
import type { Palette } from '../../palettes/palette.ts';
import type { ResolvedToken } from '../theme.ts';
import { readDtcgColor } from '../tokens/dtcg-color.ts';
import { knownPath } from '../tokens/token-tree.ts';
import { schemeColors } from './material-schemes.ts';
import type { SchemeId } from './material-schemes.ts';
import type { Accent } from './roles.ts';
import { ACCENTS, isRole } from './roles.ts';

/** Groups in which a token named after an accent sets it, in addition to the root. */
const GROUPS: readonly string[] = ['color', 'colors', 'role', 'brand', 'semantic'];

/**
 * The client's token that sets an accent: a colour of that name at the root or in one of the
 * groups.
 */
const accentToken = (tokens: readonly ResolvedToken[], name: string): ResolvedToken | undefined =>
  tokens.find(({ path, type }) => {
    const known = knownPath(path);
    const [group = ''] = known;
    return (
      type === 'color' &&
      known.at(-1) === name &&
      (known.length === 1 || (known.length === 2 && GROUPS.includes(group)))
    );
  });

const isRoleAtRoot = ({ path, type }: ResolvedToken): boolean => {
  const known = knownPath(path);
  return type === 'color' && known.length === 1 && isRole(known[0] ?? '');
};

/** The client's tokens that set roles. */
export const seedTokens = (tokens: readonly ResolvedToken[]): ReadonlySet<ResolvedToken> =>
  new Set([
    ...ACCENTS.map((name) => accentToken(tokens, name)).filter((token) => token !== undefined),
    ...tokens.filter(isRoleAtRoot),
  ]);

/** A colour with the bytes it was given in. */
export interface SeedColor {
  readonly oklch: Oklch;
  readonly rgb: Rgb;
  /** Opacity 0–1; opaque without. */
  readonly alpha?: number;
}

/** Colours that a theme derives from. */
export interface Seeds {
  /** The starting colour of each family of roles. */
  readonly accents: Readonly<Record<Accent, SeedColor>>;
  readonly neutral: Oklch;
  /** Colours that the client set for a role, and the palette's base as `primary`. */
  readonly set: ReadonlyMap<string, SeedColor>;
}

/** Customary colours for success, warning, error and information. */
const SIGNALS = {
  success: { l: 0.56, c: 0.15, h: 148 },
  warning: { l: 0.77, c: 0.16, h: 75 },
  error: { l: 0.56, c: 0.2, h: 27 },
  info: { l: 0.58, c: 0.13, h: 243 },
} as const;

/** The chroma of a grey with a trace of the brand's hue. */
const NEUTRAL_CHROMA = 0.012;

const seedOf = (oklch: Oklch): SeedColor => ({ oklch, rgb: rgbKeepingHue(oklch) });

const setColors = (palette: Palette, tokens: readonly ResolvedToken[]): Map<string, SeedColor> => {
  const set = new Map<string, SeedColor>();
  const [base] = palette.colors;
  if (base) set.set('primary', { oklch: base.oklch, rgb: rgbOfHex(base.hex) });
  for (const token of seedTokens(tokens)) {
    const color = readDtcgColor(token.value);
    const role = knownPath(token.path).at(-1);
    if (color !== null && role !== undefined) set.set(role, color);
  }
  return set;
};

/**
 * The starting colour of each family: the client's token of that name (`primary`, `color.primary`),
 * else a colour of the scheme or the palette, else the customary one.
 */
export const seedsOf = (
  palette: Palette,
  tokens: readonly ResolvedToken[],
  scheme: SchemeId | null = null,
): Seeds => {
  const set = setColors(palette, tokens);
  const [, second, third] = palette.colors.map(({ hex }) => oklchOfOklab(oklabOfRgb(rgbOfHex(hex))));
  const primary = set.get('primary') ?? seedOf({ l: 0.5, c: 0, h: 0 });
  const { oklch } = primary;
  const chosen = scheme === null ? null : schemeColors(scheme, primary.rgb);
  const pick = (name: Accent, fallback: Oklch): SeedColor => set.get(name) ?? seedOf(fallback);
  const neutral = accentToken(tokens, 'neutral');
  return {
    set,
    accents: {
      primary,
      secondary: pick('secondary', chosen?.secondary ?? second ?? { ...oklch, c: oklch.c / 2 }),
      tertiary: pick('tertiary', chosen?.tertiary ?? third ?? { ...oklch, h: turn(oklch.h + 60) }),
      success: pick('success', SIGNALS.success),
      warning: pick('warning', SIGNALS.warning),
      error: pick('error', SIGNALS.error),
      info: pick('info', SIGNALS.info),
    },
    neutral: (neutral === undefined ? null : readDtcgColor(neutral.value)?.oklch) ??
      chosen?.neutral ?? {
        l: 0.5,
        c: Math.min(oklch.c, NEUTRAL_CHROMA),
        h: oklch.h,
      },
  };
};
