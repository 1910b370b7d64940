import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import type { ChartPoint, LineChartOptions } from './chart-point.ts';

const LABELS = 8;

/** What stands under the axis: eight labels at most. */
export const axisLabels = (
  points: readonly ChartPoint[],
  xOf: (index: number) => number,
): readonly Html[] => {
  const count = points.length;
  const every = Math.max(1, Math.ceil(count / LABELS));
  return points.flatMap(({ label }, index) => {
    if (index % every !== 0 || (index > 0 && index + every / 2 >= count && index < count - 1)) return [];
    const anchor = count === 1 ? 'middle' : index === 0 ? 'start' : index === count - 1 ? 'end' : 'middle';
    // Every second one goes where the chart is narrow.
    const name = (index / every) % 2 === 1 ? 'tick minor' : 'tick';
    return [
      html`<text class="${name}" x="${xOf(index)}%" y="100%" dy="20" text-anchor="${anchor}">${label}</text>`,
    ];
  });
};

/** What a point says when it is pointed at. */
export const tooltip = (
  { label, value, before }: ChartPoint,
  format: LineChartOptions['formatValue'],
): string => `${label}: ${format(value)}${before === undefined ? '' : ` (before: ${format(before)})`}`;
