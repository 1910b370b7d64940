import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import { formatBucket, formatRange } from '../../calendar/date-format.ts';
import { localDay } from '../../calendar/zone-day.ts';
import { formatMetric } from '../../metrics/format-metric.ts';
import { metricTitle, unitOf } from '../../metrics/metric-values.ts';
import { bandsOf } from '../chart/chart-notes.ts';
import { lineChart } from '../chart/line-chart.ts';
import type { PageData } from '../page-data.ts';
import type { PageQuery } from '../page-query.ts';

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

export const chart = (query: PageQuery, data: PageData): Html => {
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
