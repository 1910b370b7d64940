import type { Oklab, Oklch, Rgb } from './color.ts';
import { luminance } from './contrast-ratio.ts';
import {
  rgbKeepingHue,
  rgbOfOklch,
  toSrgbGamut,
  deltaEok,
  hueDifference,
  oklabOfOklch,
  oklabOfRgb,
  oklchOfOklab,
} from './oklab.ts';
import type { Anchor, Harmony } from './harmonies/harmony.ts';

/** A generated colour: the intended one and its 8-bit form. */
export interface GeneratedColor {
  readonly role: string;
  readonly oklch: Oklch;
  readonly rgb: Rgb;
}

/**
 * The least distance (ΔEOK) between two colours of a palette, about the smallest visible side by
 * side.
 */
export const MIN_DISTANCE = 0.02;

/** Degrees by which rounding to 8 bits may shift a visible hue. */
const HUE_LIMIT = 1.2;

/** Collects colours, refusing any that is too close to one already collected. */
const createCollector = (count: number, base: GeneratedColor, keeps: (rgb: Rgb) => boolean) => {
  const colors: GeneratedColor[] = [base];
  const labs: Oklab[] = [oklabOfRgb(base.rgb)];
  const roles = new Map<string, number>();

  const add = (role: string, oklch: Oklch): boolean => {
    const rgb = rgbKeepingHue(oklch);
    const lab = oklabOfRgb(rgb);
    if (!keeps(rgb) || labs.some((other) => deltaEok(lab, other) < MIN_DISTANCE)) return false;
    const shown = oklchOfOklab(lab);
    if (shown.c >= 0.03 && Math.abs(hueDifference(oklch.h, shown.h)) > HUE_LIMIT) return false;
    colors.push({ role, oklch, rgb });
    labs.push(lab);
    return true;
  };

  return {
    colors,
    isFull: () => colors.length >= count,
    /**
     * Adds a colour at the nearest lightness where it fits. Returns the shift in lightness, or null
     * if it fits nowhere. `numbered` roles get a running number.
     */
    place(role: string, { l, c, h }: Oklch, shifts: readonly number[], numbered: boolean): number | null {
      if (colors.length >= count) return null;
      const number = (roles.get(role) ?? 0) + 1;
      for (const shift of shifts) {
        const lightness = l + shift;
        if (lightness < 0 || lightness > 1) continue;
        if (add(numbered ? `${role}-${number}` : role, { l: lightness, c, h })) {
          roles.set(role, number);
          return Math.abs(shift);
        }
      }
      return null;
    },
  };
};

type Collector = ReturnType<typeof createCollector>;

export interface GeneratedPalette {
  readonly colors: readonly GeneratedColor[];
  readonly warnings: readonly string[];
}

/** Below this chroma a base counts as grey: its hue is invisible or rounding noise. */
export const GREY_CHROMA = 0.008;

/** Lightness steps of the variants, coarse ones first. */
const LADDER = [0.1, 0.05, 0.025];

/** Variants avoid the extremes, where all hues look alike, while there is room elsewhere. */
const LIGHTNESS_RANGE = [0.06, 0.985] as const;

/** 0, +s, −s, +2s, −2s … up to the limit. */
const around = (step: number, limit: number): readonly number[] => [
  0,
  ...Array.from({ length: Math.round(limit / step) }, (_, place) => (place + 1) * step).flatMap((size) => [
    size,
    -size,
  ]),
];

const NUDGES = around(0.004, 0.012);

const SHIFTS = around(0.01, 1);

const placeSteps = (
  collector: Collector,
  base: Oklch,
  count: number,
  towards: NonNullable<Harmony['towards']>,
): void => {
  // Distance is measured within sRGB; otherwise the first steps from a vivid base would all look
  // alike.
  const start = toSrgbGamut(base);
  const goal = towards.goal(base);
  const room = Math.floor(deltaEok(oklabOfOklch(start), oklabOfOklch(goal)) / (MIN_DISTANCE * 1.05));
  const steps = Math.min(count, room);
  for (let step = 1; step < steps; step += 1) {
    const share = step / steps;
    const mixed = {
      l: start.l + (goal.l - start.l) * share,
      c: start.c * (1 - share) + goal.c * share,
      h: base.h,
    };
    collector.place(towards.role, mixed, NUDGES, true);
  }
};

