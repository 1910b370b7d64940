import type { Oklab, Oklch, Rgb } from './color.ts';
import { rgbKeepingHue } from './gamut.ts';
import { deltaEok, oklabOfRgb, hueDifference, oklchOfOklab } from './oklab.ts';

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
export const createCollector = (count: number, base: GeneratedColor, keeps: (rgb: Rgb) => boolean) => {
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

export type Collector = ReturnType<typeof createCollector>;
