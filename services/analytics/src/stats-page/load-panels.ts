import { spanOf } from '../calendar/date-range.ts';
import type { DateRange } from '../calendar/date-range.ts';
import { isVisitDimension } from '../dimensions/dimension-names.ts';
import type { VisitDimension } from '../dimensions/dimension-names.ts';
import { SHOWN_PANELS } from '../dimensions/panels.ts';
import type { OpenList, Panel } from '../dimensions/panels.ts';
import { conditionsOf } from '../stats/query/filter.ts';
import type { Filter } from '../stats/query/filter.ts';
import type { Breakdown } from '../stats/query/stats-rows.ts';
import type { Site, SumsRequest } from '../stats/query/sums-request.ts';
import type { StatsStore } from '../stats/stats-store.ts';
import { listPanel, ROWS_OPEN } from './list-panel.ts';
import type { PanelData } from './list-panel.ts';
import type { PageQuery } from './page-query.ts';
import type { PropertiesStore } from './properties-store.ts';

interface PanelsRequest {
  readonly snapshot: StatsStore;
  readonly properties: PropertiesStore;
  readonly site: Site;
  readonly query: PageQuery;
  readonly filter: Filter;
  readonly range: DateRange;
}

export interface LoadedPanels {
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

const openPanel = (request: PanelsRequest, panel: OpenList): Promise<PanelData> => {
  const { snapshot, properties, site, query, filter, range } = request;
  if (panel === 'properties') return properties.names(site.id, spanOf(range, site.timezone), ROWS_OPEN);
  return listPanel(snapshot, site, panel, filter, range, ROWS_OPEN, (query.number - 1) * ROWS_OPEN);
};

/** The lists of a page: all short ones, or the one that is open. */
export const loadPanels = async (request: PanelsRequest): Promise<LoadedPanels> => {
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
