import './sparkline.css';

const WIDTH = 120;
const HEIGHT = 28;

interface SparklineProps {
  values: readonly number[];
  /** Says in words what the line shows. */
  label: string;
  /** True if the last value still grows, as today's does: its way there is dashed. */
  isLastOpen?: boolean;
}

/** A small line of values. */
export const Sparkline = ({ values, label, isLastOpen = false }: SparklineProps) => {
  const top = Math.max(1, ...values);
  const step = WIDTH / Math.max(1, values.length - 1);
  const points = values.map(
    (value, index) =>
      `${(index * step).toFixed(1)},${(HEIGHT - 2 - (value / top) * (HEIGHT - 4)).toFixed(1)}`,
  );
  const closed = isLastOpen ? points.slice(0, -1) : points;
  return (
    <svg
      class="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <polyline points={closed.join(' ')} />
      {isLastOpen && <polyline class="open" points={points.slice(-2).join(' ')} />}
    </svg>
  );
};
