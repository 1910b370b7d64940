import type { Unit } from '../../metrics/metric.ts';

export interface ChartScale {
  /** Values of the chart's grid lines: 0, then equal steps up to at least the highest value. */
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
  const lines = Array.from({ length: count + 1 }, (_, index) => index * step);
  return { lines, top: count * step };
};
