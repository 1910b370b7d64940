import { parseColor } from '../../color/css/parse-color.ts';
import { clamp } from '../../color/srgb.ts';
import { isNode } from '../../themes/tokens/token-tree.ts';
import type { SourceToken } from './tokens-studio-sets.ts';

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

/**
 * A colour that Tokens Studio calculates: an opacity on another colour, or a modifier. Undefined if
 * it is none of these.
 * @param valueOf follows references
 */
export const readModifiedColor = (
  { value, type, extensions }: SourceToken,
  valueOf: (text: string) => string,
): ModifiedColor | undefined => {
  if (typeof value !== 'string' || type !== 'color') return undefined;
  const [, color = '', opacity = ''] = RGBA.exec(valueOf(value.trim())) ?? [];
  const painted = color === '' ? null : withOpacity(color, fraction(opacity));
  const studio = isNode(extensions) ? extensions['studio.tokens'] : undefined;
  const modify = isNode(studio) ? studio['modify'] : undefined;
  if (!isNode(modify)) return painted === null ? undefined : { ok: true, value: painted, written: value };
  const kind = typeof modify['type'] === 'string' ? modify['type'] : 'unknown';
  const given = modify['value'];
  const amount = typeof given === 'string' || typeof given === 'number' ? `${given}` : '';
  const result = kind === 'alpha' ? withOpacity(painted ?? valueOf(value), fraction(valueOf(amount))) : null;
  if (result !== null) return { ok: true, value: result, written: `${value} with the opacity ${amount}` };
  return {
    ok: false,
    reason: `the modifier ${kind.slice(0, 40)} of ${value.slice(0, 60)} can't be calculated here`,
  };
};
