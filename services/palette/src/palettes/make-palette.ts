import { invalid } from '@platform/errors';
import type { Oklch, Rgb, Oklab } from '../color/color.ts';
import {
  BLACK,
  composite,
  contrastRatio,
  luminance,
  ratioOfLuminances,
  shownRatio,
  WHITE,
} from '../color/contrast-ratio.ts';
import { parseColor } from '../color/css/parse-color.ts';
import { isInSrgb, p3OfOklch, rgbOfOklch, rgbKeepingHue, oklabOfRgb, deltaEok } from '../color/oklab.ts';
import { generate, MIN_DISTANCE } from '../color/generate.ts';
import type { GeneratedColor, GeneratedPalette } from '../color/generate.ts';
import type { Harmony } from '../color/harmonies/harmony.ts';
import { HARMONIES } from '../color/harmonies/registry.ts';
import { createNamer } from '../color/names/color-names.ts';
import { contrastSteps, radixSteps } from '../color/scales/radix-steps.ts';
import { alphaVariant, shadesOf } from '../color/scales/shades.ts';
import type { ScaleColor } from '../color/scales/shades.ts';
import { hexOfRgb, hslOfRgb, clamp } from '../color/color.ts';
import type { BaseColor, Palette, PaletteColor, ScaleSpec, ScaleStep } from './palette.ts';
import type { CreatePaletteBody } from './palettes-schema.ts';

/** Hex digits whose `#` was forgotten. */
const BARE_HEX = /^(?:[\da-f]{3}|[\da-f]{4}|[\da-f]{6}|[\da-f]{8})$/i;

/** Reads a colour of a request. @throws 400 that names the field */
export const readColor = (field: string, input: string) => {
  const parsed = parseColor(BARE_HEX.test(input) ? `#${input}` : input);
  if (!parsed.ok) throw invalid([{ field, message: `${field} ${parsed.reason}` }]);
  return parsed;
};

/** The base colour of a request and the others that the palette is to have. */
export const readColors = ({
  base_color: given,
  colors = [],
}: Pick<CreatePaletteBody, 'base_color' | 'colors'>) => {
  const [first, ...rest] = colors.map((input, index) => readColor(`colors.${index}`, input));
  if (given !== undefined)
    return {
      input: given,
      base: readColor('base_color', given),
      others: first === undefined ? [] : [first, ...rest],
    };
  if (first === undefined) throw invalid([{ field: 'base_color', message: 'base_color is required' }]);
  return { input: colors[0] ?? '', base: first, others: rest };
};

export const harmonyOf = (id: string): Harmony => {
  const harmony = HARMONIES.get(id);
  if (harmony === undefined)
    throw invalid([{ field: 'harmony', message: 'harmony is required: the palette was made without one' }]);
  return harmony;
};

export const checkScale = (scale: ScaleSpec | null): void => {
  if (scale === null || typeof scale === 'string') return;
  const parsed = parseColor(scale.on);
  if (!parsed.ok) throw invalid([{ field: 'scale.on', message: `scale.on ${parsed.reason}` }]);
  if (parsed.alpha < 1) throw invalid([{ field: 'scale.on', message: 'scale.on must be opaque' }]);
};

/** The input of a palette. */
export interface PaletteRecipe {
  /** The base colour as the client wrote it. */
  readonly input: string;
  /** The base colour as parsed. */
  readonly oklch: Oklch;
  /** The bytes that the client wrote, if it is an sRGB colour. */
  readonly rgb?: Rgb;
  /** Opacity of the base colour, 0–1. */
  readonly alpha: number;
  readonly harmony: Harmony;
  /** 1–32. */
  readonly count: number;
  readonly scale?: ScaleSpec | null;
}

const rounded = (value: number, scale: number): number => Math.round(value * scale) / scale + 0;

/** Precise enough to give back the same 8-bit colour. */
const roundedOklch = ({ l, c, h }: Oklch): Oklch => ({
  l: rounded(l, 1e6),
  c: rounded(c, 1e6),
  h: rounded(h, 1e4) % 360,
});

const roundedAlpha = (alpha: number): number => rounded(alpha, 1e4);

/**
 * Black or white, whichever has more contrast on the colour. Translucent colours are composited
 * over white.
 */
const onColorOf = ({ rgb }: GeneratedColor, alpha: number): string => {
  const ground = luminance(composite(rgb, alpha, WHITE));
  return hexOfRgb(ratioOfLuminances(ground, 0) >= ratioOfLuminances(ground, 1) ? BLACK : WHITE);
};

/** The parts of a palette that follow from its colours. */
export type PaletteContent = Pick<Palette, 'baseColor' | 'harmony' | 'count' | 'colors' | 'warnings'>;

