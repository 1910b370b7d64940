import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import type { ScorePoint } from '../../runs/run.ts';
import { timeOf } from './facts-view.ts';

const WIDTH = 640;
const HEIGHT = 140;
const LEFT = 28;
const MARGIN = 10;
/** The lowest scores of good and decent pages. */
const LIMITS = [90, 50] as const;

const yOf = (score: number): number => HEIGHT - MARGIN - (score / 100) * (HEIGHT - 2 * MARGIN);

/** The report’s scores over time as a line. Null with fewer than two results. */
export const trendView = (points: readonly ScorePoint[]): Html | null => {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined || points.length < 2) return null;
  const from = first.finishedAt.getTime();
  const span = Math.max(1, last.finishedAt.getTime() - from);
  const xOf = (time: Date): number => LEFT + ((time.getTime() - from) / span) * (WIDTH - LEFT - MARGIN);
  const dots = points.map(({ score, finishedAt }) => ({
    x: xOf(finishedAt).toFixed(1),
    y: yOf(score).toFixed(1),
    label: `${timeOf(finishedAt)}: ${score}`,
  }));
  const label = `Scores of ${points.length} results: ${first.score} on ${timeOf(first.finishedAt)}, ${last.score} on ${timeOf(last.finishedAt)}`;
  return html`<section class="card" aria-labelledby="trend">
    <h2 id="trend">The score over time</h2>
    <svg class="trend" role="img" aria-label="${label}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
      ${LIMITS.map(
        (limit) =>
          html`<line class="limit" x1="${LEFT}" x2="${WIDTH}" y1="${yOf(limit)}" y2="${yOf(limit)}" />
            <text x="0" y="${yOf(limit) + 4}" font-size="12">${limit}</text>`,
      )}
      <polyline class="line" fill="none" points="${dots.map(({ x, y }) => `${x},${y}`).join(' ')}" />
      ${dots.map(({ x, y, label: title }) => html`<circle cx="${x}" cy="${y}" r="3"><title>${title}</title></circle>`)}
    </svg>
  </section>`;
};
