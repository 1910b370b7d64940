import type { Oklab, Oklch, Rgb } from '../color/color.ts';
import { luminance } from '../color/contrast-ratio.ts';
import { rgbKeepingHue } from '../color/gamut.ts';
import { generate, MIN_DISTANCE } from '../color/generate.ts';
import type { GeneratedColor, GeneratedPalette } from '../color/generate.ts';
import type { Harmony } from '../color/harmonies/harmony.ts';
import { deltaEok, oklabOfRgb } from '../color/oklab.ts';
import { clamp } from '../color/srgb.ts';

/** A colour that keeps its place. */
export interface LockedColor extends GeneratedColor {
  /** From 0; that of the base is among them. */
  readonly index: number;
}

export interface Completion {
  readonly locked: readonly LockedColor[];
  readonly harmony: Harmony;
  readonly count: number;
  /** 0 gives the harmony as it is; each other number lightens and darkens it in its own way. */
  readonly variation: number;
}

const MOST = 32;
/** The step of a variation in lightness, and its share of chroma. */
const SWING = { lightness: 0.14, chroma: 0.3 };

/** A fraction from −1 to 1 that looks random and is always the same (a hash by multiplication). */
const wobble = (variation: number, place: number): number => {
  const mixed = Math.imul((variation + 1) * 7_919 + place, 0x9e3779b1) >>> 8;
  return (mixed / 2 ** 24) * 2 - 1;
};

const varied = ({ l, c, h }: Oklch, variation: number, place: number): Oklch =>
  variation === 0
    ? { l, c, h }
    : {
        l: clamp(l + SWING.lightness * wobble(variation, 2 * place), 0.06, 0.985),
        c: c * (1 + SWING.chroma * wobble(variation, 2 * place + 1)),
        h,
      };

/**
 * A palette around colours that stay as they are: the other places are filled with the harmony of
 * the first one, at a visible distance from each other. Deterministic.
 */
export const completePalette = ({ locked, harmony, count, variation }: Completion): GeneratedPalette => {
  const base = locked.find(({ index }) => index === 0);
  if (base === undefined) throw new Error('The base of a palette is always locked.');
  const { colors: candidates, warnings } = generate(base.oklch, harmony, MOST, base.rgb);
  const taken: Oklab[] = locked.map(({ rgb }) => oklabOfRgb(rgb));
  const roles = new Set(locked.map(({ role }) => role));
  const ground = luminance(base.rgb);
  const notes: string[] = [];

  const isFree = (rgb: Rgb): boolean =>
    (harmony.keeps?.(luminance(rgb), ground) ?? true) &&
    taken.every((other) => deltaEok(oklabOfRgb(rgb), other) >= MIN_DISTANCE);
  const others = candidates.slice(1);
  // The harmony as it is comes last: those colours the palette has had already.
  const rest = [
    ...others.map(({ role, oklch }, place) => ({ role, oklch: varied(oklch, variation, place) })),
    ...others,
  ];
  const next = (): { role: string; oklch: Oklch; rgb: Rgb } | undefined => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) {
      const rgb = rgbKeepingHue(item.oklch);
      if (!isFree(rgb) || roles.has(item.role)) continue;
      taken.push(oklabOfRgb(rgb));
      roles.add(item.role);
      return { role: item.role, oklch: item.oklch, rgb };
    }
    return undefined;
  };

  const colors: GeneratedColor[] = [];
  for (let index = 0; index < count; index += 1) {
    const fixed = locked.find((color) => color.index === index);
    const color = fixed ?? next();
    if (color !== undefined) colors.push({ role: color.role, oklch: color.oklch, rgb: color.rgb });
  }
  if (colors.length < count)
    notes.push(`There is room for ${colors.length} colours beside the locked ones that differ visibly.`);
  const near = locked.filter((one) =>
    locked.some(
      (other) => other !== one && deltaEok(oklabOfRgb(one.rgb), oklabOfRgb(other.rgb)) < MIN_DISTANCE,
    ),
  );
  if (near.length > 0)
    notes.push(`The colours ${near.map(({ index }) => index).join(' and ')} were given and hardly differ.`);
  // The generator's warnings are for a palette of 32; only those about the base apply here.
  const relevant = warnings.filter((warning) => warning.startsWith('The base colour'));
  return { colors, warnings: [...relevant, ...notes] };
};
