import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';
import { formatBucket, formatRange } from '../../calendar/date-format.ts';
import { localDay } from '../../calendar/zone-day.ts';
import { formatMetric } from '../../metrics/number-format.ts';
import { metricTitle, unitOf } from '../../metrics/metric-values.ts';
import { bandsOf } from '../chart/chart-notes.ts';
import type { PageData } from '../page-data.ts';
import type { PageQuery } from '../page-query.ts';
import type { Unit } from '../../metrics/metric.ts';

interface ChartPoint {
  /** Text under the axis and in the tooltip. */
  readonly label: string;
  /** Null for a mean of nothing, which leaves a gap. */
  readonly value: number | null;
  /** The value of the period compared with; left out without a comparison. */
  readonly before?: number | null | undefined;
}

interface LineChartOptions {
  readonly title: string;
  readonly unit: Unit;
  readonly formatValue: (value: number | null) => string;
  /** True when the last point's period isn't over: its piece of the line is dashed. */
  readonly lastIsPartial?: boolean;
  /** Stretches of points (by number) that are marked behind the line. */
  readonly bands?: readonly { readonly from: number; readonly to: number }[];
  /** Lines across the chart at points (by number), each with the text of its tooltip. */
  readonly marks?: readonly { readonly point: number; readonly text: string }[];
}

interface ChartScale {
  /** Values of the chart's grid lines: 0, then equal steps up to at least the highest value. */
  readonly lines: readonly number[];
  readonly top: number;
}

const LINES = 4;
const SECONDS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800];
const HOUR = 3600;

/** The smallest of 1, 2, 5 × 10ⁿ and 25 × 10ⁿ that is at least `value`, and 1 at least. */
const roundStep = (value: number): number => {
  if (value <= 1) return 1;
  const magnitude = 10 ** Math.floor(Math.log10(value));
  const factors = magnitude === 1 ? [1, 2, 5, 10] : [1, 2, 2.5, 5, 10];
  return (factors.find((factor) => factor * magnitude >= value - 1e-9) ?? 10) * magnitude;
};

const STEPS: Readonly<Record<Unit, (value: number) => number>> = {
  count: roundStep,
  percent: roundStep,
  share: (value) => roundStep(value * 100) / 100,
  ratio: (value) => roundStep(value * 10) / 10,
  seconds: (value) => SECONDS.find((seconds) => seconds >= value) ?? roundStep(value / HOUR) * HOUR,
};

/** Round numbers for an axis from 0 to the highest value. */
export const chartScale = (highest: number, unit: Unit): ChartScale => {
  const step = STEPS[unit](highest / LINES);
  const count = Math.max(1, Math.ceil(highest / step - 1e-9));
  const lines = Array.from({ length: count + 1 }, (_, index) => index * step);
  return { lines, top: count * step };
};

const LABELS = 8;

/** Renders the labels under the axis, eight at most. */
const axisLabels = (points: readonly ChartPoint[], xOf: (index: number) => number): readonly Html[] => {
  const count = points.length;
  const every = Math.max(1, Math.ceil(count / LABELS));
  return points.flatMap(({ label }, index) => {
    if (index % every !== 0 || (index > 0 && index + every / 2 >= count && index < count - 1)) return [];
    const anchor = count === 1 ? 'middle' : index === 0 ? 'start' : index === count - 1 ? 'end' : 'middle';
    // Every second one goes where the chart is narrow.
    const name = (index / every) % 2 === 1 ? 'tick minor' : 'tick';
    return [
      html`<text class="${name}" x="${xOf(index)}%" y="100%" dy="20" text-anchor="${anchor}">${label}</text>`,
    ];
  });
};

/** Returns the tooltip of a point. */
const tooltip = ({ label, value, before }: ChartPoint, format: LineChartOptions['formatValue']): string =>
  `${label}: ${format(value)}${before === undefined ? '' : ` (before: ${format(before)})`}`;

