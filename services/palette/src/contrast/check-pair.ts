import { apca, WHITE, composite, contrastRatio } from '../color/contrast-ratio.ts';
import { parseColor } from '../color/css/parse-color.ts';
import type { Rgb } from '../color/color.ts';
import { oklabOfRgb, oklchOfOklab } from '../color/oklab.ts';
import { hexOfRgb } from '../color/srgb.ts';
import { suggest } from '../color/suggest.ts';
import { LEVELS } from './contrast.ts';
import type { Level } from './contrast.ts';

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
export interface ColorFault {
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
