import { readFileSync } from 'node:fs';
import type { Oklab, Oklch } from '../color.ts';
import { GREY_CHROMA } from '../generate.ts';
import { hueDifference, oklabOfRgb } from '../oklab.ts';
import { rgbOfHex } from '../color.ts';

/** Finds the nearest of a fixed set of colours. */
interface NearestIndex {
  /** The index of the nearest colour by ΔEOK, ignoring `except`; −1 if none is left. */
  nearest(color: Oklab, except: ReadonlySet<number>): number;
}

/**
 * A k-d tree over OKLab in flat arrays: a node is the median of its range, with a half on either
 * side.
 */
export const createNearestIndex = (colors: readonly Oklab[]): NearestIndex => {
  const size = colors.length;
  const order = Array.from({ length: size }, (_, place) => place);
  const axisOf = (color: Oklab | undefined, axis: number): number =>
    color === undefined ? 0 : axis === 0 ? color.l : axis === 1 ? color.a : color.b;

  const build = (from: number, to: number, axis: number): void => {
    if (to - from < 2) return;
    const sorted = order
      .slice(from, to)
      // Ties are broken by list position, so the tree is the same on every machine.
      .sort((x, y) => axisOf(colors[x], axis) - axisOf(colors[y], axis) || x - y);
    order.splice(from, sorted.length, ...sorted);
    const middle = (from + to) >> 1;
    build(from, middle, (axis + 1) % 3);
    build(middle + 1, to, (axis + 1) % 3);
  };
  build(0, size, 0);

  const points = new Float64Array(size * 3);
  order.forEach((place, node) => {
    for (let axis = 0; axis < 3; axis += 1) points[node * 3 + axis] = axisOf(colors[place], axis);
  });

  const at = (node: number, axis: number): number => points[node * 3 + axis] ?? 0;

  return {
    nearest({ l, a, b }, except) {
      let best = -1;
      let bestDistance = Number.POSITIVE_INFINITY;
      const visit = (from: number, to: number, axis: number): void => {
        if (from >= to) return;
        const node = (from + to) >> 1;
        const [dl, da, db] = [l - at(node, 0), a - at(node, 1), b - at(node, 2)];
        const distance = dl * dl + da * da + db * db;
        if (distance <= bestDistance) {
          const place = order[node] ?? -1;
          if ((distance < bestDistance || place < best) && !except.has(place)) {
            best = place;
            bestDistance = distance;
          }
        }
        const beyond = axis === 0 ? dl : axis === 1 ? da : db;
        const next = axis === 2 ? 0 : axis + 1;
        if (beyond < 0) {
          visit(from, node, next);
          if (beyond * beyond <= bestDistance) visit(node + 1, to, next);
        } else {
          visit(node + 1, to, next);
          if (beyond * beyond <= bestDistance) visit(from, node, next);
        }
      };
      visit(0, size, 0);
      return best;
    },
  };
};

const LIST = readFileSync(new URL('color-names.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => ({ name: line.slice(7), lab: oklabOfRgb(rgbOfHex(`#${line.slice(0, 6)}`)) }));

const index = createNearestIndex(LIST.map(({ lab }) => lab));

/** The size of the list of names. */
export const COLOR_NAME_COUNT = LIST.length;

/**
 * Creates a function that names a colour after the nearest entry of the list (ΔEOK) and never
 * repeats a name. Use one per palette.
 */
export const createNamer = (): ((color: Oklab) => string) => {
  const used = new Set<number>();
  return (color) => {
    const nearest = index.nearest(color, used);
    used.add(nearest);
    return LIST[nearest]?.name ?? '';
  };
};

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
