import { invalid } from '@platform/errors';
import type { Rgb } from '../color/color.ts';
import { apca, composite, contrastMatrix, contrastRatio, suggest, WHITE } from '../color/contrast-ratio.ts';
import { rgbOfOklch, oklabOfRgb, oklchOfOklab } from '../color/oklab.ts';
import { hexOfRgb, rgbOfHex } from '../color/color.ts';
import { closestPair, simulate, VISIONS } from '../color/vision.ts';
import type { Palette } from '../palettes/palette.ts';
import type { PairQuery } from './contrast-schema.ts';
import { checkPair, LEVELS } from './contrast.ts';
import type {
  ContrastPair,
  ContrastReport,
  ContrastSuggestion,
  Level,
  PairReport,
  Swatch,
  VisionReport,
} from './contrast.ts';

/** Colours of a palette, then white and black. */
interface Paint extends Swatch {
  readonly rgb: Rgb;
  readonly alpha: number;
}

const paintsOf = (palette: Palette): readonly Paint[] => [
  ...palette.colors.map(({ index, role, hex, alpha }) => ({ index, role, hex, rgb: rgbOfHex(hex), alpha })),
  { index: null, role: 'white', hex: '#ffffff', rgb: rgbOfHex('#ffffff'), alpha: 1 },
  { index: null, role: 'black', hex: '#000000', rgb: rgbOfHex('#000000'), alpha: 1 },
];

/**
 * The visible ratio: a translucent background is composited over white, a translucent foreground
 * over the result.
 */
const seenRatio = (foreground: Rgb, alpha: number, background: Rgb, groundAlpha: number): number => {
  const ground = composite(background, groundAlpha, WHITE);
  return contrastRatio(composite(foreground, alpha, ground), ground);
};

const seenApca = (foreground: Paint, background: Paint): number => {
  const ground = composite(background.rgb, background.alpha, WHITE);
  return apca(composite(foreground.rgb, foreground.alpha, ground), ground);
};

const pairsOf = (paints: readonly Paint[], required: number): ContrastPair[] => {
  const opaque = paints.every(({ alpha }) => alpha === 1);
  const matrix = opaque ? contrastMatrix(paints.map(({ rgb }) => rgb)) : null;
  return paints.flatMap((foreground, i) =>
    paints.flatMap((background, j) => {
      // A colour on itself is meaningless, and white on black is always 21:1.
      if (i === j || (foreground.index === null && background.index === null)) return [];
      const ratio =
        matrix?.[i * paints.length + j] ??
        seenRatio(foreground.rgb, foreground.alpha, background.rgb, background.alpha);
      return [
        { foreground, background, ratio, apca: seenApca(foreground, background), passes: ratio >= required },
      ];
    }),
  );
};

const suggestionFor = (
  { foreground, background }: ContrastPair,
  paints: ReadonlyMap<string, Paint>,
  required: number,
): ContrastSuggestion[] => {
  const front = paints.get(foreground.role);
  const ground = paints.get(background.role);
  if (front === undefined || ground === undefined) return [];
  // White and black text is kept; there the background is replaced.
  const replace = foreground.index === null ? 'background' : 'foreground';
  const changed = replace === 'foreground' ? front : ground;
  const ratioOf = (rgb: Rgb): number =>
    replace === 'foreground'
      ? seenRatio(rgb, front.alpha, ground.rgb, ground.alpha)
      : seenRatio(front.rgb, front.alpha, rgb, ground.alpha);
  const { reachable, rgb, ratio, deltaE } = suggest(oklchOfOklab(oklabOfRgb(changed.rgb)), ratioOf, required);
  return [{ foreground, background, replace, reachable, hex: hexOfRgb(rgb), ratio, deltaE }];
};

const visionOf = (palette: Palette): VisionReport[] => {
  const colors = palette.colors.map(({ rgb }) => rgb);
  return (['typical', ...VISIONS] as const).map((kind) => {
    const closest = closestPair(colors, kind);
    return {
      kind,
      colors: colors.map((color) =>
        hexOfRgb(kind === 'typical' ? color : rgbOfOklch(oklchOfOklab(simulate(color, kind)))),
      ),
      minDeltaE: closest?.deltaE ?? null,
      pair: closest === null ? null : [closest.first, closest.second],
    };
  });
};

/**
 * Checks every colour of a palette on every other, on white and on black; suggests a replacement
 * for each failing pair; and reports on colour vision deficiency.
 */
export const checkContrast = (palette: Palette, level: Level): ContrastReport => {
  const requiredRatio = LEVELS[level];
  const paints = paintsOf(palette);
  const byRole = new Map(paints.map((paint) => [paint.role, paint]));
  const pairs = pairsOf(paints, requiredRatio);
  return {
    paletteId: palette.id,
    level,
    requiredRatio,
    pairs,
    suggestions: pairs
      .filter(({ passes }) => !passes)
      .flatMap((pair) => suggestionFor(pair, byRole, requiredRatio)),
    vision: visionOf(palette),
  };
};

/** Finds a palette of an organisation. @throws 404 */
export interface PaletteFinder {
  show(organisation: string, id: string): Promise<Palette>;
}

export interface ContrastService {
  /** @throws 404 for an unknown palette */
  check(organisation: string, paletteId: string, level: Level): Promise<ContrastReport>;
  /** @throws 400 for what is not an absolute CSS colour */
  checkPair(query: PairQuery): PairReport;
}

export interface ContrastServiceDeps {
  palettes: PaletteFinder;
}

export const createContrastService = ({ palettes }: ContrastServiceDeps): ContrastService => ({
  check: async (organisation, paletteId, level) =>
    checkContrast(await palettes.show(organisation, paletteId), level),
  checkPair: ({ foreground, background, level }) => {
    const checked = checkPair(foreground, background, level);
    if (checked.ok) return checked.report;
    throw invalid(checked.faults.map(({ field, reason }) => ({ field, message: `${field} ${reason}` })));
  },
});
