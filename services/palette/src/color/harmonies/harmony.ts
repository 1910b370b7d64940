import type { Oklch } from '../color.ts';
import { turn } from '../oklab.ts';

/** A colour that a harmony asks for, before gamut and distance are considered. */
export interface Anchor {
  /** Unique in its harmony: `complement`, `triad-1`. `^[a-z][a-z0-9-]*$`. */
  readonly role: string;
  readonly oklch: Oklch;
}

/** A rule that derives colours from a base colour. One file each; see the registry. */
export interface Harmony {
  /** As in the API: `split_complementary`. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /**
   * The colours beside the base, in fixed order. Never called with a grey base, which has no hue.
   */
  readonly anchors?: (base: Oklch) => readonly Anchor[];
  /**
   * The goal that the colours after the base approach in even steps, without reaching it. Without a
   * goal, lighter and darker versions of the base and its anchors alternate.
   */
  readonly towards?: { readonly role: string; readonly goal: (base: Oklch) => Oklch };
  /**
   * A condition that every colour meets, given its relative luminance and that of the base (0–1).
   */
  readonly keeps?: (luminance: number, baseLuminance: number) => boolean;
}

/** The base colour with its hue rotated. */
export const turned = (base: Oklch, role: string, degrees: number): Anchor => ({
  role,
  oklch: { ...base, h: turn(base.h + degrees) },
});
