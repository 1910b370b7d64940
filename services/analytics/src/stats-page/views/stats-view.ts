import { html } from '@platform/pages';
import type { Html } from '@platform/pages';

import { lineChart } from '../line-chart.ts';
import { formatChange, formatCount } from '../number-format.ts';
import { CHART_METRICS, linkTo } from '../page-query.ts';
import type { ChartMetric, PageQuery, Panel } from '../page-query.ts';
import type { PageData } from '../stats-page-service.ts';
import { panelMetric } from '../stats-page-service.ts';
import { controlsView } from './controls-view.ts';
import {
  formatBucket,
  formatMetric,
  formatRange,
  LESS_IS_BETTER,
  METRIC_TITLES,
  METRIC_UNITS,
} from './labels.ts';
import { openPanelView, panelView } from './panels-view.ts';
import type { WorldMap } from './world-map.ts';

const ROWS_OPEN = 100;

const change = (metric: ChartMetric, data: PageData): Html | null => {
  const [now, before] = [data.totals[metric] ?? 0, data.totalsBefore?.[metric] ?? 0];
  const text = data.totalsBefore === undefined ? null : formatChange(now, before);
  if (text === null) return null;
  const isBetter = now > before !== LESS_IS_BETTER.has(metric);
  return html`<span class="change ${now === before ? '' : isBetter ? 'better' : 'worse'}">${text}</span>`;
};

/** What only the tracker can measure. Where it has measured nothing, as on a website of server events, a zero would be a lie. */
const MEASURED: ReadonlySet<ChartMetric> = new Set(['engaged_time', 'scroll_depth']);

const isShown = (metric: ChartMetric, query: PageQuery, { totals, totalsBefore }: PageData): boolean =>
  !MEASURED.has(metric) ||
  query.metric === metric ||
  (totals[metric] ?? 0) > 0 ||
  (totalsBefore?.[metric] ?? 0) > 0;

/** A number that opens its chart: also from a list, which has none. */
const tile = (metric: ChartMetric, query: PageQuery, data: PageData): Html => {
  const isCurrent = query.metric === metric && query.panel === undefined;
  const value = data.totals[metric];
  const exact = METRIC_UNITS[metric] === 'count' && metric !== 'scroll_depth' && formatCount(value ?? 0);
  return html`<li>
    <a href="${linkTo(query, { metric, panel: undefined })}" data-key="${metric}" ${isCurrent && html` aria-current="true"`}>
      <span class="label">${METRIC_TITLES[metric]}</span>
      <b ${exact === false ? null : html` title="${exact}"`}>${formatMetric(metric, value)}</b>
      ${change(metric, data)}
    </a>
  </li>`;
};

const seriesTable = (query: PageQuery, data: PageData): Html =>
  html`<details class="numbers">
    <summary>${METRIC_TITLES[query.metric]} as a table</summary>
    <table>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col" class="num">${METRIC_TITLES[query.metric]}</th>
          ${data.comparisonRange && html`<th scope="col" class="num">Before</th>`}
        </tr>
      </thead>
      <tbody>
        ${data.series.map(
          (row) =>
            html`<tr>
              <td>${formatBucket(data.interval, row.dimensions[`time:${data.interval}`] ?? '')}</td>
              <td class="num">${formatMetric(query.metric, row.metrics[query.metric])}</td>
              ${data.comparisonRange && html`<td class="num">${formatMetric(query.metric, row.comparison?.[query.metric])}</td>`}
            </tr>`,
        )}
      </tbody>
    </table>
  </details>`;

const chart = (query: PageQuery, data: PageData): Html => {
  const title = `${METRIC_TITLES[query.metric]} by ${data.interval}, ${formatRange(data.range)}`;
  const points = data.series.map((row) => ({
    label: formatBucket(data.interval, row.dimensions[`time:${data.interval}`] ?? ''),
    value: row.metrics[query.metric] ?? null,
    before: data.comparisonRange === undefined ? undefined : (row.comparison?.[query.metric] ?? null),
  }));
  return html`<figure>
    ${lineChart(points, {
      title,
      unit: METRIC_UNITS[query.metric],
      formatValue: (value) => formatMetric(query.metric, value),
      lastIsPartial: data.isLastPartial,
    })}
    <figcaption>
      ${title}${data.comparisonRange && html`, <span class="dash">compared with</span> ${formatRange(data.comparisonRange)}`}
    </figcaption>
    ${seriesTable(query, data)}
  </figure>`;
};

/** Lists in the order and groups in which they are shown. */
const GROUPS: readonly (readonly [string, readonly Panel[]])[] = [
  ['Where visitors come from', ['channel', 'referrer', 'utm_campaign']],
  ['What they look at', ['page', 'entry_page', 'exit_page']],
  ['Where they are', ['country', 'region', 'city']],
  ['What they use', ['browser', 'os', 'device', 'screen', 'language']],
  ['What they do', ['event']],
];

const totalFor = (panel: Panel, data: PageData): number => data.totals[panelMetric(panel)] ?? 0;

/** In the place of lists without a row: why, and the way out. */
const nothingView = (query: PageQuery): Html =>
  query.filters.length > 0
    ? html`<p class="nothing">
        Nothing in this period fits the filters. <a href="${linkTo(query, { filters: [] })}">Clear them</a>
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
  return html`${GROUPS.map(([title, names]) => {
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
export const statsView = ({ domain, query, data, map, liveUrl }: StatsViewOptions): Html =>
  html`<header>
      <h1>${domain}</h1>
      <p class="live" data-live="${liveUrl}">
        <span class="pulse" aria-hidden="true"></span
        ><b>${formatCount(data.liveVisitors)}</b> ${data.liveVisitors === 1 ? 'visitor' : 'visitors'} now
      </p>
    </header>
    <main tabindex="-1">
      ${controlsView(query, data.range)}
      <ul class="tiles">
        ${CHART_METRICS.filter((metric) => isShown(metric, query, data)).map((metric) => tile(metric, query, data))}
      </ul>
      ${query.panel === undefined ? chart(query, data) : null} ${panels(query, data, map)}
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
