import type { Oklch } from '../../color/color.ts';
import { oklabOfRgb, oklchOfOklab, turn } from '../../color/oklab.ts';
import { rgbOfHex } from '../../color/srgb.ts';
import type { Palette } from '../../palettes/palette.ts';
import type { ResolvedToken } from '../theme.ts';
import { oklchOfDtcg } from '../tokens/dtcg-color.ts';
import { knownPath } from '../tokens/token-tree.ts';

/** The colours that a theme is grown from; each becomes a family of roles. */
export const ACCENTS = ['primary', 'secondary', 'tertiary', 'success', 'warning', 'error', 'info'] as const;
export type Accent = (typeof ACCENTS)[number];

export type Seeds = Readonly<Record<Accent | 'neutral', Oklch>>;

/** Groups in which a token called like an accent is taken for it; the root is one, too. */
const GROUPS: readonly string[] = ['color', 'colors', 'role', 'brand', 'semantic'];

/** What everyone takes for success, warning, error and information. */
const SIGNALS = {
  success: { l: 0.56, c: 0.15, h: 148 },
  warning: { l: 0.77, c: 0.16, h: 75 },
  error: { l: 0.56, c: 0.2, h: 27 },
  info: { l: 0.58, c: 0.13, h: 243 },
} as const;

/** A grey with a trace of the brand's hue. */
const NEUTRAL_CHROMA = 0.012;

/** The client's token that a family starts at: a colour called like it, at the root or in one of the groups. */
const chosenToken = (tokens: readonly ResolvedToken[], name: string): ResolvedToken | undefined =>
  tokens.find(({ path, type }) => {
    const known = knownPath(path);
    const [group = ''] = known;
    return (
      type === 'color' &&
      known.at(-1) === name &&
      (known.length === 1 || (known.length === 2 && GROUPS.includes(group)))
    );
  });

const chosen = (tokens: readonly ResolvedToken[], name: string): Oklch | null => {
  const token = chosenToken(tokens, name);
  return token === undefined ? null : oklchOfDtcg(token.value);
};

/** The tokens of the client that roles were made from. */
export const seedTokens = (tokens: readonly ResolvedToken[]): ReadonlySet<ResolvedToken> =>
  new Set(ACCENTS.map((name) => chosenToken(tokens, name)).filter((token) => token !== undefined));

/**
 * Where each family starts: at the client's own token of that name (`primary`, `color.primary`), else at the palette,
 * else at what is customary.
 */
export const seedsOf = (palette: Palette, tokens: readonly ResolvedToken[]): Seeds => {
  const [base, second, third] = palette.colors.map(({ hex }) => oklchOfOklab(oklabOfRgb(rgbOfHex(hex))));
  const primary = chosen(tokens, 'primary') ?? base ?? { l: 0.5, c: 0, h: 0 };
  const pick = (name: Accent, fallback: Oklch): Oklch => chosen(tokens, name) ?? fallback;
  return {
    primary,
    secondary: pick('secondary', second ?? { ...primary, c: primary.c / 2 }),
    tertiary: pick('tertiary', third ?? { ...primary, h: turn(primary.h + 60) }),
    success: pick('success', SIGNALS.success),
    warning: pick('warning', SIGNALS.warning),
    error: pick('error', SIGNALS.error),
    info: pick('info', SIGNALS.info),
    neutral: chosen(tokens, 'neutral') ?? { l: 0.5, c: Math.min(primary.c, NEUTRAL_CHROMA), h: primary.h },
  };
};
