import type { Oklab, Matrix } from '../color.ts';
import { multiply, invert, decodeGamma, clamp } from '../color.ts';
import { XYZ_OF_P3, XYZ_OF_SRGB, oklabOfXyz, oklabOfOklch } from '../oklab.ts';

/** Converts three components of a colour space to OKLab. */
export type ToOklab = (one: number, two: number, three: number) => Oklab;

// CSS Color 4, "Sample code for color conversions". D50 spaces are adapted to D65 by Bradford's
// matrix.
export const D65_OF_D50: Matrix = [
  0.955473421488075, -0.02309845494876471, 0.06325924320057072, -0.0283697093338637, 1.0099953980813041,
  0.021041441191917323, 0.012314014864481998, -0.020507649298898964, 1.330365926242124,
];

const A98: Matrix = [
  573536 / 994567,
  263643 / 1420810,
  187206 / 994567,
  591459 / 1989134,
  6239551 / 9945670,
  374412 / 4972835,
  53769 / 1989134,
  351524 / 4972835,
  4929758 / 4972835,
];

const PROPHOTO_D50: Matrix = [
  0.7977666449006423, 0.13518129740053308, 0.0313477341283922, 0.2880748288194013, 0.711835234241873,
  0.00008993693872564, 0, 0, 0.8251046025104602,
];

const REC2020: Matrix = [
  63426534 / 99577255,
  20160776 / 139408157,
  47086771 / 278816314,
  26158966 / 99577255,
  472592308 / 697040785,
  8267143 / 139408157,
  0,
  19567812 / 697040785,
  295819943 / 278816314,
];

const IDENTITY: Matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1];

const power =
  (exponent: number) =>
  (value: number): number =>
    Math.sign(value) * Math.abs(value) ** exponent;

export const linear = (value: number): number => value;

const prophoto = (value: number): number => (Math.abs(value) <= 16 / 512 ? value / 16 : power(1.8)(value));

export const through =
  (decode: (value: number) => number, xyz: Matrix): ToOklab =>
  (one, two, three) => {
    const r = decode(one);
    const g = decode(two);
    const b = decode(three);
    return oklabOfXyz(
      xyz[0] * r + xyz[1] * g + xyz[2] * b,
      xyz[3] * r + xyz[4] * g + xyz[5] * b,
      xyz[6] * r + xyz[7] * g + xyz[8] * b,
    );
  };

/** Encoded sRGB 0–1. */
export const oklabOfSrgb: ToOklab = through(decodeGamma, XYZ_OF_SRGB);

/** The predefined spaces of `color()` (CSS Color 4, §10), each with its conversion. */
export const COLOR_SPACES: ReadonlyMap<string, ToOklab> = new Map([
  ['srgb', oklabOfSrgb],
  ['srgb-linear', through(linear, XYZ_OF_SRGB)],
  ['display-p3', through(decodeGamma, XYZ_OF_P3)],
  ['display-p3-linear', through(linear, XYZ_OF_P3)],
  ['a98-rgb', through(power(563 / 256), A98)],
  ['prophoto-rgb', through(prophoto, multiply(D65_OF_D50, PROPHOTO_D50))],
  // As a display shows it (BT.1886), which CSS Color 4 has asked for since 2025; Chromium 156 still decodes as cameras do.
  ['rec2020', through(power(2.4), REC2020)],
  ['xyz', through(linear, IDENTITY)],
  ['xyz-d65', through(linear, IDENTITY)],
  ['xyz-d50', through(linear, D65_OF_D50)],
]);

const oklabOfXyzD50: ToOklab = through(linear, D65_OF_D50);

const EPSILON = 216 / 24389;

const KAPPA = 24389 / 27;

const WHITE_D50 = [0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585] as const;

/** CIE Lab (D50), L 0–100. */
export const oklabOfLab: ToOklab = (l, a, b) => {
  const fy = (l + 16) / 116;
  const cube = (value: number): number => (value ** 3 > EPSILON ? value ** 3 : (116 * value - 16) / KAPPA);
  const y = l > KAPPA * EPSILON ? fy ** 3 : l / KAPPA;
  return oklabOfXyzD50(cube(fy + a / 500) * WHITE_D50[0], y, cube(fy - b / 200) * WHITE_D50[2]);
};

const XYZ_D50_OF_D65 = invert(D65_OF_D50);

/** CIE Lab (D50) of linear XYZ (D65); L 0–100. */
export const labOfXyz = (x: number, y: number, z: number): { l: number; a: number; b: number } => {
  const k = XYZ_D50_OF_D65;
  const f = (value: number): number => (value > EPSILON ? Math.cbrt(value) : (KAPPA * value + 16) / 116);
  const fx = f((k[0] * x + k[1] * y + k[2] * z) / WHITE_D50[0]);
  const fy = f(k[3] * x + k[4] * y + k[5] * z);
  const fz = f((k[6] * x + k[7] * y + k[8] * z) / WHITE_D50[2]);
  return { l: 116 * fy - 16, a: 500 * (fx - fy), b: 200 * (fy - fz) };
};

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
   * True if the legacy comma syntax exists: `rgb(1, 2, 3)`. In it, HSL takes percentages only, and
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
