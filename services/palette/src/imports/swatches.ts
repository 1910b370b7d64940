import { hexOfRgb, rgbOfFractions } from '../color/srgb.ts';
import type { Rgb } from '../color/color.ts';
import { createTokenBuilder, tokenName } from './token-builder.ts';
import type { ImportedTokens } from './import-format.ts';

/** A colour of a swatch file; an empty name gets a number. */
export interface Swatch {
  readonly name: string;
  readonly hex: string;
}

const clamped = (value: number): number => Math.max(0, Math.min(1, value));

/** The colour of components 0–1; those outside are clamped. */
export const hexOfFractions = (r: number, g: number, b: number): string =>
  hexOfRgb(rgbOfFractions([clamped(r), clamped(g), clamped(b)]));

export const hexOfBytes = (rgb: Rgb): string => hexOfRgb(rgb);

/** CMYK 0–1 without a profile, as Adobe previews it. */
export const hexOfCmyk = (c: number, m: number, y: number, k: number): string =>
  hexOfFractions((1 - c) * (1 - k), (1 - m) * (1 - k), (1 - y) * (1 - k));

/** Swatches as colour tokens, in order. Names that stand twice get a number. */
export const tokensOfSwatches = (
  swatches: readonly Swatch[],
  changes: readonly string[] = [],
): ImportedTokens => {
  const builder = createTokenBuilder();
  const taken = new Set<string>();
  // Where the search for a free number goes on: hundreds of swatches may have one name.
  const numbers = new Map<string, number>();
  swatches.forEach(({ name, hex }, place) => {
    const wanted = name.trim() === '' ? `color-${place + 1}` : tokenName(name);
    let free = wanted;
    let number = numbers.get(wanted) ?? 2;
    for (; taken.has(free); number += 1) free = `${wanted}-${number}`;
    numbers.set(wanted, number);
    taken.add(free);
    if (free !== name)
      builder.say(`Colour ${place + 1}${name === '' ? '' : ` (${name})`} is called ${free}.`);
    builder.add([free], hex);
  });
  const { tokens, changes: named } = builder.build();
  return { tokens, changes: [...changes, ...named] };
};
