import { formatNumber } from '../i18n/format.ts';
import { Problem } from '../ui/problem.tsx';
import { formatValue } from './format.ts';
import { Choice, Go } from './go.tsx';
import type { Days, Journeys as Answer } from './source.ts';
import { statisticsTexts } from './texts.ts';
import { questionOf, scopeOf, useAnswer, useStatistics } from './use-answer.ts';
import { Waiting } from './waiting.tsx';

type Node = Answer['after'][number];

const CHOICES = 50;
const SHOWN = 7;

/** A box of the diagram: a page with its views, or the beginning or end of visits. */
interface Box {
  readonly name: string;
  readonly page: string | null;
  readonly views: number;
  readonly y: number;
  readonly height: number;
}

const WIDTH = 860;
const BOX_WIDTH = 220;
const HEIGHT = 300;
const GAP = 10;
const LEAST = 24;

/** Boxes of one side below each other, as high as their share of the views. */
const boxesOf = (nodes: readonly Node[], end: string): readonly Box[] => {
  const shown = nodes.slice(0, SHOWN);
  const all = Math.max(
    1,
    shown.reduce((sum, { views }) => sum + views, 0),
  );
  const room = HEIGHT - GAP * (shown.length - 1) - LEAST * shown.length;
  let y = 0;
  return shown.map(({ page, views }) => {
    const height = LEAST + (room * views) / all;
    const box = { page, views, y, height, name: page === null ? end : formatValue('page', page) };
    y += height + GAP;
    return box;
  });
};

const Side = ({ boxes, isBefore, all }: { boxes: readonly Box[]; isBefore: boolean; all: number }) => {
  const { view } = useStatistics();
  const x = isBefore ? 0 : WIDTH - BOX_WIDTH;
  const edge = isBefore ? BOX_WIDTH : WIDTH - BOX_WIDTH;
  const middle = isBefore ? (WIDTH - BOX_WIDTH) / 2 : (WIDTH + BOX_WIDTH) / 2;
  let at = 0;
  const shown = Math.max(
    1,
    boxes.reduce((sum, { views }) => sum + views, 0),
  );
  return (
    <>
      {boxes.map((box) => {
        const share = (HEIGHT * box.views) / Math.max(shown, all);
        const [top, bottom] = [at, at + share];
        at = bottom;
        const half = (edge + middle) / 2;
        const flow = `M${edge} ${box.y}C${half} ${box.y} ${half} ${top} ${middle} ${top}V${bottom}C${half} ${bottom} ${half} ${box.y + box.height} ${edge} ${box.y + box.height}Z`;
        const { page } = box;
        return (
          <g key={page ?? ''} class={page === null ? 'edge-of-visit' : ''}>
            <path class="flow" d={flow} />
            <rect x={x} y={box.y} width={BOX_WIDTH} height={box.height} rx="4" />
            <foreignObject x={x} y={box.y} width={BOX_WIDTH} height={box.height}>
              <div class="journey-name">
                {page === null ? (
                  <span>{box.name}</span>
                ) : (
                  <Go class="plain" title={box.name} to={{ ...view, at: page }}>
                    <bdi>{box.name}</bdi>
                  </Go>
                )}
                <b>{formatNumber(box.views)}</b>
              </div>
            </foreignObject>
          </g>
        );
      })}
    </>
  );
};

const Diagram = ({ answer }: { answer: Answer }) => {
  const t = statisticsTexts();
  const before = boxesOf(answer.before, t.began);
  const after = boxesOf(answer.after, t.ended);
  const x = (WIDTH - BOX_WIDTH) / 2;
  return (
    <div
      class="journey"
      role="region"
      aria-label={`${t.journeysOf} ${formatValue('page', answer.page)}`}
      tabIndex={0}
    >
      <div class="journey-heads quiet" aria-hidden="true">
        <span>{t.before}</span>
        <span>{t.after}</span>
      </div>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="group" aria-label={t.journeys}>
        <Side boxes={before} isBefore all={answer.views} />
        <Side boxes={after} isBefore={false} all={answer.views} />
        <rect class="centre" x={x} y="0" width={BOX_WIDTH} height={HEIGHT} rx="4" />
        <foreignObject x={x} y="0" width={BOX_WIDTH} height={HEIGHT}>
          <div class="journey-name centre-name">
            <bdi>{formatValue('page', answer.page)}</bdi>
            <b>{t.views(formatNumber(answer.views))}</b>
          </div>
        </foreignObject>
      </svg>
    </div>
  );
};

/** Shows the pages that visitors viewed before and after a page. */
export const Journeys = ({ days }: { days: Days }) => {
  const t = statisticsTexts();
  const { view, show } = useStatistics();
  const scope = scopeOf(view);
  const question = {
    ...questionOf({ ...view, compare: 'none' }),
    metrics: ['pageviews' as const],
    dimensions: ['page'],
    per_page: CHOICES,
  };
  const pages = useAnswer(
    `pages ${JSON.stringify(question)}`,
    (source) => source.query(question),
    'journeys',
  );
  const names = pages.data?.rows.map(({ dimensions }) => dimensions['page'] ?? '') ?? [];
  const page = view.at ?? names[0];
  const asked = useAnswer(
    page === undefined ? undefined : `journeys ${JSON.stringify([page, days, scope])}`,
    (source) => source.journeys(page ?? '', days, scope),
    'journeys',
  );
  if (pages.data && page === undefined) return null;
  return (
    <section class="card" aria-labelledby="card-journeys">
      <div class="card-head">
        <h2 id="card-journeys">{t.journeys}</h2>
        {page !== undefined && (
          <Choice
            name="at"
            label={t.journeysOf}
            value={page}
            choices={[...new Set([page, ...names])].map((name) => [name, formatValue('page', name)])}
            send={t.apply}
            onChoose={(at) => {
              show({ ...view, at });
            }}
          />
        )}
      </div>
      <Problem
        error={pages.error ?? asked.error}
        retry={pages.error === undefined ? asked.retry : pages.retry}
      />
      {!asked.data && pages.error === undefined && asked.error === undefined && (
        <Waiting part="journeys" lines={6} />
      )}
      {asked.data?.views === 0 && <p class="nothing">{t.nothing}</p>}
      {asked.data && asked.data.views > 0 && (
        <div class={asked.isStale ? 'stale' : ''}>
          <Diagram answer={asked.data} />
        </div>
      )}
    </section>
  );
};
