import { clamp } from '../../color/color.ts';
import { hexContradicts } from '../../themes/tokens/dtcg-color.ts';
import { isNode, MAX_DEPTH } from '../../themes/tokens/token-tree.ts';
import type { TreeNode } from '../../themes/tokens/token-tree.ts';
import type { Json } from '../../themes/theme.ts';

/** A value in DTCG 2025.10, and whether it was written in another way. */
interface ReadValue {
  readonly value: Json;
  readonly isChanged: boolean;
}

/** `#000` and `#00000066` as the six digits that the format asks for; the opacity is in `alpha`. */
const sixDigits = (color: TreeNode): TreeNode | null => {
  const { hex } = color;
  if (typeof hex !== 'string' || !/^#(?:[\da-f]{3,4}|[\da-f]{8})$/i.test(hex)) return null;
  const full = hex.length < 7 ? hex.replaceAll(/[\da-f]/gi, '$&$&') : hex;
  return { ...color, hex: full.slice(0, 7).toLowerCase() };
};

/** Android's `dp` are what CSS calls `px`. */
const inPixels = (dimension: TreeNode): TreeNode | null =>
  dimension['unit'] === 'dp' && typeof dimension['value'] === 'number' ? { ...dimension, unit: 'px' } : null;

const numberIn = (measure: Json | undefined): number | null =>
  isNode(measure) && typeof measure['value'] === 'number' ? measure['value'] : null;
const unitOf = (measure: Json | undefined): string =>
  isNode(measure) && typeof measure['unit'] === 'string' ? measure['unit'] : '';

/** Parts of an em in the units that letter spacing has, and the format lacks. */
const EM: Readonly<Record<string, number>> = { em: 1, '%': 0.01 };

/** Letter spacing and line height as the format has them, from those that depend on the font size. */
const absolute = (typography: TreeNode): TreeNode | null => {
  const { letterSpacing: spacing, lineHeight: height, fontSize } = typography;
  const size = numberIn(fontSize);
  const scale = EM[unitOf(spacing)];
  const spaced = numberIn(spacing);
  const line = numberIn(height);
  const changes = {
    ...(spacing === 0 ? { letterSpacing: { value: 0, unit: 'px' } } : {}),
    ...(scale !== undefined && spaced !== null && size !== null
      ? {
          letterSpacing: {
            value: Number((spaced * scale * size).toFixed(6)),
            unit: unitOf(fontSize),
          },
        }
      : {}),
    ...(line !== null && size !== null && size > 0 && unitOf(height) === unitOf(fontSize)
      ? { lineHeight: Number((line / size).toFixed(6)) }
      : {}),
  };
  return Object.keys(changes).length === 0 ? null : { ...typography, ...changes };
};

/** A transition that says nothing of a delay has none. */
const withDelay = (transition: TreeNode): TreeNode | null =>
  transition['timingFunction'] !== undefined && transition['delay'] === undefined
    ? { ...transition, delay: { value: 0, unit: 'ms' } }
    : null;

/** Positions before the first and behind the last are those. */
const clamped = (stop: TreeNode): TreeNode | null => {
  const { color, position } = stop;
  if (color === undefined || typeof position !== 'number' || (position >= 0 && position <= 1)) return null;
  return { ...stop, position: clamp(position, 0, 1) };
};

/** `hex` is a fallback: one of another colour than the components counts for nothing. */
const withoutWrongHex = (color: TreeNode): TreeNode | null =>
  color['hex'] !== undefined && hexContradicts(color)
    ? Object.fromEntries(Object.entries(color).filter(([name]) => name !== 'hex'))
    : null;

/** A JSON Pointer with the spaces of names encoded, as a URI fragment has them. */
export const withEncodedPointer = (node: TreeNode): TreeNode | null => {
  const { $ref: pointer } = node;
  if (typeof pointer !== 'string' || !pointer.startsWith('#/') || !pointer.includes(' ')) return null;
  return { ...node, $ref: pointer.replaceAll(' ', '%20') };
};

/**
 * A DTCG value with what other tools write read as it was meant: hex colours of 3, 4 or 8 digits,
 * `dp`, letter spacing in `em` or `%`, line heights in pixels, transitions
 * without a delay, positions outside of 0–1, a `hex` of another colour, and pointers with spaces.
 */
export const readDtcgValue = (given: Json, depth = 0): ReadValue => {
  // Too deep for the validation, which says so.
  if (depth > MAX_DEPTH) return { value: given, isChanged: false };
  if (Array.isArray(given)) {
    const items = (given as readonly Json[]).map((item) => readDtcgValue(item, depth + 1));
    return { value: items.map(({ value }) => value), isChanged: items.some(({ isChanged }) => isChanged) };
  }
  if (!isNode(given)) return { value: given, isChanged: false };
  const rewritten =
    sixDigits(given) ??
    inPixels(given) ??
    absolute(given) ??
    withDelay(given) ??
    clamped(given) ??
    withoutWrongHex(given) ??
    withEncodedPointer(given);
  const entries = Object.entries(rewritten ?? given).map(
    ([name, item]) => [name, readDtcgValue(item, depth + 1)] as const,
  );
  return {
    value: Object.fromEntries(entries.map(([name, { value }]) => [name, value])),
    isChanged: rewritten !== null || entries.some(([, { isChanged }]) => isChanged),
  };
};
