import type { Oklch, Rgb } from '../color.ts';

/** One step of a scale. */
export interface ScaleColor {
  /** `50`, `12`, or a contrast target such as `4.5`. Unique in its scale. */
  readonly step: string;
  /** Not gamut-mapped; null for the step that is the colour itself. */
  readonly color: Oklch | null;
}

/** A colour that a scale is made for. */
export interface ScaleBase {
  readonly oklch: Oklch;
  readonly rgb: Rgb;
}
