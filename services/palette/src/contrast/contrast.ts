import type { Rgb } from '../color/color.ts';
import { apca, composite, contrastRatio, suggest, WHITE, shownRatio } from '../color/contrast-ratio.ts';
import { parseColor } from '../color/css/parse-color.ts';
import { oklabOfRgb, oklchOfOklab } from '../color/oklab.ts';
import { hexOfRgb } from '../color/color.ts';
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

/** The difference that remains between the colours with a colour vision deficiency. */
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

/** The contrast of two colours that belong to no palette. */
export interface PairReport {
  readonly foreground: { readonly input: string; readonly hex: string; readonly alpha: number };
  readonly background: { readonly input: string; readonly hex: string; readonly alpha: number };
  readonly level: Level;
  readonly requiredRatio: number;
  /** Exact. */
  readonly ratio: number;
  /** Every level, and whether the pair reaches it. */
  readonly levels: Readonly<Record<Level, boolean>>;
  /** APCA lightness contrast, −108 to 106; negative for light text on a dark background. */
  readonly apca: number;
  /** The nearest foreground that reaches the level, if the pair does not. */
  readonly suggestion: { readonly hex: string; readonly ratio: number; readonly reachable: boolean } | null;
}

/** A colour that can't be read, with the parameter that has it. */
interface ColorFault {
  readonly field: 'foreground' | 'background';
  readonly reason: string;
}

const BARE_HEX = /^(?:[\da-f]{3}|[\da-f]{4}|[\da-f]{6}|[\da-f]{8})$/i;

/**
 * The WCAG 2.2 and APCA contrast of a foreground on a background. A translucent foreground is
 * composited over the background, a translucent background over white.
 */
export const checkPair = (
  foreground: string,
  background: string,
  level: Level,
): { ok: true; report: PairReport } | { ok: false; faults: readonly ColorFault[] } => {
  const read = (text: string) => parseColor(BARE_HEX.test(text) ? `#${text}` : text);
  const [front, back] = [read(foreground), read(background)];
  if (!front.ok || !back.ok) {
    const faults: ColorFault[] = [];
    if (!front.ok) faults.push({ field: 'foreground', reason: front.reason });
    if (!back.ok) faults.push({ field: 'background', reason: back.reason });
    return { ok: false, faults };
  }
  const ground = composite(back.rgb, back.alpha, WHITE);
  const seen = (rgb: Rgb): Rgb => composite(rgb, front.alpha, ground);
  const ratio = contrastRatio(seen(front.rgb), ground);
  const requiredRatio = LEVELS[level];
  const found =
    ratio >= requiredRatio
      ? null
      : suggest(
          oklchOfOklab(oklabOfRgb(front.rgb)),
          (rgb) => contrastRatio(seen(rgb), ground),
          requiredRatio,
        );
  const reaches = (name: Level): boolean => ratio >= LEVELS[name];
  return {
    ok: true,
    report: {
      foreground: { input: foreground, hex: hexOfRgb(front.rgb), alpha: front.alpha },
      background: { input: background, hex: hexOfRgb(back.rgb), alpha: back.alpha },
      level,
      requiredRatio,
      ratio,
      levels: {
        AA: reaches('AA'),
        AAA: reaches('AAA'),
        'AA-large': reaches('AA-large'),
        'AAA-large': reaches('AAA-large'),
        UI: reaches('UI'),
      },
      apca: apca(seen(front.rgb), ground),
      suggestion:
        found === null ? null : { hex: hexOfRgb(found.rgb), ratio: found.ratio, reachable: found.reachable },
    },
  };
};

const distance = (deltaE: number): number => Number(deltaE.toFixed(4));

const sides = ({ foreground, background }: { foreground: Swatch; background: Swatch }) => ({
  foreground: foreground.hex,
  foreground_index: foreground.index,
  background: background.hex,
  background_index: background.index,
});

/** The contrast of a palette as the API shows it. */
export const contrastJson = ({
  paletteId,
  level,
  requiredRatio,
  pairs,
  suggestions,
  vision,
}: ContrastReport) => {
  const ratios = pairs.map(({ ratio }) => ratio);
  const passing = pairs.filter(({ passes }) => passes).length;
  return {
    palette_id: paletteId,
    level,
    required_ratio: requiredRatio,
    pairs: pairs.map((pair) => ({
      ...sides(pair),
      ratio: shownRatio(pair.ratio),
      passes: pair.passes,
      apca: Number(pair.apca.toFixed(1)),
    })),
    summary: {
      total: pairs.length,
      passing,
      failing: pairs.length - passing,
      lowest_ratio: shownRatio(Math.min(...ratios)),
      highest_ratio: shownRatio(Math.max(...ratios)),
    },
    suggestions: suggestions.map((suggestion) => ({
      ...sides(suggestion),
      replace: suggestion.replace,
      unreachable: !suggestion.reachable,
      hex: suggestion.hex,
      ratio: shownRatio(suggestion.ratio),
      delta_e: distance(suggestion.deltaE),
    })),
    color_vision: vision.map(({ kind, colors, minDeltaE, pair }) => ({
      kind,
      colors,
      min_delta_e: minDeltaE === null ? null : distance(minDeltaE),
      pair,
    })),
  };
};
