import type { ColorSyntax } from '../export-format.ts';
import type { TokenColor } from '../token.ts';

/**
 * A number with at most `digits` decimals, without trailing zeros and never in scientific notation.
 */
export const decimal = (value: number, digits: number): string => {
  // From here on toFixed writes what String does, and numbers this large have no decimals.
  if (Math.abs(value) >= 1e21) return BigInt(value).toString();
  const text = value.toFixed(digits);
  return text.includes('.') ? text.replace(/\.?0+$/, '').replace(/^-0$/, '0') : text;
};

/** Two lower-case hex digits for a component 0–1. */
export const hexByte = (part: number): string =>
  Math.round(Math.min(1, Math.max(0, part)) * 255)
    .toString(16)
    .padStart(2, '0');

/** `#rrggbb`, or `#rrggbbaa` if the colour is not opaque. */
export const cssHex = ({ hex, alpha }: TokenColor): string => (alpha < 1 ? hex + hexByte(alpha) : hex);

/** The comma syntax, which every browser and preprocessor understands. */
const cssRgb = ({ rgb, alpha }: TokenColor): string =>
  alpha < 1
    ? `rgba(${rgb.r}, ${rgb.g}, ${rgb.b}, ${decimal(alpha, 4)})`
    : `rgb(${rgb.r}, ${rgb.g}, ${rgb.b})`;

/** CSS Color 4 `oklch()`: the intended colour, even outside sRGB. */
const cssOklch = ({ oklch, alpha }: TokenColor): string =>
  `oklch(${decimal(oklch.l, 5)} ${decimal(oklch.c, 5)} ${decimal(oklch.h, 3)}${slash(alpha)})`;

/** CSS Color 4 `color(display-p3 …)`. */
export const cssP3 = ({ p3, alpha }: TokenColor): string =>
  `color(display-p3 ${decimal(p3.r, 5)} ${decimal(p3.g, 5)} ${decimal(p3.b, 5)}${slash(alpha)})`;

const slash = (alpha: number): string => (alpha < 1 ? ` / ${decimal(alpha, 4)}` : '');

/** A colour in the requested syntax. */
export const cssColor = (color: TokenColor, syntax: ColorSyntax): string => {
  if (syntax === 'hex') return cssHex(color);
  return syntax === 'rgb' ? cssRgb(color) : cssOklch(color);
};
