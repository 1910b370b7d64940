import type { RenderOptions } from '../export-format.ts';
import { isColorToken } from '../token.ts';
import type { DesignToken, TokenColor } from '../token.ts';
import { decimal } from './css-color.ts';
import { wantsP3 } from './wide-gamut.ts';

/** A colour as the Design Tokens Color Module 2025.10 writes it. */
export interface DtcgColor {
  readonly colorSpace: 'srgb' | 'display-p3' | 'oklch';
  readonly components: readonly number[];
  readonly alpha: number;
  /** The sRGB colour, for tools that know nothing else. */
  readonly hex: string;
}

const round = (value: number, digits = 5): number => Number(decimal(value, digits));

/** The sRGB colour as DTCG writes it; components 0–1. */
export const dtcgSrgb = ({ rgb, hex, alpha }: TokenColor): DtcgColor => ({
  colorSpace: 'srgb',
  components: [round(rgb.r / 255), round(rgb.g / 255), round(rgb.b / 255)],
  alpha: round(alpha, 4),
  hex,
});

/** A colour in the colour space that was asked for. Hues are below 360, as the module demands. */
export const dtcgColor = (
  color: TokenColor,
  options: Pick<RenderOptions, 'colorSyntax' | 'p3'>,
): DtcgColor => {
  const srgb = dtcgSrgb(color);
  if (options.colorSyntax === 'oklch') {
    const { l, c, h } = color.oklch;
    return { ...srgb, colorSpace: 'oklch', components: [round(l), round(c), round(h, 3) % 360] };
  }
  if (!wantsP3(color, options)) return srgb;
  const { r, g, b } = color.p3;
  return { ...srgb, colorSpace: 'display-p3', components: [round(r), round(g), round(b)] };
};

/** A name that DTCG accepts: not empty, no `$` in front, none of `{ } .`. */
export const dtcgName = (segment: string): string => {
  const name = segment.normalize('NFC').replaceAll(/[{}.]/g, '-').replace(/^\$+/, '');
  return name === '' ? 'token' : name;
};

/** `$type`, `$value` and, where there is one, `$description`; `colorValue` writes the value of a colour. */
export const dtcgToken = (
  token: DesignToken,
  colorValue: (color: TokenColor) => DtcgColor | string,
  comments: boolean,
) => ({
  ...(isColorToken(token)
    ? { $type: 'color', $value: colorValue(token.color) }
    : { $type: token.type, $value: token.value }),
  ...(comments && token.description !== null ? { $description: token.description } : {}),
});
