import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import { formatRange } from '../../calendar/date-format.ts';
import { listTitle, PANELS_BY_GROUP } from '../../dimensions/panels.ts';
import type { OpenList } from '../../dimensions/panels.ts';
import { TILE_METRICS } from '../../metrics/metric-values.ts';
import { formatCount } from '../../metrics/number-format.ts';
import { panelMetric } from '../list-panel.ts';
import type { PageData } from '../page-data.ts';
import type { GoalsData } from '../page-goals.ts';
import type { JourneysData } from '../page-journeys.ts';
import { linkTo } from '../page-query.ts';
import type { PageQuery } from '../page-query.ts';
import { chart } from './chart-view.ts';
import { controlsView } from './controls-view.ts';
import { goalsLink, goalsView } from './goals-view.ts';
import { journeysView } from './journeys-view.ts';
import { openPanelView, panelView } from './panels-view.ts';
import { isShown, tile } from './tiles-view.ts';
import type { WorldMap } from './world-map.ts';

const ROWS_OPEN = 100;

const totalFor = (panel: OpenList, data: PageData): number => data.totals[panelMetric(panel)] ?? 0;

/** In the place of lists without a row: why, and the way out. */
const nothingView = (query: PageQuery): Html =>
  query.filters.length > 0 || query.segment !== undefined
    ? html`<p class="nothing">
        Nothing in this period fits the filters.
        <a href="${linkTo(query, { filters: [], segment: undefined })}">Clear them</a>
      </p>`
    : html`<p class="nothing">
        Nothing was counted in this period. <a href="${linkTo(query, { period: 'all' })}">Show all time</a>
      </p>`;

/** The page that the statistics are filtered by. */
const pageFilter = ({ filters }: PageQuery): string | undefined =>
  filters.find(({ dimension, operator }) => dimension === 'page' && operator === 'is')?.values[0];

/** Lists and views that are loaded when they are opened. */
const moreLists = (query: PageQuery, lists: readonly OpenList[], hasPages: boolean): Html =>
  html`<p class="lists">
    More: ${lists.map((list) => html`<a href="${linkTo(query, { panel: list })}">${listTitle(list)}</a> `)}
    ${hasPages && html`<a href="${linkTo(query, { view: 'journeys', at: pageFilter(query) })}">Journeys</a>`}
  </p>`;

const panels = (query: PageQuery, data: PageData, map: WorldMap): Html => {
  if (query.panel !== undefined) {
    const open = data.panels.get(query.panel);
    return html`${open && openPanelView(query, query.panel, open, totalFor(query.panel, data), ROWS_OPEN)}`;
  }
  if ([...data.panels.values()].every(({ rows }) => rows.length === 0)) return nothingView(query);
  return html`${PANELS_BY_GROUP.map(({ title, panels: names, more }) => {
    const filled = names.filter((name) => (data.panels.get(name)?.rows.length ?? 0) > 0);
    if (filled.length === 0) return null;
    return html`<h2 class="group">${title}</h2>
      ${names.includes('country') && data.countries.length > 0 ? map(data.countries, query) : null}
      <div class="grid">
        ${filled.map((name) => {
          const panel = data.panels.get(name);
          return panel && panelView(query, name, panel, totalFor(name, data));
        })}
      </div>
      ${more.length > 0 || names.includes('page') ? moreLists(query, more, names.includes('page')) : null}`;
  })}`;
};

export interface StatsViewOptions {
  readonly domain: string;
  readonly query: PageQuery;
  readonly data: PageData;
  readonly goals: GoalsData;
  readonly journeys: JourneysData | undefined;
  readonly map: WorldMap;
  /** Address of the live numbers. */
  readonly liveUrl: string;
}

const KEYS: readonly (readonly [string, string])[] = [
  ['D', 'today'],
  ['E', 'yesterday'],
  ['W', '7 days'],
  ['T', '28 days'],
  ['Q', '91 days'],
  ['M', 'this month'],
  ['Y', '12 months'],
  ['A', 'all time'],
  ['C', 'compare'],
  ['X', 'clear the filters'],
  ['Esc', 'close a list'],
];

const inPlaceOfLists = ({
  query,
  goals,
  journeys,
}: Pick<StatsViewOptions, 'query' | 'goals' | 'journeys'>): Html | undefined => {
  if (query.view === 'goals') return goalsView(query, goals);
  return query.view === 'journeys' && journeys ? journeysView(query, journeys) : undefined;
};

/** The statistics of a website. */
export const statsView = ({ domain, query, data, goals, journeys, map, liveUrl }: StatsViewOptions): Html =>
  html`<header>
      <h1>${domain}</h1>
      <p class="live" data-live="${liveUrl}">
        <span class="pulse" aria-hidden="true"></span
        ><b>${formatCount(data.liveVisitors)}</b> ${data.liveVisitors === 1 ? 'visitor' : 'visitors'} now
      </p>
    </header>
    <main tabindex="-1">
      ${controlsView(query, data.range, data.segments)}
      <ul class="tiles">
        ${TILE_METRICS.filter((metric) => isShown(metric, query, data)).map((metric) => tile(metric, query, data))}
      </ul>
      ${query.panel === undefined ? chart(query, data) : null} ${goalsLink(query, goals)}
      ${inPlaceOfLists({ query, goals, journeys }) ?? panels(query, data, map)}
    </main>
    <footer>
      <p>
        ${formatRange(data.range)}, days of ${data.site.timezone}. Nobody is recognised on another day:
        someone who comes on three days is three visitors.
      </p>
      <p>
        Don’t want to count yourself? Open <a href="https://${domain}/#notrack=1" rel="nofollow">this link</a> in
        your browser; <a href="https://${domain}/#notrack=0" rel="nofollow">this one</a> counts you again.
      </p>
      <details>
        <summary>Keys</summary>
        <label hidden><input type="checkbox" data-keys checked /> Use these keys</label>
        <ul class="keys">
          ${KEYS.map(([key, text]) => html`<li><kbd>${key}</kbd> ${text}</li>`)}
        </ul>
      </details>
    </footer>`;
