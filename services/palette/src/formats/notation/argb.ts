import type { TokenColor } from '../token.ts';
import { hexByte } from './css-color.ts';

/** Eight hex digits with opacity first, the notation of Android and Flutter. */
export const argb = ({ hex, alpha }: TokenColor): string => hexByte(alpha) + hex.slice(1);
