import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

/** Data of the chart. */
export interface ChartData {
  /** Names of the points on the axis. */
  readonly labels: readonly string[];
  /** Points in the future are null. */
  readonly values: readonly (number | null)[];
  /** The same points of the earlier range; empty without a comparison. */
  readonly before: readonly (number | null)[];
  /** The point that is not over yet; -1 for none. */
  readonly unfinished: number;
  /** Points at which something was noted. */
  readonly notes: readonly number[];
  readonly format: (value: number) => string;
  /** True for what is counted: its axis has no fractions. */
  readonly isWhole: boolean;
}

/** A chart in the page. */
export interface DrawnChart {
  draw(data: ChartData): void;
  /** Shows the cursor at a point, or none. */
  point(index: number | undefined): void;
  remove(): void;
}

const HEIGHT = 280;
const forced = matchMedia('(forced-colors: active)');
const dark = matchMedia('(prefers-color-scheme: dark)');
const contrast = matchMedia('(prefers-contrast: more)');

/** Colours of the theme; in forced colours the reader's own. */
const paletteOf = (element: HTMLElement) => {
  const style = getComputedStyle(element);
  const token = (name: string, inForced: string): string =>
    forced.matches ? inForced : style.getPropertyValue(name).trim();
  return {
    line: token('--c-primary-text', 'LinkText'),
    before: token('--c-on-surface-variant', 'CanvasText'),
    text: token('--c-on-surface-variant', 'CanvasText'),
    grid: token('--c-surface-variant', 'GrayText'),
    note: token('--c-secondary-text', 'CanvasText'),
    font: `12px ${style.fontFamily}`,
  };
};

/** Every how many points one has a name, so that names don't touch. */
const labelStep = (count: number, width: number): number =>
  Math.max(1, Math.ceil((count * 72) / Math.max(width, 1)));

/**
 * Draws a chart of time in an element.
 * @param onPoint called with the point under the pointer, or none
 * @param onChoose called with the point that was clicked
 */
