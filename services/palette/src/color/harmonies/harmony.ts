import type { Oklch } from '../color.ts';
import { turn } from '../oklab.ts';

/** A colour that a harmony asks for, before gamut and distance are looked at. */
export interface Anchor {
  /** Unique in its harmony: `complement`, `triad-1`. `^[a-z][a-z0-9-]*$`. */
  readonly role: string;
  readonly oklch: Oklch;
}

/** A rule that makes colours from a base colour. One file each; see the registry. */
export interface Harmony {
  /** As in the API: `split_complementary`. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** The colours beside the base, in fixed order. Not called with a grey base, whose hue means nothing. */
  readonly anchors?: (base: Oklch) => readonly Anchor[];
  /**
   * Where the colours after the base lead to, in even steps that never quite arrive. Without a goal, lighter and darker
   * versions of the base and its anchors follow in turn.
   */
  readonly towards?: { readonly role: string; readonly goal: (base: Oklch) => Oklch };
  /** A promise about every colour, by its relative luminance (0–1) and that of the base. */
  readonly keeps?: (luminance: number, baseLuminance: number) => boolean;
}

/** The base colour with its hue turned by some degrees. */
export const turned = (base: Oklch, role: string, degrees: number): Anchor => ({
  role,
  oklch: { ...base, h: turn(base.h + degrees) },
});