/** Describes colours as a palette. Deterministic. */
export const describePalette = (
  { colors, warnings }: GeneratedPalette,
  recipe: Pick<PaletteRecipe, 'input' | 'oklch' | 'alpha' | 'scale'> & { readonly harmony: string },
): PaletteContent => {
  const nameOf = createNamer();
  const alpha = roundedAlpha(recipe.alpha);
  const { scale = null } = recipe;
  const described = colors.map((color, index): PaletteColor => {
    const made: PaletteColor = {
      index,
      role: color.role,
      hex: hexOfRgb(color.rgb),
      rgb: color.rgb,
      hsl: hslOfRgb(color.rgb),
      oklch: roundedOklch(color.oklch),
      p3: p3OfOklch(color.oklch),
      inSrgb: isInSrgb(color.oklch),
      alpha,
      name: nameOf(oklabOfRgb(color.rgb)),
      onColor: onColorOf(color, alpha),
    };
    if (scale === null) return made;
    const darkScale = darkScaleOf(made, scale);
    return { ...made, scale: scaleOf(made, scale), ...(darkScale === undefined ? {} : { darkScale }) };
  });
  const baseColor: BaseColor = {
    input: recipe.input,
    hex: described[0]?.hex ?? '',
    oklch: roundedOklch(recipe.oklch),
    alpha,
  };
  const notes = recipe.alpha === 0 ? ['The base colour is fully transparent.'] : [];
  return {
    baseColor,
    harmony: recipe.harmony,
    count: described.length,
    colors: described,
    warnings: [...notes, ...warnings, ...scaleWarnings(described, scale)],
  };
};

/** Generates and describes the colours of a palette. Deterministic. */
export const makePalette = (recipe: PaletteRecipe): PaletteContent =>
  describePalette(generate(recipe.oklch, recipe.harmony, recipe.count, recipe.rgb), {
    ...recipe,
    harmony: recipe.harmony.id,
  });

const white = { r: 255, g: 255, b: 255 };
/** Page that dark scales are meant for, as in Radix Colors. */
const DARK_PAGE = { r: 17, g: 17, b: 17 };

/** The ground of contrast targets; white for the other scales. */
const groundOf = (spec: ScaleSpec) => {
  const parsed = typeof spec === 'string' ? null : parseColor(spec.on);
  return parsed?.ok === true ? parsed.rgb : white;
};

const stepsOf = (color: Pick<PaletteColor, 'oklch' | 'rgb'>, spec: ScaleSpec): readonly ScaleColor[] => {
  if (spec === '50-950') return shadesOf(color.oklch);
  if (spec === '1-12') return radixSteps(color);
  return contrastSteps(color, spec.contrast, groundOf(spec));
};

type SourceColor = Pick<PaletteColor, 'hex' | 'rgb' | 'oklch' | 'p3' | 'inSrgb'>;

const toDigits = (value: number, digits: number): number => Number(value.toFixed(digits));

const toSteps = (color: SourceColor, steps: readonly ScaleColor[], ground: Rgb): ScaleStep[] =>
  steps.map(({ step, color: other }) => {
    const rgb = other === null ? color.rgb : rgbOfOklch(other);
    const contrast = contrastRatio(rgb, ground);
    if (other === null) {
      const { hex, oklch, p3, inSrgb } = color;
      return { step, hex, rgb, oklch, p3, inSrgb, isBase: true, contrast };
    }
    const oklch = { l: toDigits(other.l, 6), c: toDigits(other.c, 6), h: toDigits(other.h, 4) % 360 };
    const [p3, inSrgb] = [p3OfOklch(oklch), isInSrgb(other)];
    return { step, hex: hexOfRgb(rgb), rgb, oklch, p3, inSrgb, isBase: false, contrast };
  });

const withAlpha = (steps: readonly ScaleStep[], ground: Rgb): ScaleStep[] =>
  steps.map((step) => ({ ...step, alphaHex: alphaVariant(step.rgb, ground) }));

/** The scale of a palette's colour. The step that is the colour itself has its exact bytes. */
export const scaleOf = (color: SourceColor, spec: ScaleSpec): ScaleStep[] => {
  const steps = toSteps(color, stepsOf(color, spec), groundOf(spec));
  return spec === '1-12' ? withAlpha(steps, white) : steps;
};

/** The scale of a colour for dark pages; undefined for scales that have none. */
export const darkScaleOf = (color: SourceColor, spec: ScaleSpec): ScaleStep[] | undefined =>
  spec === '1-12' ? withAlpha(toSteps(color, radixSteps(color, 'dark'), DARK_PAGE), DARK_PAGE) : undefined;

/** Warns of colours with their twelve steps out of order: nothing is beyond black and white. */
const orderWarnings = (colors: readonly Pick<PaletteColor, 'hex' | 'scale' | 'darkScale'>[]): string[] =>
  colors.flatMap(({ hex, scale = [], darkScale = [] }) => {
    const isOrdered = (steps: readonly ScaleStep[], sign: number): boolean =>
      steps.every(({ rgb }, place) => {
        const next = steps[place + 1];
        return next === undefined || sign * (luminance(rgb) - luminance(next.rgb)) > 0;
      });
    const wrong = [
      ...(isOrdered(scale, 1) ? [] : ['scale']),
      ...(isOrdered(darkScale, -1) ? [] : ['dark_scale']),
    ];
    return wrong.length === 0
      ? []
      : [`${hex} leaves no room beside it: the steps of its ${wrong.join(' and ')} are not in order.`];
  });

