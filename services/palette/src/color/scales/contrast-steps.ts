import type { Oklch, Rgb } from '../color.ts';
import { contrastRatio } from '../contrast-ratio.ts';
import { rgbKeepingHue } from '../gamut.ts';
import { oklabOfRgb } from '../oklab.ts';
import { oklchOfOklab } from '../oklch.ts';
import type { ScaleBase, ScaleColor } from './scale.ts';

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
