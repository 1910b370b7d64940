import type { Comparison, DateRange } from '../../calendar/date-range.ts';
import type { GroupBy } from '../../dimensions/dimension-names.ts';
import type { Filter } from './filter.ts';
import type { Metric, MetricValues } from '../../metrics/metric-values.ts';
import type { RowOrder } from './row-order.ts';

/** A question with every name resolved: days instead of a preset, an order instead of a default. */
export interface ResolvedQuery {
  readonly metrics: readonly Metric[];
  readonly groupBy: readonly GroupBy[];
  readonly filter: Filter;
  readonly range: DateRange;
  readonly compare?: Comparison | undefined;
  /** The comparison ends where it is as far on as the range is now (milliseconds since 1970). */
  readonly comparedUntil?: number | undefined;
  readonly sort?: RowOrder['sort'] | undefined;
  readonly search?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

export interface AnswerRow {
  /** By dimension: a bucket's label, or a value. */
  readonly dimensions: Readonly<Record<string, string>>;
  /** Title of the page in the dimensions. */
  readonly title: string | null;
  readonly metrics: MetricValues;
  /** The metrics of the range compared with; null where it has no such bucket. */
  readonly comparison?: MetricValues | null;
}

export interface Answer {
  readonly rows: readonly AnswerRow[];
  readonly total: number;
  readonly comparisonRange: DateRange | undefined;
  /** True where imported days are counted. */
  readonly hasImported: boolean;
}
