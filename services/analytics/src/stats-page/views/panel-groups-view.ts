import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import { listTitle, PANELS_BY_GROUP } from '../../dimensions/panels.ts';
import type { OpenList } from '../../dimensions/panels.ts';
import { panelMetric } from '../list-panel.ts';
import type { PageData } from '../page-data.ts';
import { linkTo } from '../page-query.ts';
import type { PageQuery } from '../page-query.ts';
import { openPanelView, panelView } from './panels-view.ts';
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
    ${
      hasPages &&
      html`<a href="${linkTo(query, { view: 'journeys', at: pageFilter(query) })}">Journeys</a>
        <a href="${linkTo(query, { view: 'vitals' })}">Web vitals</a>`
    }
  </p>`;

/** The lists of a page: all short ones by group, or the one that is open. */
export const panels = (query: PageQuery, data: PageData, map: WorldMap): Html => {
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
