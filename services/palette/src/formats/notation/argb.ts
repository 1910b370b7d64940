import type { TokenColor } from '../token.ts';
import { hexByte } from './css-color.ts';

/** Eight hexadecimal digits, opacity first, as Android and Flutter write a colour. */
export const argb = ({ hex, alpha }: TokenColor): string => hexByte(alpha) + hex.slice(1);
