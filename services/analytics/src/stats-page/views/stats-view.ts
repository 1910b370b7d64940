import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import { bandsOf } from '../chart-notes.ts';
import { lineChart } from '../line-chart.ts';
import { formatChange, formatCount } from '../../metrics/number-format.ts';
import { metricDefinition, metricTitle, TILE_METRICS, unitOf } from '../../metrics/metric-values.ts';
import type { TileMetric } from '../../metrics/metric-values.ts';
import { PANELS_BY_GROUP } from '../../dimensions/panels.ts';
import type { Panel } from '../../dimensions/panels.ts';
import { formatMetric } from '../../metrics/format-metric.ts';
import type { GoalsData } from '../page-goals.ts';
import { linkTo } from '../page-query.ts';
import type { PageQuery } from '../page-query.ts';
import type { PageData } from '../stats-page-service.ts';
import { panelMetric } from '../stats-page-service.ts';
import { controlsView } from './controls-view.ts';
import { localDay } from '../../calendar/zone-day.ts';
import { formatBucket, formatRange } from '../../calendar/date-format.ts';
import { goalsLink, goalsView } from './goals-view.ts';
import { openPanelView, panelView } from './panels-view.ts';
import type { WorldMap } from './world-map.ts';

const ROWS_OPEN = 100;

const change = (metric: TileMetric, data: PageData): Html | null => {
  const [now, before] = [data.totals[metric] ?? 0, data.totalsBefore?.[metric] ?? 0];
  const text = data.totalsBefore === undefined ? null : formatChange(now, before);
  if (text === null) return null;
  const isBetter = now > before !== (metricDefinition(metric).isLessBetter === true);
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

const seriesTable = (query: PageQuery, data: PageData): Html =>
  html`<details class="numbers">
    <summary>${metricTitle(query.metric)} as a table</summary>
    <table>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col" class="num">${metricTitle(query.metric)}</th>
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

const SOURCE_NAMES: Readonly<Record<string, string>> = {
  plausible: 'Plausible',
  umami: 'Umami',
  goatcounter: 'GoatCounter',
  ga4: 'Google Analytics',
};

/** Which days were imported, and that filters leave them out. */
const importedView = (query: PageQuery, { imported }: PageData): Html | null => {
  if (imported.length === 0) return null;
  const isFiltered = query.filters.length > 0 || query.segment !== undefined;
  const stretches = imported.map(({ from, to, source }) => {
    return `${formatRange({ from, to })} (${SOURCE_NAMES[source] ?? source})`;
  });
  return html`<p class="imported">
    Imported as daily sums: ${stretches.join(', ')}.
    ${isFiltered ? 'Filters leave these days out.' : 'They can’t be filtered.'}
  </p>`;
};

/** The notes on the chart as a list: for those who can't point at a mark. */
const notesView = ({ notes, site }: PageData): Html | null =>
  notes.length === 0
    ? null
    : html`<ul class="notes" aria-label="Notes on the chart">
        ${notes.map(
          ({ annotation: { time, text, url } }) =>
            html`<li>
              <time datetime="${time.toISOString()}"
                >${formatBucket('day', localDay(site.timezone, time.getTime()))}</time
              >
              ${url === null ? text : html`<a href="${url}" rel="noopener nofollow">${text}</a>`}
            </li>`,
        )}
      </ul>`;

const chart = (query: PageQuery, data: PageData): Html => {
  const title = `${metricTitle(query.metric)} by ${data.interval}, ${formatRange(data.range)}`;
  const points = data.series.map((row) => ({
    label: formatBucket(data.interval, row.dimensions[`time:${data.interval}`] ?? ''),
    value: row.metrics[query.metric] ?? null,
    before: data.comparisonRange === undefined ? undefined : (row.comparison?.[query.metric] ?? null),
  }));
  return html`<figure>
    ${lineChart(points, {
      title,
      unit: unitOf(query.metric),
      formatValue: (value) => formatMetric(query.metric, value),
      lastIsPartial: data.isLastPartial,
      bands: bandsOf(data),
      marks: data.notes.map(({ bucket, annotation }) => ({ point: bucket, text: annotation.text })),
    })}
    <figcaption>
      ${title}${data.comparisonRange && html`, <span class="dash">compared with</span> ${formatRange(data.comparisonRange)}`}
    </figcaption>
    ${importedView(query, data)} ${notesView(data)} ${seriesTable(query, data)}
  </figure>`;
};

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