interface Place {
  /** Percent of the chart's width and height. */
  readonly x: number;
  readonly y: number;
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** Places without the gaps, in pieces of those that follow each other. */
const piecesOf = (places: readonly (Place | null)[]): readonly (readonly Place[])[] => {
  const pieces: Place[][] = [[]];
  for (const place of places)
    if (place !== null) pieces.at(-1)?.push(place);
    else if (pieces.at(-1)?.length !== 0) pieces.push([]);
  return pieces.filter((piece) => piece.length > 0);
};

const linePath = (piece: readonly Place[]): string =>
  piece.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');

const linesPath = (places: readonly (Place | null)[]): string => piecesOf(places).map(linePath).join('');

const areaPath = (piece: readonly Place[]): string =>
  `${linePath(piece)}L${piece.at(-1)?.x ?? 0} 100L${piece[0]?.x ?? 0} 100Z`;

/** Beyond these the marks would cover the line. */
const MOST_DOTS = 31;

const MOST_TOOLTIPS = 100;

/**
 * A line chart as SVG, without script: each point carries its tooltip (`title`), and a table beside
 * the chart holds the numbers. Positions are percentages, so the line stretches with the page while
 * text and dots keep their size.
 */
export const lineChart = (points: readonly ChartPoint[], options: LineChartOptions): Html => {
  const { title, unit, formatValue, lastIsPartial = false, bands = [], marks = [] } = options;
  const count = points.length;
  const { lines, top } = chartScale(
    Math.max(0, ...points.flatMap(({ value, before }) => [value ?? 0, before ?? 0])),
    unit,
  );
  const xOf = (index: number): number => round(count === 1 ? 50 : (100 * index) / (count - 1));
  const yOf = (value: number): number => round(100 - (100 * value) / top);
  const placesOf = (value: (point: ChartPoint) => number | null | undefined): readonly (Place | null)[] =>
    points.map((point, index) => {
      const found = value(point) ?? null;
      return found === null ? null : { x: xOf(index), y: yOf(found) };
    });
  const places = placesOf(({ value }) => value);
  const before = linesPath(placesOf((point) => point.before));
  const isSplit = lastIsPartial && count > 1;
  const slot = 100 / Math.max(1, count);

  return html`<svg class="chart" role="img" aria-label="${title}">
    ${bands.map(
      ({ from, to }) =>
        html`<rect class="band" x="${xOf(from)}%" width="${Math.max(1, round(xOf(to) - xOf(from)))}%" height="100%" />`,
    )}
    ${lines.map(
      (value) =>
        html`<line class="rule" x2="100%" y1="${yOf(value)}%" y2="${yOf(value)}%" /><text
            class="tick"
            x="-8"
            y="${yOf(value)}%"
            dy="4"
            text-anchor="end"
            >${formatValue(value)}</text
          >`,
    )}
    ${axisLabels(points, xOf)}
    <svg viewBox="0 0 100 100" preserveAspectRatio="none">
      ${piecesOf(places).map((piece) => piece.length > 1 && html`<path class="area" d="${areaPath(piece)}" />`)}
      ${before !== '' && html`<path class="before" d="${before}" />`}
      <path class="line" d="${linesPath(isSplit ? places.slice(0, -1) : places)}" />
      ${isSplit && html`<path class="line partial" d="${linesPath(places.slice(-2))}" />`}
    </svg>
    ${count <= MOST_DOTS && places.map((place) => place && html`<circle class="dot" cx="${place.x}%" cy="${place.y}%" r="${count === 1 ? 4 : 2.5}" />`)}
    ${
      count <= MOST_TOOLTIPS &&
      points.map(
        (point, index) =>
          html`<rect class="hit" x="${round(xOf(index) - slot / 2)}%" width="${round(slot)}%" height="100%"
            ><title>${tooltip(point, formatValue)}</title></rect
          >`,
      )
    }
    ${marks
      .filter(({ point }) => point < count)
      .map(
        ({ point, text }) =>
          html`<g class="mark">
            <line x1="${xOf(point)}%" x2="${xOf(point)}%" y2="100%" />
            <circle cx="${xOf(point)}%" r="6"><title>${text}</title></circle>
          </g>`,
      )}
  </svg>`;
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
