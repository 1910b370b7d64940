import type { Oklch } from '../color.ts';
import { GREY_CHROMA } from '../generate.ts';
import { hueDifference } from '../oklab.ts';

/** OKLCH hues, as common design systems name them. */
const HUES: readonly (readonly [name: string, hue: number])[] = [
  ['rose', 12],
  ['red', 27],
  ['orange', 50],
  ['amber', 72],
  ['yellow', 98],
  ['lime', 128],
  ['green', 150],
  ['emerald', 163],
  ['teal', 184],
  ['cyan', 210],
  ['sky', 236],
  ['blue', 260],
  ['indigo', 277],
  ['violet', 293],
  ['purple', 306],
  ['fuchsia', 322],
  ['pink', 352],
];

/** OKLCH lightness of the steps. */
const STEPS: readonly (readonly [step: string, lightness: number])[] = [
  ['50', 0.975],
  ['100', 0.945],
  ['200', 0.895],
  ['300', 0.82],
  ['400', 0.73],
  ['500', 0.64],
  ['600', 0.555],
  ['700', 0.475],
  ['800', 0.4],
  ['900', 0.33],
  ['950', 0.245],
];

const nearest = (list: readonly (readonly [string, number])[], distance: (value: number) => number): string =>
  list.reduce<{ name: string; best: number }>(
    (found, [name, value]) => {
      const here = distance(value);
      return here < found.best ? { name, best: here } : found;
    },
    { name: '', best: Number.POSITIVE_INFINITY },
  ).name;

/** Names a colour's hue: `blue`, or `gray` if it has no visible one. */
const hueName = ({ c, h }: Oklch): string =>
  c < 3 * GREY_CHROMA ? 'gray' : nearest(HUES, (hue) => Math.abs(hueDifference(h, hue)));

const unique = (names: readonly string[]): string[] => {
  const taken = new Map<string, number>();
  return names.map((name) => {
    const number = (taken.get(name) ?? 0) + 1;
    taken.set(name, number);
    return number === 1 ? name : `${name}-${number}`;
  });
};

/** Names by hue, unique in their list: `blue`, `blue-2`. */
export const hueNames = (colors: readonly Oklch[]): string[] => unique(colors.map(hueName));

/** Names by hue and lightness, unique in their list: `blue-600`, `gray-100`, `blue-600-2`. */
export const plainNames = (colors: readonly Oklch[]): string[] =>
  unique(
    colors.map(
      (color) => `${hueName(color)}-${nearest(STEPS, (lightness) => Math.abs(color.l - lightness))}`,
    ),
  );
