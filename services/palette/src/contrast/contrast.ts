import type { Vision } from '../color/vision.ts';

/**
 * Conformance levels of WCAG 2.2 and their minimum ratios, for text (1.4.3, 1.4.6) and user
 * interface components (1.4.11).
 */
export const LEVELS = { AA: 4.5, AAA: 7, 'AA-large': 3, 'AAA-large': 4.5, UI: 3 } as const;
export type Level = keyof typeof LEVELS;

/** One side of a pair: a colour of the palette, or pure white or black. */
export interface Swatch {
  /** Index in the palette; null for white and black. */
  readonly index: number | null;
  /** Role in the palette, or `white` or `black`. */
  readonly role: string;
  readonly hex: string;
}

export interface ContrastPair {
  readonly foreground: Swatch;
  readonly background: Swatch;
  /** Exact; see `shownRatio`. */
  readonly ratio: number;
  /** APCA lightness contrast of the foreground as text, −108 to 106. */
  readonly apca: number;
  readonly passes: boolean;
}

/** A replacement that makes a failing pair pass. */
export interface ContrastSuggestion {
  readonly foreground: Swatch;
  readonly background: Swatch;
  /** Which of the two to replace: the foreground, or the background under white and black text. */
  readonly replace: 'foreground' | 'background';
  readonly reachable: boolean;
  /** The nearest colour that passes, or the best one if none does. */
  readonly hex: string;
  readonly ratio: number;
  /** ΔEOK between `hex` and the colour that it replaces. */
  readonly deltaE: number;
}

/** How well the colours can be told apart with a colour vision deficiency. */
export interface VisionReport {
  readonly kind: Vision | 'typical';
  /** The smallest ΔEOK between any two colours; null for a palette of one. */
  readonly minDeltaE: number | null;
  /** The colours as they are seen, as hex digits. */
  readonly colors: readonly string[];
  /** The indexes of those two. */
  readonly pair: readonly [number, number] | null;
}

export interface ContrastReport {
  readonly paletteId: string;
  readonly level: Level;
  readonly requiredRatio: number;
  readonly pairs: readonly ContrastPair[];
  readonly suggestions: readonly ContrastSuggestion[];
  readonly vision: readonly VisionReport[];
}
