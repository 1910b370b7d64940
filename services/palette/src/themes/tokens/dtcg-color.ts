import { parseColor } from '../../color/css/parse-color.ts';
import { rgbOfOklch } from '../../color/gamut.ts';
import { hexOfRgb } from '../../color/srgb.ts';
import type { Oklch } from '../../color/color.ts';
import type { Json } from '../theme.ts';
import { isNode } from './token-tree.ts';

const FUNCTIONS = new Set(['lab', 'lch', 'oklab', 'oklch', 'hsl', 'hwb']);

/** Numbers as CSS writes them; DTCG gives hsl and hwb in percent without the sign, which modern CSS reads alike. */
const component = (value: Json): string => (typeof value === 'number' ? value.toFixed(9) : 'none');

/** What a DTCG colour object means, or null where it means nothing. */
export const oklchOfDtcg = (value: Json): Oklch | null => {
  if (!isNode(value)) return null;
  const { colorSpace, components } = value;
  if (typeof colorSpace !== 'string' || !Array.isArray(components)) return null;
  const list = (components as readonly Json[]).map(component).join(' ');
  const parsed = parseColor(
    FUNCTIONS.has(colorSpace) ? `${colorSpace}(${list})` : `color(${colorSpace} ${list})`,
  );
  return parsed.ok ? parsed.oklch : null;
};

/** The colour object with its `hex` filled in, so that every tool can read it. */
export const withHex = (value: Json): Json => {
  if (!isNode(value) || value['hex'] !== undefined) return value;
  const oklch = oklchOfDtcg(value);
  return oklch === null ? value : { ...value, hex: hexOfRgb(rgbOfOklch(oklch)) };
};
