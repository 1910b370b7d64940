import { AppError } from '@platform/errors';

import type { AnnotationsStore } from '../annotations/annotations-store.ts';
import { comparisonRange, lengthInDays, spanOf } from '../calendar/date-range.ts';
import type { DateRange, Interval } from '../calendar/date-range.ts';
import { isVisitDimension } from '../dimensions/dimension-names.ts';
import type { VisitDimension } from '../dimensions/dimension-names.ts';
import { SHOWN_PANELS } from '../dimensions/panels.ts';
import type { OpenList, Panel } from '../dimensions/panels.ts';
import { TILE_METRICS } from '../metrics/metric-values.ts';
import type { Metric } from '../metrics/metric-values.ts';
import type { Goal } from '../goals/goal.ts';
import type { Segment } from '../segments/segments-store.ts';
import { answerQuery } from '../stats/query/answer-query.ts';
import { conditionsOf } from '../stats/query/filter.ts';
import type { Filter } from '../stats/query/filter.ts';
import type { AnswerRow, Site, SumsRequest } from '../stats/query/sums-request.ts';
import type { Breakdown } from '../stats/query/stats-rows.ts';
import type { Questions } from '../stats/questions.ts';
import { resolvePreset } from '../stats/resolve-preset.ts';
import type { StatsStore } from '../stats/stats-store.ts';
import { notesOf } from './chart/chart-notes.ts';
import { listPanel, ROWS_OPEN } from './list-panel.ts';
import type { PanelData } from './list-panel.ts';
import type { PageData } from './page-data.ts';
import { knownFilters } from './page-filters.ts';
import type { KnownNames } from './page-filters.ts';
import type { PageQuery } from './page-query.ts';
import type { PropertiesStore } from '../stats/properties-store.ts';

interface PanelsRequest {
  readonly snapshot: StatsStore;
  readonly properties: PropertiesStore;
  readonly site: Site;
  readonly query: PageQuery;
  readonly filter: Filter;
  readonly range: DateRange;
}

interface LoadedPanels {
  readonly panels: ReadonlyMap<OpenList, PanelData>;
  /** Visits by country, for the map. */
  readonly countries: readonly Breakdown[];
}

const ROWS = 8;
const COUNTRIES = 300;

/**
 * All lists at once: from the rollups, or under a filter from one scan of the visits and one each
 * for pages and events.
 */
const allPanels = async ({
  snapshot,
  site,
  filter,
  range,
}: PanelsRequest): Promise<Map<Panel, PanelData>> => {
  const request: SumsRequest = {
    site,
    range,
    span: spanOf(range, site.timezone),
    groupBy: [],
    buckets: undefined,
    filter,
    sums: new Set(['visits']),
  };
  if (conditionsOf(filter).length === 0)
    return new Map(
      await snapshot.topValues(request, SHOWN_PANELS, (panel) => (panel === 'country' ? COUNTRIES : ROWS)),
    );
  const dimensions = SHOWN_PANELS.filter((panel): panel is Panel & VisitDimension => isVisitDimension(panel));
  const found = await snapshot.breakdown(request, dimensions, COUNTRIES);
  const panels = new Map<Panel, PanelData>();
  for (const panel of SHOWN_PANELS) {
    const rows = isVisitDimension(panel) ? found.get(panel) : undefined;
    panels.set(
      panel,
      rows === undefined
        ? await listPanel(snapshot, site, panel, filter, range, ROWS)
        : {
            rows: rows.map(({ value, visits }) => ({ value, title: null, count: visits })),
            total: rows.length < COUNTRIES ? rows.length : undefined,
          },
    );
  }
  return panels;
};

const openPanel = async (request: PanelsRequest, panel: OpenList): Promise<PanelData> => {
  const { snapshot, properties, site, query, filter, range } = request;
  if (panel === 'properties') {
    const names = await properties.names({ site, range, filter }, ROWS_OPEN);
    // The list has one page.
    return { rows: names.map((name) => ({ ...name, title: null })), total: names.length };
  }
  return listPanel(snapshot, site, panel, filter, range, ROWS_OPEN, (query.number - 1) * ROWS_OPEN);
};

/** The lists of a page: all short ones, or the one that is open. */
const loadPanels = async (request: PanelsRequest): Promise<LoadedPanels> => {
  const { query } = request;
  if (query.panel !== undefined)
    return { panels: new Map([[query.panel, await openPanel(request, query.panel)]]), countries: [] };
  if (query.view !== undefined) return { panels: new Map(), countries: [] };
  const all = await allPanels(request);
  return {
    panels: new Map([...all].map(([panel, list]) => [panel, { ...list, rows: list.rows.slice(0, ROWS) }])),
    countries: (all.get('country')?.rows ?? []).map(({ value, count }) => ({ value, visits: count })),
  };
};

/** Intervals that give a chart between 7 and about 100 points. */
const chartInterval = (days: number): Interval => {
  if (days <= 2) return 'hour';
  if (days <= 100) return 'day';
  return days <= 700 ? 'week' : 'month';
};

/** Future hours aren't hours without visitors. */
const untilNow = (rows: readonly AnswerRow[], interval: Interval, now: number): readonly AnswerRow[] =>
  interval === 'hour' ? rows.filter((row) => Date.parse(row.dimensions['time:hour'] ?? '') <= now) : rows;

export interface StatsPageServiceDeps {
  readonly store: StatsStore;
  readonly segments: { list(websiteId: number): Promise<readonly Segment[]> };
  readonly goals: { list(websiteId: number): Promise<readonly Goal[]> };
  readonly questions: Pick<Questions, 'filter'>;
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
  const { store, segments, goals, questions, annotations, properties, now } = deps;

  /** The part of a query that names something: goals and segments are deleted, and addresses are kept. */
  const known = async (site: Site, asked: PageQuery, names: KnownNames) => {
    const filters = knownFilters(asked.filters, names);
    const segment = names.segment.has(asked.segment ?? 0) ? asked.segment : undefined;
    const query = { ...asked, filters, segment };
    try {
      return { query, filter: await questions.filter(site, query) };
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'invalid') throw error;
      // A segment that asks for a goal that was deleted.
      const rest = filters.filter(({ dimension }) => dimension !== 'segment');
      const left = { ...query, filters: rest, segment: undefined };
      return { query: left, filter: await questions.filter(site, left) };
    }
  };

  return {
    hasTraffic: async (site) => (await store.firstTraffic(site)) !== undefined,
    liveVisitors: (site) => store.liveVisitors(site, now()),
    async load(site, asked) {
      // Before the snapshot: who holds a connection must not wait for another one.
      const ofSite = await segments.list(site.id);
      const names = {
        goal: new Map((await goals.list(site.id)).map(({ id, name }) => [id, name])),
        segment: new Map(ofSite.map(({ id, name }) => [id, name])),
      };
      const { query, filter } = await known(site, asked, names);
      return store.inSnapshot(async (snapshot) => {
        const { period } = asked;
        const range =
          typeof period === 'object' ? period : await resolvePreset(snapshot, site, period, now());
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
          names,
          query,
          imported: (await snapshot.importedDays(site)).filter(
            ({ from, to }) => from <= range.to && to >= range.from,
          ),
          notes: await notesOf(annotations, site, span, interval),
        };
      });
    },
  };
};
