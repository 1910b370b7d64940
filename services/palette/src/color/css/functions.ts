import type { Oklab } from '../color.ts';
import { oklabOfOklch } from '../oklab.ts';
import { clamp } from '../srgb.ts';
import { oklabOfLab, oklabOfSrgb } from './spaces.ts';

/** What one component of a colour function may be: a number, and what 100 % of it is; or a hue. */
export type Component = { readonly full: number; readonly percentOnly?: boolean } | 'hue';

/** One colour function of CSS Color 4. Components reach `convert` as numbers; `none` as 0. */
export interface ColorFunction {
  readonly components: readonly [Component, Component, Component];
  /** The comma syntax of older CSS: `rgb(1, 2, 3)`. There, HSL takes percentages only, and RGB no mixture. */
  readonly legacy: boolean;
  readonly convert: (one: number, two: number, three: number) => Oklab;
}

const BYTE: Component = { full: 255 };
const HUNDRED: Component = { full: 100 };

/** CSS Color 4, §7.1; hue in degrees, the rest 0–1. */
const hsl = (hue: number, saturation: number, lightness: number): [number, number, number] => {
  const channel = (n: number): number => {
    const k = (((n + hue / 30) % 12) + 12) % 12;
    return (
      lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1))
    );
  };
  return [channel(0), channel(8), channel(4)];
};

const polar = (l: number, c: number, h: number): [number, number, number] => {
  const { a, b } = oklabOfOklch({ l, c: Math.max(0, c), h });
  return [l, a, b];
};

const rgb: ColorFunction = {
  components: [BYTE, BYTE, BYTE],
  legacy: true,
  convert: (r, g, b) => oklabOfSrgb(clamp(r / 255, 0, 1), clamp(g / 255, 0, 1), clamp(b / 255, 0, 1)),
};

const hslFunction: ColorFunction = {
  components: ['hue', HUNDRED, HUNDRED],
  legacy: true,
  convert: (h, s, l) => {
    const [red, green, blue] = hsl(h, Math.max(0, s) / 100, l / 100);
    return oklabOfSrgb(clamp(red, 0, 1), clamp(green, 0, 1), clamp(blue, 0, 1));
  },
};

/** Every colour function but `color()`, by its name. */
export const COLOR_FUNCTIONS: ReadonlyMap<string, ColorFunction> = new Map([
  ['rgb', rgb],
  ['rgba', rgb],
  ['hsl', hslFunction],
  ['hsla', hslFunction],
  [
    'hwb',
    {
      components: ['hue', HUNDRED, HUNDRED],
      legacy: false,
      convert: (h: number, w: number, b: number) => {
        const white = clamp(w / 100, 0, 1);
        const black = clamp(b / 100, 0, 1);
        if (white + black >= 1) {
          const grey = white / (white + black);
          return oklabOfSrgb(grey, grey, grey);
        }
        const [red, green, blue] = hsl(h, 1, 0.5).map((value) => value * (1 - white - black) + white);
        return oklabOfSrgb(red ?? 0, green ?? 0, blue ?? 0);
      },
    },
  ],
  [
    'lab',
    {
      components: [{ full: 100 }, { full: 125 }, { full: 125 }],
      legacy: false,
      convert: (l: number, a: number, b: number) => oklabOfLab(clamp(l, 0, 100), a, b),
    },
  ],
  [
    'lch',
    {
      components: [{ full: 100 }, { full: 150 }, 'hue'],
      legacy: false,
      convert: (l: number, c: number, h: number) => oklabOfLab(...polar(clamp(l, 0, 100), c, h)),
    },
  ],
  [
    'oklab',
    {
      components: [{ full: 1 }, { full: 0.4 }, { full: 0.4 }],
      legacy: false,
      convert: (l: number, a: number, b: number) => ({ l: clamp(l, 0, 1), a, b }),
    },
  ],
  [
    'oklch',
    {
      components: [{ full: 1 }, { full: 0.4 }, 'hue'],
      legacy: false,
      convert: (l: number, c: number, h: number) => oklabOfOklch({ l: clamp(l, 0, 1), c: Math.max(0, c), h }),
    },
  ],
]);
