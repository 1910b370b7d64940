import { invalid } from '@platform/errors';

import { parseColor } from '../color/css/parse-color.ts';
import { HARMONIES } from '../color/harmonies/registry.ts';
import type { Harmony } from '../color/harmonies/harmony.ts';
import type { ScaleSpec } from './palette.ts';
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