const placeVariants = (collector: Collector, anchors: readonly Anchor[]): void => {
  const [lowest, highest] = LIGHTNESS_RANGE;
  for (const rung of LADDER) {
    for (let distance = rung; distance <= 1 && !collector.isFull(); distance += rung) {
      for (const sign of [1, -1]) {
        for (const { role, oklch } of anchors) {
          const l = oklch.l + sign * distance;
          if (l < lowest || l > highest) continue;
          collector.place(`${role}-${sign > 0 ? 'lighter' : 'darker'}`, { ...oklch, l }, NUDGES, true);
        }
      }
    }
  }
};

/** The last resort: any lightness, then less chroma, until the palette is full. */
const fill = (collector: Collector, anchors: readonly Anchor[]): void => {
  for (const chroma of [1, 0.66, 0.33, 0]) {
    for (let step = 0; step <= 200 && !collector.isFull(); step += 1) {
      for (const { role, oklch } of anchors) {
        const l = step / 200;
        const direction = l > oklch.l ? 'lighter' : 'darker';
        collector.place(`${role}-${direction}`, { l, c: oklch.c * chroma, h: oklch.h }, [0], true);
      }
    }
  }
};

/**
 * Generates `count` (1–32) colours: the base unchanged, then the harmony's anchors, then variants.
 * As 8-bit colours, any two are at least 0.02 ΔEOK apart. Deterministic. A `base` outside sRGB is
 * shown with less chroma.
 */
export const generate = (
  base: Oklch,
  harmony: Harmony,
  count: number,
  baseRgb: Rgb = rgbOfOklch(base),
): GeneratedPalette => {
  const warnings: string[] = [];
  const baseLuminance = luminance(baseRgb);
  const first: GeneratedColor = { role: 'base', oklch: base, rgb: baseRgb };
  const { keeps } = harmony;
  let promised = keeps !== undefined;
  const collector = createCollector(
    count,
    first,
    (rgb) => !promised || keeps === undefined || keeps(luminance(rgb), baseLuminance),
  );

  const grey = base.c < GREY_CHROMA;
  if (grey && harmony.anchors !== undefined && count > 1)
    warnings.push(
      'The base colour is grey and has no hue to build on, so the palette is a ramp of lightness.',
    );

  const anchors: Anchor[] = [{ role: 'base', oklch: base }];
  for (const anchor of grey ? [] : (harmony.anchors?.(base) ?? [])) {
    const shift = collector.place(anchor.role, anchor.oklch, SHIFTS, false);
    const placed = shift === null ? undefined : collector.colors.at(-1);
    if (placed === undefined) continue;
    anchors.push({ role: anchor.role, oklch: placed.oklch });
    if (shift !== null && shift > 0.05 && keeps === undefined)
      warnings.push(
        `The colour "${anchor.role}" was made lighter or darker: at the lightness of the base it looks like another colour of the palette.`,
      );
  }

  if (harmony.towards !== undefined) {
    placeSteps(collector, base, count, harmony.towards);
    if (!collector.isFull())
      warnings.push(
        `There is room for ${collector.colors.length} ${harmony.title.toLowerCase()} of this colour, itself included, that differ visibly; the other colours are lighter and darker versions.`,
      );
  }
  placeVariants(collector, anchors);
  fill(collector, anchors);
  if (!collector.isFull() && promised) {
    promised = false;
    warnings.push(
      'There is no room for so many colours with the promised contrast on one background; the last ones reach it on the other.',
    );
    placeVariants(collector, anchors);
    fill(collector, anchors);
  }
  return { colors: collector.colors, warnings };
};
