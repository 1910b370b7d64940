import type { Oklch, Rgb } from '../color.ts';
import { contrastRatio, luminance } from '../contrast-ratio.ts';
import { rgbKeepingHue, rgbOfOklch, oklabOfRgb, oklchOfOklab } from '../oklab.ts';
import { clamp } from '../color.ts';
import type { ScaleBase, ScaleColor } from './shades.ts';

/** 2⁻¹⁴ of lightness is far below one 8-bit step. */
const HALVINGS = 14;

/** The colour closest to the ground that reaches the ratio on it, measured as 8-bit colour. */
const reaching = ({ c, h }: Oklch, ground: Rgb, target: number): Oklch => {
  const from = oklchOfOklab(oklabOfRgb(ground)).l;
  const at = (l: number): Rgb => rgbKeepingHue({ l, c, h });
  const ratioAt = (l: number): number => contrastRatio(at(l), ground);
  const far = ratioAt(0) >= ratioAt(1) ? 0 : 1;
  let failing = from;
  let passing: number = far;
  for (let step = 0; step < HALVINGS; step += 1) {
    const middle = (failing + passing) / 2;
    if (ratioAt(middle) >= target) passing = middle;
    else failing = middle;
  }
  return oklchOfOklab(oklabOfRgb(at(passing)));
};

/**
 * One colour in the base's hue for each contrast target on a ground: the first that reaches it. A
 * target that no colour reaches gets the one with the most contrast.
 */
export const contrastSteps = ({ oklch }: ScaleBase, targets: readonly number[], ground: Rgb): ScaleColor[] =>
  targets.map((target) => ({ step: String(target), color: reaching(oklch, ground, target) }));

/** A page that a scale is made for, and how its steps lie between the page and its most distant text. */
interface Ground {
  /** Lightness of the page's end: 1 for a light page, 0 for a dark one. */
  readonly page: 0 | 1;
  /**
   * OKLCH lightness and share of the base's chroma of the steps below the solid one, as in Radix
   * Colors: page, panels, components at rest, hovered and pressed, three borders.
   */
  readonly surfaces: readonly (readonly [lightness: number, share: number])[];
  /** The same of the two steps for text, if their contrast lets them be that close to the page. */
  readonly texts: readonly [lightness: number, share: number][];
}

const LIGHT: Ground = {
  page: 1,
  surfaces: [
    [0.993, 0.03],
    [0.981, 0.08],
    [0.959, 0.16],
    [0.931, 0.27],
    [0.902, 0.37],
    [0.868, 0.46],
    [0.824, 0.56],
    [0.763, 0.7],
  ],
  texts: [
    [0.55, 1],
    [0.33, 0.6],
  ],
};

const DARK: Ground = {
  page: 0,
  surfaces: [
    [0.178, 0.12],
    [0.213, 0.18],
    [0.252, 0.35],
    [0.284, 0.48],
    [0.314, 0.55],
    [0.35, 0.6],
    [0.402, 0.66],
    [0.49, 0.75],
  ],
  texts: [
    [0.76, 0.8],
    [0.91, 0.35],
  ],
};

/** Contrast that steps 11 and 12 have on each of the steps 1 to 3. */
const TEXT_CONTRAST = [4.5, 7] as const;

/** How far apart the steps from 9 to 12 are, in lightness: at most, and as a share of the room that is left. */
const GAPS = { hover: [0.035, 0.2], text: [0.04, 0.25], strong: [0.1, 0.35] } as const;
/** The least distance of step 8 from the solid one. */
const SURFACE_GAP = 0.004;
/** Steps that 8 bits can't tell apart move on by this much. */
const NUDGE = 0.0005;
const MOST_NUDGES = 1_000;
/** How far black or white is from its hovered step, for which there is no room in order. */
const TURNED_HOVER = 0.16;

/** From 0 to 1 between two hues, without an edge. */
const between = (hue: number, from: number, to: number): number => {
  const part = clamp((hue - from) / (to - from), 0, 1);
  return part * part * (3 - 2 * part);
};

/**
 * Degrees by which a darker shade of a hue turns. Painters make yellow darker with orange, and lime with
 * green; with black alone both turn olive.
 */
const bendOf = (hue: number): number =>
  14 * between(hue, 110, 115) * (1 - between(hue, 128, 145)) -
  26 * between(hue, 60, 85) * (1 - between(hue, 109, 112));

/** A shade of the base, its hue turned the more, the darker it is. */
const shade = ({ l: from, c, h }: Oklch, lightness: number, share: number): Oklch => {
  const l = clamp(lightness, 0, 1);
  const darker = from <= 0.35 ? 0 : clamp((from - l) / (from - 0.35), 0, 1);
  return { l, c: c * share, h: (h + bendOf(h) * darker + 360) % 360 };
};

/** True if one colour is further from the page than another, to the eye and in luminance, in 8 bits. */
const isBeyond = (page: 0 | 1, one: Rgb, other: Rgb): boolean => {
  const sign = page === 1 ? 1 : -1;
  return (
    sign * (oklabOfRgb(other).l - oklabOfRgb(one).l) > 0 && sign * (luminance(other) - luminance(one)) > 0
  );
};

/**
 * The first shade from a lightness on, toward `sign`, that fits; null if there is none up to black or
 * white.
 */
