import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import { axisLabels, tooltip } from './chart-labels.ts';
import { round, piecesOf, linesPath, areaPath } from './chart-paths.ts';
import type { Place } from './chart-paths.ts';
import type { ChartPoint, LineChartOptions } from './chart-point.ts';
import { chartScale } from './chart-scale.ts';

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