export const drawChart = (
  element: HTMLElement,
  first: ChartData,
  onPoint: (index: number | undefined, left: number) => void,
  onChoose: (index: number) => void,
): DrawnChart => {
  let data = first;
  let colors = paletteOf(element);
  const fill = (self: UPlot): CanvasGradient | string => {
    if (forced.matches) return 'transparent';
    const { top, height } = self.bbox;
    const gradient = self.ctx.createLinearGradient(0, top, 0, top + height);
    gradient.addColorStop(0, `${colors.line}38`);
    gradient.addColorStop(1, `${colors.line}00`);
    return gradient;
  };
  const columns = (): UPlot.AlignedData => {
    const { labels, values, before, unfinished } = data;
    const isDone = (index: number): boolean => unfinished < 0 || index < unfinished;
    const done = values.map((value, index) => (isDone(index) ? value : null));
    const open = values.map((value, index) => (unfinished >= 0 && index >= unfinished - 1 ? value : null));
    return [labels.map((_, index) => index), labels.map((_, index) => before[index] ?? null), done, open];
  };
  /** Names so that lines of notes are seen behind the data. */
  const drawNotes = (self: UPlot): void => {
    const { ctx, bbox } = self;
    ctx.save();
    ctx.strokeStyle = colors.note;
    ctx.fillStyle = colors.note;
    ctx.setLineDash([2 * devicePixelRatio, 3 * devicePixelRatio]);
    for (const index of data.notes) {
      const x = Math.round(self.valToPos(index, 'x', true));
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
      ctx.beginPath();
      ctx.arc(x, bbox.top + 4 * devicePixelRatio, 4 * devicePixelRatio, 0, 2 * Math.PI);
      ctx.fill();
    }
    ctx.restore();
  };
  const width = (): number => Math.max(200, element.clientWidth);
  const stroke = (name: 'line' | 'before') => () => colors[name];
  const chart = new UPlot(
    {
      width: width(),
      height: HEIGHT,
      padding: [12, 24, 0, 0],
      legend: { show: false },
      cursor: {
        y: false,
        // The line is at the point, not at the pointer.
        move: (self, left, top) => [left < 0 ? left : self.valToPos(self.posToIdx(left), 'x'), top],
        drag: { x: false, y: false },
        points: { size: 9, width: 2 },
      },
      scales: {
        x: { time: false, range: (_, from, to) => (from === to ? [from - 1, to + 1] : [from, to]) },
        y: { range: (_, __, most) => [0, Math.max(1, most) * 1.08] },
      },
      axes: [
        {
          stroke: () => colors.text,
          grid: { show: false },
          ticks: { show: false },
          font: colors.font,
          size: 32,
          splits: () => {
            const step = labelStep(data.labels.length, width());
            return data.labels.flatMap((_, index) => (index % step === 0 ? [index] : []));
          },
          values: (_, splits) => splits.map((index) => data.labels[index] ?? ''),
        },
        {
          stroke: () => colors.text,
          grid: { stroke: () => colors.grid, width: 1 },
          ticks: { show: false },
          font: colors.font,
          // Before the first scale there are none, whatever the type says.
          size: (_, values: string[] | null) =>
            14 + 7.5 * Math.max(2, ...(values ?? []).map((text) => text.length)),
          splits: (self, _, __, most) => {
            const power = 10 ** Math.floor(Math.log10(most / 4 || 1));
            const least = data.isWhole ? 1 : 0;
            const sizes = [1, 2, 5, 10].map((unit) => unit * power).filter((size) => size >= least);
            const size = sizes.find((one) => one * 4.5 >= most) ?? Math.max(least, most);
            return Array.from(
              { length: Math.floor((self.scales['y']?.max ?? most) / size) + 1 },
              (___, at) => at * size,
            );
          },
          values: (_, splits) => splits.map((value) => data.format(value)),
        },
      ],
      series: [
        {},
        { stroke: stroke('before'), width: 1.5, dash: [5, 4], points: { show: false } },
        {
          stroke: stroke('line'),
          width: 2.5,
          fill,
          points: { show: () => data.labels.length === 1 },
        },
        {
          stroke: stroke('line'),
          width: 2.5,
          dash: [3, 5],
          points: { show: () => data.labels.length === 1 },
        },
      ],
      hooks: {
        drawClear: [drawNotes],
        setCursor: [
          (self) => {
            const { idx, left } = self.cursor;
            onPoint(typeof idx === 'number' && (left ?? -1) >= 0 ? idx : undefined, left ?? 0);
          },
        ],
      },
    },
    columns(),
    element,
  );
  const repaint = (): void => {
    colors = paletteOf(element);
    chart.redraw();
  };
  const queries = [forced, dark, contrast];
  for (const query of queries) query.addEventListener('change', repaint);
  const resized = new ResizeObserver(() => {
    if (chart.width !== width()) chart.setSize({ width: width(), height: HEIGHT });
  });
  resized.observe(element);
  const choose = (event: MouseEvent): void => {
    // A finger asks for the value; there is no hover to show it before.
    if (event instanceof PointerEvent && event.pointerType === 'touch') return;
    if (typeof chart.cursor.idx === 'number') onChoose(chart.cursor.idx);
  };
  chart.over.addEventListener('click', choose);
  // uPlot listens to mice only: a finger moves the same cursor and scrolls the page up and down.
  const touch = (event: TouchEvent): void => {
    const [finger] = event.touches;
    if (!finger) return;
    const { left } = chart.over.getBoundingClientRect();
    chart.setCursor({ left: finger.clientX - left, top: 10 });
  };
  chart.over.addEventListener('touchstart', touch, { passive: true });
  chart.over.addEventListener('touchmove', touch, { passive: true });
  return {
    draw(next) {
      data = next;
      chart.setData(columns());
    },
    point(index) {
      const left = index === undefined ? -10 : chart.valToPos(index, 'x');
      chart.setCursor({ left, top: index === undefined ? -10 : 10 });
    },
    remove() {
      for (const query of queries) query.removeEventListener('change', repaint);
      resized.disconnect();
      chart.destroy();
    },
  };
};
