import type { RenderOptions } from '../export-format.ts';
import type { TokenColor } from '../token.ts';

/** Whether a Display P3 value is to be written for a colour. */
export const wantsP3 = (color: TokenColor, { p3 }: Pick<RenderOptions, 'p3'>): boolean =>
  p3 === 'auto' ? !color.inSrgb : p3;
