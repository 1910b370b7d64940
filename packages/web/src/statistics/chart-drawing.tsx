import { areaPath, axisLabels, chartScale, heightOf, linePath, placeOf } from './chart-geometry.ts';
import type { Unit } from './definitions.ts';

interface ChartDrawingProps {
  /** Names of the points on the axis. */
  readonly labels: readonly string[];
  /** Null for the future, and for a mean of nothing. */
  readonly values: readonly (number | null)[];
  /** The same points of the earlier range; empty without a comparison. */
  readonly before: readonly (number | null)[];
  /** The point that is not over yet; -1 for none. */
  readonly unfinished: number;
  /** Annotations, each with its point. */
  readonly notes: readonly { readonly index: number; readonly text: string }[];
  /** Stretches of points that are marked behind the line. */
  readonly bands: readonly (readonly [from: number, to: number])[];
  readonly unit: Unit;
  readonly format: (value: number) => string;
  /** The point that is looked at. */
  readonly cursor: number | undefined;
}

/** Beyond these the dots would cover the line. */
const MOST_DOTS = 31;

const Cursor = ({ x, y }: { x: number; y: number | undefined }) => (
  <g class="cursor">
    <line x1={`${x}%`} x2={`${x}%`} y2="100%" />
    {y !== undefined && <circle cx={`${x}%`} cy={`${y}%`} r="4.5" />}
  </g>
);

/**
 * The lines of a chart. Positions are percentages, so that it stretches with the page, without a
 * script, while text and dots keep their size.
 */
export const ChartDrawing = (props: ChartDrawingProps) => {
  const { labels, values, before, unfinished, notes, bands, unit, format, cursor } = props;
  const count = values.length;
  const { lines, top } = chartScale(Math.max(0, ...[...values, ...before].map((value) => value ?? 0)), unit);
  const isSplit = unfinished > 0;
  const done = isSplit ? values.map((value, index) => (index < unfinished ? value : null)) : values;
  const open = values.map((value, index) => (index >= unfinished - 1 ? value : null));
  const at = cursor === undefined ? undefined : values[cursor];
  return (
    <svg class="drawing" aria-hidden="true">
      {bands.map(([from, to]) => (
        <rect
          key={from}
          class="band"
          x={`${placeOf(from, count)}%`}
          width={`${Math.max(1, placeOf(to, count) - placeOf(from, count))}%`}
          height="100%"
        />
      ))}
      {lines.map((value) => (
        <g key={value}>
          <line class="rule" x2="100%" y1={`${heightOf(value, top)}%`} y2={`${heightOf(value, top)}%`} />
          <text class="tick" x="-8" y={`${heightOf(value, top)}%`} dy="4" text-anchor="end">
            {format(value)}
          </text>
        </g>
      ))}
      {axisLabels(count).map(({ index, anchor, isMinor }) => (
        <text
          key={index}
          class={isMinor ? 'tick minor' : 'tick'}
          x={`${placeOf(index, count)}%`}
          y="100%"
          dy="20"
          text-anchor={anchor}
        >
          {labels[index]}
        </text>
      ))}
      <svg viewBox="0 0 100 100" preserveAspectRatio="none">
        <path class="area" d={areaPath(values, top)} />
        {before.length > 0 && <path class="before" d={linePath(before, top)} />}
        <path class="line" d={linePath(done, top)} />
        {isSplit && <path class="line partial" d={linePath(open, top)} />}
      </svg>
      {count <= MOST_DOTS &&
        values.map(
          (value, index) =>
            value !== null && (
              <circle
                key={index}
                class="dot"
                cx={`${placeOf(index, count)}%`}
                cy={`${heightOf(value, top)}%`}
                r={count === 1 ? 4 : 2.5}
              />
            ),
        )}
      {notes.map(({ index, text }) => (
        <g key={index} class="note">
          <title>{text}</title>
          <line x1={`${placeOf(index, count)}%`} x2={`${placeOf(index, count)}%`} y2="100%" />
          <circle cx={`${placeOf(index, count)}%`} r="5" />
        </g>
      ))}
      {cursor !== undefined && (
        <Cursor x={placeOf(cursor, count)} y={typeof at === 'number' ? heightOf(at, top) : undefined} />
      )}
    </svg>
  );
};
