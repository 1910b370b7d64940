import type { Oklch, Rgb } from '../../color/color.ts';
import { parseColor } from '../../color/css/parse-color.ts';
import { isInSrgb } from '../../color/oklab.ts';
import { clamp, hexOfRgb, rgbOfHex } from '../../color/color.ts';
import type { Json } from '../theme.ts';
import { isNode } from './token-tree.ts';
import type { Palette } from '../../palettes/palette.ts';
import type { TreeNode } from './token-tree.ts';

/** The colour of a DTCG colour value. */
export interface DtcgColorValue {
  readonly oklch: Oklch;
  /** The bytes of its `hex`, or else of its components. */
  readonly rgb: Rgb;
  /** Opacity 0–1. */
  readonly alpha: number;
}

const FUNCTIONS = new Set(['lab', 'lch', 'oklab', 'oklch', 'hsl', 'hwb']);
/** Most that a byte of `hex` may differ from the components: tools round and map in their own ways. */
const HEX_TOLERANCE = 3;

/** A number in CSS notation. DTCG omits the percent sign in hsl and hwb, which modern CSS allows. */
const component = (value: Json): string => (typeof value === 'number' ? value.toFixed(9) : 'none');

const parse = (value: Json) => {
  if (!isNode(value)) return null;
  const { colorSpace, components } = value;
  if (typeof colorSpace !== 'string' || !Array.isArray(components)) return null;
  const list = (components as readonly Json[]).map(component).join(' ');
  const parsed = parseColor(
    FUNCTIONS.has(colorSpace) ? `${colorSpace}(${list})` : `color(${colorSpace} ${list})`,
  );
  return parsed.ok ? parsed : null;
};

/** The colour of a DTCG colour object, or null if it is not one. */
export const readDtcgColor = (value: Json): DtcgColorValue | null => {
  const parsed = parse(value);
  if (parsed === null || !isNode(value)) return null;
  const { hex, alpha } = value;
  const rgb = typeof hex === 'string' ? rgbOfHex(hex) : parsed.rgb;
  return { oklch: parsed.oklch, rgb, alpha: typeof alpha === 'number' ? clamp(alpha, 0, 1) : 1 };
};

/**
 * True if `hex` of a DTCG colour object is another colour than its components. Never for colours
 * outside sRGB, whose fallback is a matter of gamut mapping.
 */
export const hexContradicts = (value: Json): boolean => {
  const parsed = parse(value);
  if (parsed === null || !isNode(value) || typeof value['hex'] !== 'string') return false;
  if (!isInSrgb(parsed.oklch)) return false;
  const given = rgbOfHex(value['hex']);
  return (['r', 'g', 'b'] as const).some((part) => Math.abs(given[part] - parsed.rgb[part]) > HEX_TOLERANCE);
};

/** The colour object with `hex` filled in, so that every tool can read it. */
export const withHex = (value: Json): Json => {
  if (!isNode(value) || value['hex'] !== undefined) return value;
  const parsed = parse(value);
  return parsed === null ? value : { ...value, hex: hexOfRgb(parsed.rgb) };
};

const srgbValue = ({ r, g, b }: Rgb, hex: string, alpha: number) => ({
  colorSpace: 'srgb',
  components: [r / 255, g / 255, b / 255],
  ...(alpha === 1 ? {} : { alpha }),
  hex,
});

/** Names a step of a colour's scale in tokens: `base-500`. */
export const stepName = (role: string, step: string): string =>
  // A name must not contain a full stop, as the target 4.5 does.
  `${role}-${step.replace('.', '_')}`;

/**
 * A palette as DTCG tokens, by index and by role: `{palette.0}` and `{palette.base}` are the same
 * colour. A step of a colour's scale is `{palette.base-500}`.
 */
export const paletteTokens = (palette: Palette): TreeNode => ({
  palette: {
    $type: 'color',
    ...Object.fromEntries(
      palette.colors.flatMap(({ index, role, rgb, hex, alpha, name, scale = [] }): [string, TreeNode][] => {
        const token = { $value: srgbValue(rgb, hex, alpha), $description: name };
        return [
          [String(index), token],
          [role, token],
          ...scale.map((step): [string, TreeNode] => [
            stepName(role, step.step),
            { $value: srgbValue(step.rgb, step.hex, alpha) },
          ]),
        ];
      }),
    ),
  },
});
