import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import { formatRange } from '../../calendar/date-format.ts';
import type { DateRange } from '../../calendar/date-range.ts';
import { utcDay } from '../../calendar/zone-day.ts';
import { formatValue, readablePath } from '../../dimensions/format-value.ts';
import { listTitle, PANELS_BY_GROUP } from '../../dimensions/panels.ts';
import type { OpenList } from '../../dimensions/panels.ts';
import type { GeoSource } from '../../geo/geo-lookup.ts';
import type { JourneyNode } from '../../journeys/journeys-store.ts';
import { formatMetric, formatChange, formatCount, formatPercent } from '../../metrics/number-format.ts';
import { metricDefinition, metricTitle, TILE_METRICS, unitOf } from '../../metrics/metric-values.ts';
import type { TileMetric } from '../../metrics/metric-values.ts';
import type { VitalFigure, VitalsAnswer, VitalDefinition } from '../../vitals/vitals.ts';
import { VITALS } from '../../vitals/vitals.ts';
import { panelMetric } from '../list-panel.ts';
import type { PageData, GoalsData, JourneysData, VitalsData } from '../page-data.ts';
import { linkTo } from '../page-query.ts';
import type { PageQuery } from '../page-query.ts';
import { chart } from './chart-view.ts';
import { controlsView } from './controls-view.ts';
import { goalsLink, goalsView } from './goals-view.ts';
import { openPanelView, panelView } from './panels-view.ts';
import type { WorldMap } from './world-map.ts';

const RATINGS = { good: 'good', needs_improvement: 'needs improvement', poor: 'poor' } as const;

const amount = ({ unit }: VitalDefinition, value: number): string => {
  if (unit === 'score') return value.toFixed(2);
  return value < 1_000 ? `${formatCount(value)} ms` : `${(value / 1_000).toFixed(1)} s`;
};

/** The rating is a word as well as a colour, for people who can't tell the colours apart. */
const cell = (vital: VitalDefinition, figure: VitalFigure | null): Html =>
  figure === null
    ? html`<td class="num">–</td>`
    : html`<td class="num" title="${formatCount(figure.samples)} ${figure.samples === 1 ? 'view' : 'views'}">
        ${amount(vital, figure.p75)} <small class="rating ${figure.rating}">${RATINGS[figure.rating]}</small>
      </td>`;

const table = (
  query: PageQuery,
  dimension: 'page' | 'device',
  title: string,
  { total, rows }: VitalsAnswer,
): Html =>
  html`<section class="panel open vitals" aria-label="${title}" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">${title}</th>
          ${VITALS.map(({ name, title: meaning }) => html`<th scope="col" class="num"><abbr title="${meaning}">${name}</abbr></th>`)}
        </tr>
      </thead>
      <tbody>
        <tr>
          <td class="name"><b>All</b></td>
          ${VITALS.map((vital) => cell(vital, total[vital.id]))}
        </tr>
        ${rows.map(({ value, figures }) => {
          const text = formatValue(dimension, value);
          const filters = [...query.filters, { dimension, operator: 'is' as const, values: [value] }];
          const isFiltered = query.filters.some((filter) => filter.dimension === dimension);
          return html`<tr>
            <td class="name">
              ${isFiltered ? html`<span title="${text}">${text}</span>` : html`<a href="${linkTo(query, { filters })}" title="${text}">${text}</a>`}
            </td>
            ${VITALS.map((vital) => cell(vital, figures[vital.id]))}
          </tr>`;
        })}
      </tbody>
    </table>
  </section>`;

/** How fast pages feel, shown in place of the lists. */
const vitalsView = (
  query: PageQuery,
  range: DateRange,
  { pages, devices }: VitalsData,
): Html => html`<p class="more goals">
    <a href="${linkTo(query, { view: undefined })}" data-key="escape">← Back to all statistics</a>
  </p>
  <h2 class="group">Web vitals</h2>
  ${
    Object.values(pages.total).every((figure) => figure === null)
      ? html`<p class="none">
          Nothing was measured in this period. Pages measure with a second script, which the documentation
          describes.
        </p>`
      : html`${table(query, 'device', 'Devices', devices)} ${table(query, 'page', 'Pages', pages)}`
  }
  <p class="imported">
    ${formatRange(range)}. The 75th percentile: three quarters of the views were at least as good; at most 2 %
    off.
  </p>`;

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

/** Where countries come from, and how old it is: addresses change hands. */
const placesView = ({ name, builtAt }: GeoSource): Html => {
  const day = utcDay(builtAt);
  return html`<p class="imported">Places by ${name}, as of ${formatRange({ from: day, to: day })}.</p>`;
};

/** The lists of a page: all short ones by group, or the one that is open. */
const panels = (query: PageQuery, data: PageData, map: WorldMap, places: GeoSource | undefined): Html => {
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
      ${names.includes('country') && places !== undefined ? placesView(places) : null}
      ${more.length > 0 || names.includes('page') ? moreLists(query, more, names.includes('page')) : null}`;
  })}`;
};

/** Pages that are shown of each page; the rest is one row. */
const SHOWN = 5;

