import type { Unit } from './definitions.ts';

/** Values of a chart's grid lines: 0, then equal steps up to at least the highest value. */
export interface ChartScale {
  readonly lines: readonly number[];
  readonly top: number;
}

const LINES = 4;
const SECONDS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800];
const HOUR = 3600;

/** The smallest of 1, 2, 5 × 10ⁿ and 25 × 10ⁿ that is at least `value`, and 1 at least. */
const roundStep = (value: number): number => {
  if (value <= 1) return 1;
  const magnitude = 10 ** Math.floor(Math.log10(value));
  const factors = magnitude === 1 ? [1, 2, 5, 10] : [1, 2, 2.5, 5, 10];
  return (factors.find((factor) => factor * magnitude >= value - 1e-9) ?? 10) * magnitude;
};

const STEPS: Readonly<Record<Unit, (value: number) => number>> = {
  count: roundStep,
  percent: roundStep,
  share: (value) => roundStep(value * 100) / 100,
  ratio: (value) => roundStep(value * 10) / 10,
  seconds: (value) => SECONDS.find((seconds) => seconds >= value) ?? roundStep(value / HOUR) * HOUR,
};

/** Round numbers for an axis from 0 to the highest value. */
export const chartScale = (highest: number, unit: Unit): ChartScale => {
  const step = STEPS[unit](highest / LINES);
  const count = Math.max(1, Math.ceil(highest / step - 1e-9));
  return { lines: Array.from({ length: count + 1 }, (_, index) => index * step), top: count * step };
};

/** Percent of the chart's width and height. */
interface Place {
  readonly x: number;
  readonly y: number;
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** How far from the left a point is, in percent; a point by itself is in the middle. */
export const placeOf = (index: number, count: number): number =>
  round(count === 1 ? 50 : (100 * index) / (count - 1));

/** How far from the top a value is, in percent. */
export const heightOf = (value: number, top: number): number => round(100 - (100 * value) / top);

/** Number of the point that is nearest to a share of the width. */
export const pointAt = (share: number, count: number): number =>
  Math.max(0, Math.min(count - 1, Math.round(share * (count - 1))));

/** Values as stretches of places without gaps: a mean of nothing is no zero. */
const piecesOf = (values: readonly (number | null)[], top: number): readonly (readonly Place[])[] => {
  const pieces: Place[][] = [[]];
  values.forEach((value, index) => {
    if (value !== null) pieces.at(-1)?.push({ x: placeOf(index, values.length), y: heightOf(value, top) });
    else if (pieces.at(-1)?.length !== 0) pieces.push([]);
  });
  return pieces.filter((piece) => piece.length > 0);
};

const pathOf = (piece: readonly Place[]): string =>
  piece.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');

/** The line through values, as the path of a drawing of 100 × 100. */
export const linePath = (values: readonly (number | null)[], top: number): string =>
  piecesOf(values, top).map(pathOf).join('');

/** The area below the line. */
export const areaPath = (values: readonly (number | null)[], top: number): string =>
  piecesOf(values, top)
    .filter(({ length }) => length > 1)
    .map((piece) => `${pathOf(piece)}L${piece.at(-1)?.x ?? 0} 100L${piece[0]?.x ?? 0} 100Z`)
    .join('');

/** A name under the axis. */
export interface AxisLabel {
  readonly index: number;
  readonly anchor: 'start' | 'middle' | 'end';
  /** True for every second one, which is left out where the chart is narrow. */
  readonly isMinor: boolean;
}

const LABELS = 8;

/** Places of the names under the axis: nine at most, the outermost inside of the chart. */
export const axisLabels = (count: number): readonly AxisLabel[] => {
  const every = Math.max(1, Math.ceil(count / LABELS));
  return Array.from({ length: count }, (_, index) => index)
    .filter(
      (index) => index % every === 0 && (index === 0 || index + every / 2 < count || index === count - 1),
    )
    .map((index) => ({
      index,
      anchor: count === 1 ? 'middle' : index === 0 ? 'start' : index === count - 1 ? 'end' : 'middle',
      isMinor: (index / every) % 2 === 1,
    }));
};
