import Color from 'colorjs.io';
import { parseColor } from '../../color/css/parse-color.ts';
import { clamp } from '../../color/color.ts';
import type { Json } from '../../themes/theme.ts';
import { isNode } from '../../themes/tokens/token-tree.ts';
import { isCalculation } from './tokens-studio-math.ts';
import type { Calculator, SourceToken } from './tokens-studio-math.ts';

/** A colour that is calculated from another one; or why it can't be. */
type ModifiedColor =
  | { readonly ok: true; readonly value: string; readonly written: string }
  | { readonly ok: false; readonly reason: string };

/** `rgba(#ff0000, 0.5)`, and `rgba({red}, 50%)` with the reference followed. */
const RGBA = /^(?:rgba?|hsla?)\(\s*([^,\s]+|[a-z]+\([^()]*\))\s*,\s*([\d.]+%?)\s*\)$/i;

const fraction = (text: string): number => {
  const amount = Number.parseFloat(text);
  return text.endsWith('%') ? amount / 100 : amount;
};

const withOpacity = (color: string, opacity: number): string | null => {
  const parsed = parseColor(color);
  if (!parsed.ok || !Number.isFinite(opacity)) return null;
  const { r, g, b } = parsed.rgb;
  return `rgb(${r} ${g} ${b} / ${clamp(opacity, 0, 1)})`;
};

const SPACES: ReadonlySet<string> = new Set(['lch', 'srgb', 'p3', 'hsl']);

interface Modifier {
  readonly type: string;
  readonly space: string;
  readonly amount: number;
  /** Of `mix`. */
  readonly other: string;
  readonly format: string;
}

/** A colour moved towards white or black, as far in its lightness or its channels as the amount says. */
const moved = (color: Color, { type, space, amount }: Modifier): Color => {
  const towards = (value: number, top: number): number =>
    type === 'lighten' ? Math.min(top, value + (top - value) * amount) : Math.max(0, value - value * amount);
  const coords = color.to(space).coords.map((value) => value ?? 0);
  const [one = 0, two = 0, three = 0] = coords;
  const { alpha } = color;
  if (space === 'lch')
    return new Color('lch', [towards(one, 100), Math.max(0, two - amount * two), three], alpha);
  if (space === 'hsl') return new Color('hsl', [one, two, towards(three, 100)], alpha);
  return new Color(space, [towards(one, 1), towards(two, 1), towards(three, 1)], alpha);
};

/**
 * A colour as Tokens Studio's own library, @tokens-studio/sd-transforms, modifies it, which calculates
 * with colorjs.io in five digits. Null for what it doesn't know.
 */
const modified = (base: string, modifier: Modifier): string | null => {
  const { type, space, amount, other, format } = modifier;
  if (!SPACES.has(space) || !Number.isFinite(amount)) return null;
  const change = (color: Color): Color | null => {
    if (type === 'lighten' || type === 'darken') return moved(color, modifier).to(color.space);
    if (type === 'mix')
      return new Color(color.mix(other, clamp(amount, 0, 1), { space }).toString({ precision: 5 }));
    if (type !== 'alpha') return null;
    color.alpha = clamp(amount, 0, 1);
    return color;
  };
  try {
    const changed = change(new Color(base))?.to(space);
    if (changed === undefined) return null;
    if (format === 'hex') return changed.to('srgb').toString({ precision: 5, format });
    return (SPACES.has(format) ? changed.to(format) : changed).toString({ precision: 5 });
  } catch {
    return null;
  }
};

/**
 * A colour that Tokens Studio calculates: an opacity on another colour, or a modifier. Undefined if
 * it is none of these.
 * @param calculator follows references, and calculates amounts
 */
export const readModifiedColor = (
  { value, type, extensions }: SourceToken,
  { valueOf, calculate }: Calculator,
): ModifiedColor | undefined => {
  if (typeof value !== 'string' || type !== 'color') return undefined;
  const [, color = '', opacity = ''] = RGBA.exec(valueOf(value.trim())) ?? [];
  const painted = color === '' ? null : withOpacity(color, fraction(opacity));
  const studio = isNode(extensions) ? extensions['studio.tokens'] : undefined;
  const modify = isNode(studio) ? studio['modify'] : undefined;
  if (!isNode(modify)) return painted === null ? undefined : { ok: true, value: painted, written: value };
  const textIn = (name: string): string => {
    const given = modify[name];
    return typeof given === 'string' || typeof given === 'number' ? `${given}` : '';
  };
  const kind = textIn('type') || 'unknown';
  const given = textIn('value');
  const amount = valueOf(given);
  const calculated = calculate(amount) ?? amount;
  const base = painted ?? valueOf(value.trim());
  const result = modified(base, {
    type: kind,
    space: textIn('space') || 'srgb',
    amount: fraction(calculated),
    other: valueOf(textIn('color')),
    format: textIn('format'),
  });
  if (result !== null && parseColor(result).ok) {
    const by = kind === 'mix' ? `${textIn('color')} ${given}` : given;
    return { ok: true, value: result, written: `${value} with ${kind} ${by}` };
  }
  return {
    ok: false,
    reason: `the modifier ${kind.slice(0, 40)} of ${value.slice(0, 60)} can't be calculated here`,
  };
};

/** The colour that an opacity on another one makes; other texts as they are. */
export const colorWithOpacity = (value: string, calculator: Calculator): string => {
  const token = { path: [], value, type: 'color', description: undefined, extensions: undefined };
  const color = readModifiedColor({ ...token, deprecated: undefined }, calculator);
  return color?.ok === true ? color.value : value;
};

/** A composite value with its members calculated, and opacities on colours. */
export const calculateMembers = (value: Json, calculator: Calculator): Json => {
  if (typeof value === 'string')
    return isCalculation(value)
      ? (calculator.calculate(value) ?? value)
      : colorWithOpacity(value, calculator);
  if (Array.isArray(value))
    return (value as readonly Json[]).map((item) => calculateMembers(item, calculator));
  if (!isNode(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, calculateMembers(item, calculator)]),
  );
};
