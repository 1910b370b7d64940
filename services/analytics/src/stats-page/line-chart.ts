import { html, raw } from '@platform/pages';
import type { Html } from '@platform/pages';

export interface ChartPoint {
  /** What stands under the axis and in the tooltip. */
  readonly label: string;
  readonly value: number;
  /** The value of the period compared with; left out without a comparison. */
  readonly before?: number | undefined;
}

export interface LineChartOptions {
  readonly title: string;
  readonly formatValue: (value: number) => string;
  /** True when the last point's period isn't over: its piece of the line is dashed. */
  readonly lastIsPartial?: boolean;
}

const WIDTH = 960;
const HEIGHT = 260;
const LEFT = 46;
const BOTTOM = 26;
const TOP = 10;
const RIGHT = 6;

/** The smallest of 1, 2, 2.5, 5 × 10ⁿ that is at least `value`: round numbers on the axis. */
export const niceStep = (value: number): number => {
  if (value <= 1) return 1;
  const magnitude = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 2.5, 5, 10].find((candidate) => candidate * magnitude >= value - 1e-9) ?? 10;
  return factor === 2.5 && magnitude === 1 ? 5 : factor * magnitude;
};

const xOf = (index: number, count: number): number =>
  count === 1 ? (LEFT + WIDTH - RIGHT) / 2 : LEFT + ((WIDTH - LEFT - RIGHT) * index) / (count - 1);

const round = (value: number): number => Math.round(value * 10) / 10;

const path = (values: readonly number[], count: number, yOf: (value: number) => number, offset = 0): string =>
  values
    .map(
      (value, index) => `${index === 0 ? 'M' : 'L'}${round(xOf(index + offset, count))} ${round(yOf(value))}`,
    )
    .join('');

/**
 * Line chart as SVG that needs no script: each point carries its own tooltip (`title`), and the numbers stand in the
 * table that the page offers beside it.
 */
export const lineChart = (points: readonly ChartPoint[], options: LineChartOptions): Html => {
  const count = points.length;
  const values = points.map((point) => point.value);
  const before = points.flatMap((point) => (point.before === undefined ? [] : [point.before]));
  const step = niceStep(Math.max(...values, ...before, 0) / 4);
  const top = Math.max(step, Math.ceil(Math.max(...values, ...before, 0) / step) * step);
  const yOf = (value: number): number => HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - TOP) * value) / top;
  const solid = options.lastIsPartial === true && count > 1 ? values.slice(0, -1) : values;
  const lines = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step);
  const every = Math.max(1, Math.ceil(count / 8));
  const base = yOf(0);
  const slot = (WIDTH - LEFT - RIGHT) / Math.max(1, count);

  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${options.title}">
    ${lines.map(
      (value) =>
        html`<path class="grid" d="M${LEFT} ${round(yOf(value))}H${WIDTH - RIGHT}" /><text
            class="tick"
            x="${LEFT - 8}"
            y="${round(yOf(value) + 4)}"
            text-anchor="end"
            >${options.formatValue(value)}</text
          >`,
    )}
    ${points.map((point, index) =>
      index % every === 0 && (index + every / 2 < count || index === 0)
        ? html`<text
            class="tick"
            x="${round(xOf(index, count))}"
            y="${HEIGHT - 6}"
            text-anchor="${index === 0 && count > 1 ? 'start' : 'middle'}"
            >${point.label}</text
          >`
        : null,
    )}
    ${count > 1 ? html`<path class="area" d="${path(values, count, yOf)}L${round(xOf(count - 1, count))} ${base}L${LEFT} ${base}Z" />` : null}
    ${before.length > 0 ? html`<path class="before" d="${path(before, count, yOf)}" />` : null}
    <path class="line" d="${path(solid, count, yOf)}" />
    ${solid.length < count ? html`<path class="line partial" d="${path(values.slice(-2), count, yOf, count - 2)}" />` : null}
    ${count <= 2 || count <= 31 ? points.map((point, index) => html`<circle class="dot" cx="${round(xOf(index, count))}" cy="${round(yOf(point.value))}" r="${count === 1 ? 4 : 2.5}" />`) : null}
    ${
      count <= 100
        ? points.map(
            (point, index) =>
              html`<rect
                class="hit"
                x="${round(xOf(index, count) - slot / 2)}"
                y="0"
                width="${round(slot)}"
                height="${HEIGHT - BOTTOM}"
                ><title>
                  ${point.label}:
                  ${options.formatValue(point.value)}${point.before === undefined ? '' : ` (before: ${options.formatValue(point.before)})`}
                </title></rect
              >`,
          )
        : raw('')
    }
  </svg>`;
};
