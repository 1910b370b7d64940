import type { DateRange } from '../calendar/date-range.ts';
import type { Interval } from '../calendar/interval.ts';
import type { OpenList } from '../dimensions/panels.ts';
import type { MetricValues } from '../metrics/metric-values.ts';
import type { Segment } from '../segments/segment.ts';
import type { AnswerRow } from '../stats/query/resolved-query.ts';
import type { Breakdown, ImportedRange } from '../stats/query/stats-rows.ts';
import type { Site } from '../stats/query/sums-request.ts';
import type { Note } from './chart/chart-notes.ts';
import type { PanelData } from './list-panel.ts';
import type { KnownNames } from './page-filters.ts';
import type { PageQuery } from './page-query.ts';

/** Everything that a statistics page shows. */
export interface PageData {
  readonly site: Site;
  readonly range: DateRange;
  readonly comparisonRange: DateRange | undefined;
  readonly interval: Interval;
  readonly totals: MetricValues;
  readonly totalsBefore: MetricValues | undefined;
  readonly series: readonly AnswerRow[];
  /** True when the last bucket isn't over yet. */
  readonly isLastPartial: boolean;
  readonly panels: ReadonlyMap<OpenList, PanelData>;
  /** Visits by country, for the map. */
  readonly countries: readonly Breakdown[];
  readonly liveVisitors: number;
  /** Those that can be chosen. */
  readonly segments: readonly Segment[];
  readonly names: KnownNames;
  /** What was asked, without filters that name nothing any more. */
  readonly query: PageQuery;
  /** Imported days of the range; under a filter they aren't counted. */
  readonly imported: readonly ImportedRange[];
  /** Notes of the range, in the order of time. */
  readonly notes: readonly Note[];
}
