import type { Unit } from '../../metrics/metric.ts';

export interface ChartPoint {
  /** What stands under the axis and in the tooltip. */
  readonly label: string;
  /** Null for a mean of nothing, which leaves a gap. */
  readonly value: number | null;
  /** The value of the period compared with; left out without a comparison. */
  readonly before?: number | null | undefined;
}

export interface LineChartOptions {
  readonly title: string;
  readonly unit: Unit;
  readonly formatValue: (value: number | null) => string;
  /** True when the last point's period isn't over: its piece of the line is dashed. */
  readonly lastIsPartial?: boolean;
  /** Stretches of points (by number) that are marked behind the line. */
  readonly bands?: readonly { readonly from: number; readonly to: number }[];
  /** Lines across the chart at points (by number), each with the text of its tooltip. */
  readonly marks?: readonly { readonly point: number; readonly text: string }[];
}
