/** A colour in OKLCH: lightness 0–1, chroma from 0, hue in degrees. */
export interface Oklch {
  l: number;
  c: number;
  h: number;
}

/** Rounding errors of the matrices, and of what is typed. */
const TOLERANCE = 0.0005;

/**
 * True if sRGB can show the colour. By Björn Ottosson's OKLab (2020): to OKLab's cone responses, to
 * linear light, and none of the three lights may be negative or too bright.
 */
export const isInSrgb = ({ l, c, h }: Oklch): boolean => {
  const angle = (h * Math.PI) / 180;
  const [a, b] = [c * Math.cos(angle), c * Math.sin(angle)];
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const lights = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
  return lights.every((light) => light >= -TOLERANCE && light <= 1 + TOLERANCE);
};

/** As CSS writes it. */
export const oklchText = ({ l, c, h }: Oklch): string =>
  `oklch(${Number(l.toFixed(3))} ${Number(c.toFixed(3))} ${Number(h.toFixed(1))})`;

/** Reads `oklch(0.6 0.2 30)`; undefined for any other way to write a colour. */
export const readOklch = (text: string): Oklch | undefined => {
  const [, l, c, h] = /^oklch\(\s*([\d.]+)\s+([\d.]+)\s+([\d.]+)\s*\)$/i.exec(text.trim()) ?? [];
  return l === undefined ? undefined : { l: Number(l), c: Number(c), h: Number(h) };
};