const tree = (query: PageQuery, nodes: readonly JourneyNode[], whole: number, end: string): Html =>
  html`<ul class="ways">
    ${nodes.slice(0, SHOWN).map(({ page, views, next }) => {
      const text = page === null ? null : readablePath(page);
      return html`<li>
        <span class="way"
          >${text === null ? html`<i>${end}</i>` : html`<a href="${linkTo(query, { at: page ?? undefined })}" title="${text}">${text}</a>`}
          <b>${formatCount(views)}</b> <small>${formatPercent(views / whole)}</small></span
        >
        ${next.length > 0 && tree(query, next, views, end)}
      </li>`;
    })}
  </ul>`;

const side = (
  query: PageQuery,
  title: string,
  nodes: readonly JourneyNode[],
  whole: number,
  end: string,
): Html =>
  html`<section class="panel" aria-label="${title}">
    <h3>${title}</h3>
    ${tree(query, nodes, whole, end)}
  </section>`;

/** Renders the pages before and after a page, instead of the lists. */
const journeysView = (
  query: PageQuery,
  range: DateRange,
  { page, views, before, after }: JourneysData,
): Html =>
  html`<p class="more goals">
      <a href="${linkTo(query, { view: undefined, at: undefined })}" data-key="escape">← Back to all statistics</a>
    </p>
    <h2 class="group">Journeys through ${readablePath(page)}</h2>
    ${
      views === 0
        ? html`<p class="none">The page was not viewed in this period.</p>`
        : html`<div class="grid">
            ${side(query, 'What came before', before, views, 'the visit began')}
            ${side(query, 'What came after', after, views, 'the visit ended')}
          </div>`
    }
    <p class="imported">
      ${formatRange(range)}, ${formatCount(views)} ${views === 1 ? 'view' : 'views'}. Three pages each way, within
      one visit; a page viewed again at once counts once.
    </p>`;

const change = (metric: TileMetric, data: PageData): Html | null => {
  const [now, before] = [data.totals[metric], data.totalsBefore?.[metric]];
  const text = formatChange(now, before);
  if (text === null) return null;
  const isBetter = Number(now) > Number(before) !== (metricDefinition(metric).isLessBetter === true);
  return html`<span class="change ${now === before ? '' : isBetter ? 'better' : 'worse'}">${text}</span>`;
};

/** Where nothing was measured, as on a website of server events, a zero would mislead. */
const isShown = (metric: TileMetric, query: PageQuery, { totals, totalsBefore }: PageData): boolean =>
  metricDefinition(metric).isMeasured !== true ||
  query.metric === metric ||
  (totals[metric] ?? 0) > 0 ||
  (totalsBefore?.[metric] ?? 0) > 0;

/** A number that opens its chart: also from a list, which has none. */
const tile = (metric: TileMetric, query: PageQuery, data: PageData): Html => {
  const isCurrent = query.metric === metric && query.panel === undefined;
  const value = data.totals[metric];
  const exact = unitOf(metric) === 'count' && formatCount(value ?? 0);
  return html`<li>
    <a href="${linkTo(query, { metric, panel: undefined })}" data-key="${metric}" ${isCurrent && html` aria-current="true"`}>
      <span class="label">${metricTitle(metric)}</span>
      <b ${exact === false ? null : html` title="${exact}"`}>${formatMetric(metric, value)}</b>
      ${change(metric, data)}
    </a>
  </li>`;
};

interface StatsViewOptions {
  readonly domain: string;
  /** The form that asks for recipients, if there are none. */
  readonly recipients: Html | null;
  readonly data: PageData;
  readonly goals: GoalsData;
  readonly journeys: JourneysData | undefined;
  readonly vitals: VitalsData | undefined;
  readonly map: WorldMap;
  /** Where countries come from. */
  readonly places: GeoSource | undefined;
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
  data: { query, range },
  goals,
  journeys,
  vitals,
}: Pick<StatsViewOptions, 'data' | 'goals' | 'journeys' | 'vitals'>): Html | undefined => {
  if (query.view === 'goals') return goalsView(query, range, goals);
  if (query.view === 'vitals' && vitals) return vitalsView(query, range, vitals);
  return query.view === 'journeys' && journeys ? journeysView(query, range, journeys) : undefined;
};

/** The statistics of a website. */
export const statsView = ({
  domain,
  recipients,
  data,
  goals,
  journeys,
  vitals,
  map,
  places,
  liveUrl,
}: StatsViewOptions): Html => {
  const { query } = data;
  return html`<header>
      <h1>${domain}</h1>
      <p class="live" data-live="${liveUrl}">
        <span class="pulse" aria-hidden="true"></span
        ><b>${formatCount(data.liveVisitors)}</b> ${data.liveVisitors === 1 ? 'visitor' : 'visitors'} now
      </p>
    </header>
    <main tabindex="-1">
      ${recipients}
      ${controlsView(data)}
      <ul class="tiles">
        ${TILE_METRICS.filter((metric) => isShown(metric, query, data)).map((metric) => tile(metric, query, data))}
      </ul>
      ${query.panel === undefined ? chart(query, data) : null} ${goalsLink(query, goals)}
      ${inPlaceOfLists({ data, goals, journeys, vitals }) ?? panels(query, data, map, places)}
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
};
