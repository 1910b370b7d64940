import type { DateRange } from '../calendar/date-range.ts';
import { isProperty } from '../dimensions/dimension-names.ts';
import type { OpenList } from '../dimensions/panels.ts';
import type { Metric } from '../metrics/metric-values.ts';
import { answerQuery } from '../stats/query/answer-query.ts';
import type { Filter } from '../stats/query/filter.ts';
import type { Site } from '../stats/query/sums-request.ts';
import type { StatsStore } from '../stats/stats-store.ts';

export interface PanelRow {
  readonly value: string;
  readonly title: string | null;
  readonly count: number;
}

export interface PanelData {
  readonly rows: readonly PanelRow[];
  /** Number of rows in the whole list; undefined where it isn't known. */
  readonly total: number | undefined;
}

export const ROWS_OPEN = 100;

const PANEL_METRIC: Partial<Record<OpenList, Metric>> = {
  page: 'pageviews',
  event: 'events',
  properties: 'events',
};

/**
 * Returns the metric that a list counts: page views for pages, events for events and their
 * properties, else visits, which add up under every filter.
 */
export const panelMetric = (panel: OpenList): Metric =>
  PANEL_METRIC[panel] ?? (panel !== 'properties' && isProperty(panel) ? 'events' : 'visits');

/** The values of a dimension or property, the most frequent first. */
export const listPanel = async (
  store: StatsStore,
  site: Site,
  panel: Exclude<OpenList, 'properties'>,
  filter: Filter,
  range: DateRange,
  limit: number,
  offset = 0,
): Promise<PanelData> => {
  const metric = panelMetric(panel);
  const { rows, total } = await answerQuery(store, site, {
    metrics: [metric],
    groupBy: [panel],
    filter,
    range,
    limit,
    offset,
  });
  return {
    total,
    rows: rows.map((row) => ({
      value: row.dimensions[panel] ?? '',
      title: row.title,
      count: row.metrics[metric] ?? 0,
    })),
  };
};