/**
 * Lists unreachable contrast targets, and steps out of order. Black or white has the most contrast
 * on any ground, so the unreachable targets are the same for every colour.
 */
export const scaleWarnings = (
  colors: readonly Pick<PaletteColor, 'hex' | 'scale' | 'darkScale'>[],
  spec: ScaleSpec | null,
): string[] => {
  if (spec === '1-12') return orderWarnings(colors);
  if (spec === null || typeof spec === 'string') return [];
  const [first] = colors;
  const missed = (first?.scale ?? []).filter(({ step, contrast }) => contrast < Number(step));
  return missed.map(
    ({ step, contrast }) =>
      `No colour reaches a contrast of ${step} on ${spec.on}: those steps have ${shownRatio(contrast)}.`,
  );
};

/** A colour that keeps its place. */
interface LockedColor extends GeneratedColor {
  /** From 0; that of the base is among them. */
  readonly index: number;
}

interface Completion {
  readonly locked: readonly LockedColor[];
  readonly harmony: Harmony;
  readonly count: number;
  /** 0 gives the harmony as it is; each other number lightens and darkens it in its own way. */
  readonly variation: number;
}

const MOST = 32;

/** The step of a variation in lightness, and its share of chroma. */
const SWING = { lightness: 0.14, chroma: 0.3 };

/** A fraction from −1 to 1 that looks random and is always the same (a hash by multiplication). */
const wobble = (variation: number, place: number): number => {
  const mixed = Math.imul((variation + 1) * 7_919 + place, 0x9e3779b1) >>> 8;
  return (mixed / 2 ** 24) * 2 - 1;
};

const varied = ({ l, c, h }: Oklch, variation: number, place: number): Oklch =>
  variation === 0
    ? { l, c, h }
    : {
        l: clamp(l + SWING.lightness * wobble(variation, 2 * place), 0.06, 0.985),
        c: c * (1 + SWING.chroma * wobble(variation, 2 * place + 1)),
        h,
      };

/**
 * A palette around colours that stay as they are: the other places are filled with the harmony of
 * the first one, at a visible distance from each other. Deterministic.
 */
export const completePalette = ({ locked, harmony, count, variation }: Completion): GeneratedPalette => {
  const base = locked.find(({ index }) => index === 0);
  if (base === undefined) throw new Error('The base of a palette is always locked.');
  const { colors: candidates, warnings } = generate(base.oklch, harmony, MOST, base.rgb);
  const taken: Oklab[] = locked.map(({ rgb }) => oklabOfRgb(rgb));
  const roles = new Set(locked.map(({ role }) => role));
  const ground = luminance(base.rgb);
  const notes: string[] = [];

  const isFree = (rgb: Rgb): boolean =>
    (harmony.keeps?.(luminance(rgb), ground) ?? true) &&
    taken.every((other) => deltaEok(oklabOfRgb(rgb), other) >= MIN_DISTANCE);
  const others = candidates.slice(1);
  // The harmony as it is comes last: those colours the palette has had already.
  const rest = [
    ...others.map(({ role, oklch }, place) => ({ role, oklch: varied(oklch, variation, place) })),
    ...others,
  ];
  const next = (): { role: string; oklch: Oklch; rgb: Rgb } | undefined => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) {
      const rgb = rgbKeepingHue(item.oklch);
      if (!isFree(rgb) || roles.has(item.role)) continue;
      taken.push(oklabOfRgb(rgb));
      roles.add(item.role);
      return { role: item.role, oklch: item.oklch, rgb };
    }
    return undefined;
  };

  const colors: GeneratedColor[] = [];
  for (let index = 0; index < count; index += 1) {
    const fixed = locked.find((color) => color.index === index);
    const color = fixed ?? next();
    if (color !== undefined) colors.push({ role: color.role, oklch: color.oklch, rgb: color.rgb });
  }
  if (colors.length < count)
    notes.push(`There is room for ${colors.length} colours beside the locked ones that differ visibly.`);
  const near = locked.filter((one) =>
    locked.some(
      (other) => other !== one && deltaEok(oklabOfRgb(one.rgb), oklabOfRgb(other.rgb)) < MIN_DISTANCE,
    ),
  );
  if (near.length > 0)
    notes.push(`The colours ${near.map(({ index }) => index).join(' and ')} were given and hardly differ.`);
  // The generator's warnings are for a palette of 32; only those about the base apply here.
  const relevant = warnings.filter((warning) => warning.startsWith('The base colour'));
  return { colors, warnings: [...relevant, ...notes] };
};
