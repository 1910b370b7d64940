import type { AnnotationsStore } from '../annotations/annotations-store.ts';
import { comparisonRange, lengthInDays, spanOf } from '../calendar/date-range.ts';
import type { Metric } from '../metrics/metric-values.ts';
import { TILE_METRICS } from '../metrics/metric-values.ts';
import type { Segment } from '../segments/segment.ts';
import { answerQuery } from '../stats/query/answer-query.ts';
import type { Filter } from '../stats/query/filter.ts';
import type { Site } from '../stats/query/sums-request.ts';
import { resolvePreset } from '../stats/resolve-preset.ts';
import type { StatsStore } from '../stats/stats-store.ts';
import { chartInterval, untilNow } from './chart/chart-interval.ts';
import { notesOf } from './chart/chart-notes.ts';
import { loadPanels } from './load-panels.ts';
import type { PageData } from './page-data.ts';
import type { PageQuery } from './page-query.ts';
import type { PropertiesStore } from './properties-store.ts';

export interface StatsPageServiceDeps {
  readonly store: StatsStore;
  readonly segments: { list(websiteId: number): Promise<readonly Segment[]> };
  readonly annotations: Pick<AnnotationsStore, 'list'>;
  readonly properties: PropertiesStore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface StatsPageService {
  /** True once anything was counted. */
  hasTraffic(site: Site): Promise<boolean>;
  liveVisitors(site: Site): Promise<number>;
  /** @returns undefined as long as nothing was ever counted */
  load(site: Site, query: PageQuery): Promise<PageData | undefined>;
}

/** At least one is above 0 where there is any traffic. */
const COUNTED = ['visits', 'pageviews', 'events'] as const satisfies readonly Metric[];

/** Loads a statistics page from one snapshot of the database. */
export const createStatsPageService = (deps: StatsPageServiceDeps): StatsPageService => {
  const { store, segments, annotations, properties, now } = deps;
  return {
    hasTraffic: async (site) => (await store.firstTraffic(site)) !== undefined,
    liveVisitors: (site) => store.liveVisitors(site, now()),
    load: (site, query) =>
      store.inSnapshot(async (snapshot) => {
        const { period } = query;
        const range =
          typeof period === 'object' ? period : await resolvePreset(snapshot, site, period, now());
        const ofSite = await segments.list(site.id);
        const segment = ofSite.find(({ id }) => id === query.segment);
        const filter: Filter = { and: [...query.filters, ...(segment?.filters ?? [])] };
        const interval = chartInterval(lengthInDays(range));
        const common = { filter, range, compare: query.compare, limit: 100_000, offset: 0 };
        const total = await answerQuery(snapshot, site, {
          ...common,
          metrics: [...TILE_METRICS, 'events'],
          groupBy: [],
        });
        const totals = total.rows[0]?.metrics ?? {};
        const isEmpty = COUNTED.every((metric) => (totals[metric] ?? 0) === 0);
        if (isEmpty && (await snapshot.firstTraffic(site)) === undefined) return undefined;
        const series = await answerQuery(snapshot, site, {
          ...common,
          metrics: [query.metric],
          groupBy: [`time:${interval}`],
        });

        const span = spanOf(range, site.timezone);
        const { panels, countries } = await loadPanels({ snapshot, properties, site, query, filter, range });
        const liveVisitors = await snapshot.liveVisitors(site, now());
        return {
          site,
          range,
          interval,
          panels,
          comparisonRange: query.compare && comparisonRange(range, query.compare),
          totals,
          totalsBefore: total.rows[0]?.comparison ?? undefined,
          series: untilNow(series.rows, interval, now()),
          isLastPartial: span.end > now(),
          countries,
          liveVisitors,
          segments: ofSite,
          imported: (await snapshot.importedDays(site)).filter(
            ({ from, to }) => from <= range.to && to >= range.from,
          ),
          notes: await notesOf(annotations, site, span, interval),
        };
      }),
  };
};