const firstThat = (
  fits: (rgb: Rgb) => boolean,
  base: Oklch,
  [lightness, share]: readonly [number, number],
  sign: number,
): Oklch | null => {
  for (let step = 0; step < MOST_NUDGES; step += 1) {
    const color = shade(base, lightness + sign * NUDGE * step, share);
    if (fits(rgbOfOklch(color))) return color;
    if (color.l === (sign > 0 ? 1 : 0)) return null;
  }
  return null;
};

/** The lightness between a start and black or white from which on shades are readable; a bit before it. */
const closestReadable = (
  isReadable: (rgb: Rgb) => boolean,
  base: Oklch,
  [start, share]: readonly [number, number],
  sign: number,
): number => {
  let failing = start;
  let passing = sign > 0 ? 1 : 0;
  if (isReadable(rgbOfOklch(shade(base, start, share)))) return start;
  while (Math.abs(passing - failing) > NUDGE) {
    const middle = (failing + passing) / 2;
    if (isReadable(rgbOfOklch(shade(base, middle, share)))) passing = middle;
    else failing = middle;
  }
  return failing;
};

const gap = (room: number, [most, share]: readonly [number, number]): number => Math.min(most, room * share);

/** The steps below the solid one, from the first; null if there is no room for them. */
const surfacesOf = (base: ScaleBase, { page, surfaces }: Ground, isOrdered: boolean): Oklch[] | null => {
  const away = (lightness: number): number => Math.abs(page - lightness);
  const last = away(surfaces.at(-1)?.[0] ?? 0);
  const squeeze = isOrdered ? Math.min(1, (away(base.oklch.l) - SURFACE_GAP) / last) : 1;
  if (squeeze <= 0) return null;
  const toPage = page === 1 ? 1 : -1;
  const found: Oklch[] = [];
  let beyond = base.rgb;
  for (const [lightness, share] of surfaces.toReversed()) {
    const wanted = page - toPage * away(lightness) * squeeze;
    const next = beyond;
    const isBefore = (rgb: Rgb): boolean => (!isOrdered && found.length === 0) || isBeyond(page, next, rgb);
    const color = firstThat(isBefore, base.oklch, [wanted, share], toPage);
    if (color === null) return null;
    beyond = rgbOfOklch(color);
    found.unshift(color);
  }
  return found;
};

/** The steps from 10 to 12; null if there is no room for them beyond the solid one. */
const solidsOf = (
  base: ScaleBase,
  grounds: readonly Rgb[],
  { page, texts }: Ground,
  isOrdered: boolean,
): Oklch[] | null => {
  const sign = page === 1 ? -1 : 1;
  const further = page === 1 ? Math.min : Math.max;
  const room = (l: number): number => (page === 1 ? l : 1 - l);
  const { oklch } = base;
  const hover = isOrdered
    ? firstThat(
        (rgb) => isBeyond(page, rgb, base.rgb),
        oklch,
        [oklch.l + sign * gap(room(oklch.l), GAPS.hover), 1],
        sign,
      )
    : shade(oklch, oklch.l > 0.5 ? oklch.l - GAPS.hover[0] : oklch.l + TURNED_HOVER, 1);
  if (hover === null) return null;
  const found = [hover];
  for (const [place, [lightness, share]] of texts.entries()) {
    const before = found.at(-1) ?? hover;
    const isFree = !isOrdered && place === 0;
    const distance = gap(room(before.l), place === 0 ? GAPS.text : GAPS.strong);
    const start = isFree ? lightness : further(lightness, before.l + sign * distance);
    const required = TEXT_CONTRAST[place] ?? 0;
    const isReadable = (rgb: Rgb): boolean =>
      grounds.every((ground) => contrastRatio(rgb, ground) >= required);
    const fits = (rgb: Rgb): boolean =>
      isReadable(rgb) && (isFree || isBeyond(page, rgb, rgbOfOklch(before)));
    const color = firstThat(
      fits,
      oklch,
      [closestReadable(isReadable, oklch, [start, share], sign), share],
      sign,
    );
    if (color === null) return null;
    found.push(color);
  }
  return found;
};

const stepsOn = (base: ScaleBase, ground: Ground, isOrdered: boolean): ScaleColor[] | null => {
  const surfaces = surfacesOf(base, ground, isOrdered);
  const solids = surfaces && solidsOf(base, surfaces.slice(0, 3).map(rgbOfOklch), ground, isOrdered);
  if (!surfaces || !solids) return null;
  return [...surfaces, null, ...solids].map((color, place) => ({ step: String(place + 1), color }));
};

/**
 * The twelve steps of Radix Colors for a light or a dark page. The base is step 9, unchanged. Each step
 * is further from the page than the one before; 10 is visibly apart from 9; 11 and 12 are text with at
 * least 4.5:1 and 7:1 on the steps 1, 2 and 3. Beyond black and white, and what 8 bits can't tell from
 * them, there is no room: only there the order is given up.
 */
export const radixSteps = (base: ScaleBase, mode: 'light' | 'dark' = 'light'): ScaleColor[] => {
  const ground = mode === 'light' ? LIGHT : DARK;
  const steps = stepsOn(base, ground, true) ?? stepsOn(base, ground, false);
  if (steps === null) throw new Error('Text on a page close to white or black reaches any contrast.');
  return steps;
};
