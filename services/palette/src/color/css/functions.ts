import type { Oklab } from '../color.ts';
import { oklabOfOklch } from '../oklab.ts';
import { clamp } from '../srgb.ts';
import { oklabOfLab } from './spaces.ts';

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

/** A component of a colour function: a number, with the value of 100 %, or a hue. */
export type Component = { readonly full: number; readonly percentOnly?: boolean } | 'hue';

interface Syntax {
  readonly components: readonly [Component, Component, Component];
  /**
   * Whether the legacy comma syntax exists: `rgb(1, 2, 3)`. In it, HSL takes percentages only, and
   * RGB either numbers or percentages.
   */
  readonly legacy: boolean;
}

type Components<Result> = (one: number, two: number, three: number) => Result;

/**
 * One colour function of CSS Color 4. It converts to encoded sRGB, 0–1, if it describes an sRGB
 * colour, else to OKLab. Components arrive as numbers; `none` as 0.
 */
type ColorFunction = Syntax &
  (
    | { readonly toSrgb: Components<readonly [number, number, number]> }
    | { readonly toOklab: Components<Oklab> }
  );

const BYTE: Component = { full: 255 };

const HUNDRED: Component = { full: 100 };

const polar = (l: number, c: number, h: number): [number, number, number] => {
  const { a, b } = oklabOfOklch({ l, c: Math.max(0, c), h });
  return [l, a, b];
};

const rgb: ColorFunction = {
  components: [BYTE, BYTE, BYTE],
  legacy: true,
  toSrgb: (r, g, b) => [clamp(r / 255, 0, 1), clamp(g / 255, 0, 1), clamp(b / 255, 0, 1)],
};

const hslFunction: ColorFunction = {
  components: ['hue', HUNDRED, HUNDRED],
  legacy: true,
  toSrgb: (h, s, l) => {
    const [red, green, blue] = hsl(h, Math.max(0, s) / 100, l / 100);
    return [clamp(red, 0, 1), clamp(green, 0, 1), clamp(blue, 0, 1)];
  },
};

/** Every colour function but `color()`, by its name. */
export const COLOR_FUNCTIONS: ReadonlyMap<string, ColorFunction> = new Map<string, ColorFunction>([
  ['rgb', rgb],
  ['rgba', rgb],
  ['hsl', hslFunction],
  ['hsla', hslFunction],
  [
    'hwb',
    {
      components: ['hue', HUNDRED, HUNDRED],
      legacy: false,
      toSrgb: (h, w, b) => {
        const white = clamp(w / 100, 0, 1);
        const black = clamp(b / 100, 0, 1);
        if (white + black >= 1) {
          const grey = white / (white + black);
          return [grey, grey, grey];
        }
        const [red, green, blue] = hsl(h, 1, 0.5);
        const mixed = (value: number): number => value * (1 - white - black) + white;
        return [mixed(red), mixed(green), mixed(blue)];
      },
    },
  ],
  [
    'lab',
    {
      components: [{ full: 100 }, { full: 125 }, { full: 125 }],
      legacy: false,
      toOklab: (l, a, b) => oklabOfLab(clamp(l, 0, 100), a, b),
    },
  ],
  [
    'lch',
    {
      components: [{ full: 100 }, { full: 150 }, 'hue'],
      legacy: false,
      toOklab: (l, c, h) => oklabOfLab(...polar(clamp(l, 0, 100), c, h)),
    },
  ],
  [
    'oklab',
    {
      components: [{ full: 1 }, { full: 0.4 }, { full: 0.4 }],
      legacy: false,
      toOklab: (l, a, b) => ({ l: clamp(l, 0, 1), a, b }),
    },
  ],
  [
    'oklch',
    {
      components: [{ full: 1 }, { full: 0.4 }, 'hue'],
      legacy: false,
      toOklab: (l, c, h) => oklabOfOklch({ l: clamp(l, 0, 1), c: Math.max(0, c), h }),
    },
  ],
]);
