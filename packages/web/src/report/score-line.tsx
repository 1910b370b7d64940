import type { ShownScore } from '@platform/pages/reports-contract';
import { useState } from 'preact/hooks';

import { reportTexts } from './texts.ts';
import { timeText } from './wording.ts';

const WIDTH = 640;
const HEIGHT = 150;
const LEFT = 30;
const MARGIN = 10;
/** The lowest scores of good and decent pages. */
const LIMITS = [90, 50] as const;
const yOf = (score: number): number => HEIGHT - MARGIN - (score / 100) * (HEIGHT - 2 * MARGIN);

/** At least two scores over time as a line; a pointer reads them off it, and a table names them. */
export const ScoreLine = ({ points, label }: { points: readonly ShownScore[]; label: string }) => {
  const t = reportTexts();
  const [shown, setShown] = useState(points.length - 1);
  const times = points.map(({ at }) => Date.parse(at));
  const from = Math.min(...times);
  const span = Math.max(1, Math.max(...times) - from);
  const places = times.map((time) => LEFT + ((time - from) / span) * (WIDTH - LEFT - MARGIN));
  const follow = (event: PointerEvent & { currentTarget: SVGSVGElement }): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - left) / width) * WIDTH;
    const distances = places.map((place) => Math.abs(place - x));
    setShown(distances.indexOf(Math.min(...distances)));
  };
  const read = points[shown] ?? points.at(-1);
  return (
    <figure class="score-line">
      {read && (
        <p class="read" aria-hidden="true">
          <strong>{read.score}</strong> <span class="quiet">{timeText(read.at)}</span>
        </p>
      )}
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label} onPointerMove={follow}>
        {LIMITS.map((limit) => (
          <g key={limit}>
            <line x1={LEFT} x2={WIDTH} y1={yOf(limit)} y2={yOf(limit)} />
            <text x={0} y={yOf(limit) + 4}>
              {limit}
            </text>
          </g>
        ))}
        <polyline
          points={points
            .map(({ score }, index) => `${(places[index] ?? 0).toFixed(1)},${yOf(score).toFixed(1)}`)
            .join(' ')}
        />
        {points.map(({ score }, index) => (
          <circle
            key={index}
            class={index === shown ? 'shown' : undefined}
            cx={(places[index] ?? 0).toFixed(1)}
            cy={yOf(score).toFixed(1)}
            r={index === shown ? 5 : 3}
          />
        ))}
      </svg>
      <details>
        <summary>{t.asTable}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t.time}</th>
              <th scope="col" class="number">
                {t.score}
              </th>
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map(({ score, at }) => (
              <tr key={at}>
                <td>{timeText(at)}</td>
                <td class="number">{score}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
};

/** The scores of a report over time; nothing before the second one. */
export const ScoreHistory = ({ scores }: { scores: readonly ShownScore[] }) => {
  const t = reportTexts();
  const [first] = scores;
  const last = scores.at(-1);
  if (first === undefined || last === undefined || scores.length < 2) return null;
  const words = ({ score, at }: ShownScore): string => `${score} (${timeText(at)})`;
  return (
    <section class="panel" aria-labelledby="trend">
      <h2 id="trend">{t.trend}</h2>
      <ScoreLine points={scores} label={t.trendLabel(scores.length, words(first), words(last))} />
    </section>
  );
};
