import { apca } from '../color/apca.ts';
import type { Rgb } from '../color/color.ts';
import { composite, contrastRatio, WHITE } from '../color/contrast-ratio.ts';
import { rgbOfHex } from '../color/srgb.ts';
import type { Palette } from '../palettes/palette.ts';
import type { Swatch } from './contrast.ts';

/** Colours of a palette, then white and black. */
export interface Paint extends Swatch {
  readonly rgb: Rgb;
  readonly alpha: number;
}

export const paintsOf = (palette: Palette): readonly Paint[] => [
  ...palette.colors.map(({ index, role, hex, alpha }) => ({ index, role, hex, rgb: rgbOfHex(hex), alpha })),
  { index: null, role: 'white', hex: '#ffffff', rgb: rgbOfHex('#ffffff'), alpha: 1 },
  { index: null, role: 'black', hex: '#000000', rgb: rgbOfHex('#000000'), alpha: 1 },
];

/**
 * The visible ratio: a translucent background is composited over white, a translucent foreground
 * over the result.
 */
export const seenRatio = (foreground: Rgb, alpha: number, background: Rgb, groundAlpha: number): number => {
  const ground = composite(background, groundAlpha, WHITE);
  return contrastRatio(composite(foreground, alpha, ground), ground);
};

export const seenApca = (foreground: Paint, background: Paint): number => {
  const ground = composite(background.rgb, background.alpha, WHITE);
  return apca(composite(foreground.rgb, foreground.alpha, ground), ground);
};
