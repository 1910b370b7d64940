import { shownRatio } from '../color/contrast-ratio.ts';
import type { ContrastReport, Swatch } from './contrast.ts';

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
