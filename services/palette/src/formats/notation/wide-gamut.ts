import type { RenderOptions } from '../export-format.ts';
import type { TokenColor } from '../token.ts';

/** Whether to write a Display P3 value for a colour. */
export const wantsP3 = (color: TokenColor, { p3 }: Pick<RenderOptions, 'p3'>): boolean =>
  p3 === 'auto' ? !color.inSrgb : p3;
