import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import { formatRange } from '../../calendar/date-format.ts';
import { PANELS_BY_GROUP } from '../../dimensions/panels.ts';
import type { Panel } from '../../dimensions/panels.ts';
import { TILE_METRICS } from '../../metrics/metric-values.ts';
import { formatCount } from '../../metrics/number-format.ts';
import { panelMetric } from '../list-panel.ts';
import type { PageData } from '../page-data.ts';
import type { GoalsData } from '../page-goals.ts';
import { linkTo } from '../page-query.ts';
import type { PageQuery } from '../page-query.ts';
import { chart } from './chart-view.ts';
import { controlsView } from './controls-view.ts';
import { goalsLink, goalsView } from './goals-view.ts';
import { openPanelView, panelView } from './panels-view.ts';
import { isShown, tile } from './tiles-view.ts';
import type { WorldMap } from './world-map.ts';

const ROWS_OPEN = 100;

const totalFor = (panel: Panel, data: PageData): number => data.totals[panelMetric(panel)] ?? 0;

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

const panels = (query: PageQuery, data: PageData, map: WorldMap): Html => {
  if (query.panel !== undefined) {
    const open = data.panels.get(query.panel);
    return html`${open && openPanelView(query, query.panel, open, totalFor(query.panel, data), ROWS_OPEN)}`;
  }
  if ([...data.panels.values()].every(({ rows }) => rows.length === 0)) return nothingView(query);
  return html`${PANELS_BY_GROUP.map(({ title, panels: names }) => {
    const filled = names.filter((name) => (data.panels.get(name)?.rows.length ?? 0) > 0);
    if (filled.length === 0) return null;
    return html`<h2 class="group">${title}</h2>
      ${names.includes('country') && data.countries.length > 0 ? map(data.countries, query) : null}
      <div class="grid">
        ${filled.map((name) => {
          const panel = data.panels.get(name);
          return panel && panelView(query, name, panel, totalFor(name, data));
        })}
      </div>`;
  })}`;
};

export interface StatsViewOptions {
  readonly domain: string;
  readonly query: PageQuery;
  readonly data: PageData;
  readonly goals: GoalsData;
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

/** The statistics of a website. */
export const statsView = ({ domain, query, data, goals, map, liveUrl }: StatsViewOptions): Html =>
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
      ${query.hasGoals ? goalsView(query, goals) : panels(query, data, map)}
    </main>
    <footer>
      <p>
        ${formatRange(data.range)}, days of ${data.site.timezone}. Nobody is recognised on another day:
        someone who comes on three days is three visitors.
      </p>
      <details>
        <summary>Keys</summary>
        <label hidden><input type="checkbox" data-keys checked /> Use these keys</label>
        <ul class="keys">
          ${KEYS.map(([key, text]) => html`<li><kbd>${key}</kbd> ${text}</li>`)}
        </ul>
      </details>
    </footer>`;
