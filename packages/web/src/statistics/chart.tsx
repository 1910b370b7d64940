import { useRef, useState } from 'preact/hooks';

import { Problem } from '../ui/problem.tsx';
import { Table } from '../ui/table.tsx';
import { Change } from './change.tsx';
import { ChartDrawing } from './chart-drawing.tsx';
import { placeOf, pointAt } from './chart-geometry.ts';
import { METRIC_DEFINITIONS, METRICS } from './definitions.ts';
import {
  formatBucket,
  formatBucketLong,
  formatDay,
  formatDays,
  formatExact,
  formatMetric,
} from './format.ts';
import type { Annotation, Answer, ImportedDays } from './source.ts';
import { Choice } from './go.tsx';
import { statisticsTexts } from './texts.ts';
import { questionOf, useAnswer, useImported, useStatistics } from './use-answer.ts';
import { addDays, INTERVALS, intervalsFor, lengthOf, usualInterval } from './view.ts';
import type { Interval } from './view.ts';

/** A point of the chart. */
interface Point {
  readonly label: string;
  readonly value: number | null;
  /** The name of the point that it is compared with. */
  readonly labelBefore: string | undefined;
  readonly before: number | null | undefined;
  readonly isUnfinished: boolean;
  readonly notes: readonly Annotation[];
}

/** The last day that a bucket holds. */
const endOf = (label: string, interval: Interval): string => {
  if (interval === 'week') return addDays(label, 6);
  if (interval === 'month') return `${label}-31`;
  return label.slice(0, 10);
};

const isNow = (label: string, interval: Interval, today: string | undefined): boolean => {
  if (interval === 'hour')
    return Date.parse(label) <= Date.now() && Date.now() < Date.parse(label) + 3_600_000;
  return today !== undefined && label <= today && today <= endOf(label, interval);
};

const isAhead = (label: string, interval: Interval, today: string | undefined): boolean =>
  interval === 'hour' ? Date.parse(label) > Date.now() : today !== undefined && label.slice(0, 10) > today;

/** The point an annotation belongs to. */
const holds = (label: string, interval: Interval, note: Annotation): boolean => {
  if (interval === 'hour') {
    const time = Date.parse(note.time);
    return time >= Date.parse(label) && time < Date.parse(label) + 3_600_000;
  }
  return note.day >= label && note.day <= endOf(label, interval);
};

const pointsOf = (
  answer: Answer,
  interval: Interval,
  today: string | undefined,
  notes: readonly Annotation[],
): readonly Point[] => {
  const name = `time:${interval}`;
  const other = answer.comparison_date_range;
  return answer.rows.map((row, index) => {
    const label = row.dimensions[name] ?? '';
    const [metric] = Object.keys(row.metrics) as (keyof typeof row.metrics)[];
    const value = metric === undefined ? null : row.metrics[metric];
    return {
      label,
      value: isAhead(label, interval, today) ? null : (value ?? null),
      before: metric === undefined ? undefined : row.comparison?.[metric],
      labelBefore:
        other && row.comparison && (interval === 'day' || interval === 'hour')
          ? addDays(
              other.from,
              interval === 'day'
                ? index
                : lengthOf({ from: answer.date_range.from, to: label.slice(0, 10) }) - 1,
            )
          : undefined,
      isUnfinished: isNow(label, interval, today),
      notes: notes.filter((note) => holds(label, interval, note)),
    };
  });
};

/** The stretches of points that hold imported days; those have no hours. */
const bandsOf = (
  points: readonly Point[],
  interval: Interval | undefined,
  imported: readonly ImportedDays[],
): readonly (readonly [from: number, to: number])[] =>
  interval === undefined || interval === 'hour'
    ? []
    : imported.flatMap(({ from, to }) => {
        const isIn = ({ label }: Point): boolean => label <= to && endOf(label, interval) >= from;
        const first = points.findIndex(isIn);
        return first < 0 ? [] : [[first, points.findLastIndex(isIn)] as const];
      });

/** @param place in percent of the chart's width */
const Tooltip = ({ point, place }: { point: Point; place: number }) => {
  const t = statisticsTexts();
  const { view, isComparable } = useStatistics();
  const { metric } = view;
  return (
    <div class={`tooltip${place > 50 ? ' from-right' : ''}`} style={{ '--at': `${place}%` }}>
      <p>
        {formatBucketLong(point.label)}
        {point.isUnfinished && <span class="quiet"> · {t.unfinished}</span>}
      </p>
      <p>
        <strong>{formatExact(metric, point.value)}</strong>{' '}
        {!point.isUnfinished && <Change metric={metric} now={point.value} before={point.before} />}
      </p>
      {isComparable && typeof point.before === 'number' && (
        <p class="quiet">
          {point.labelBefore === undefined
            ? t.comparisons.previous_period
            : formatDay(point.labelBefore, true)}
          : {formatExact(metric, point.before)}
        </p>
      )}
      {point.notes.map(({ id, text }) => (
        <p key={id}>◆ {text}</p>
      ))}
    </div>
  );
};

const PointsTable = ({ points, name }: { points: readonly Point[]; name: string }) => {
  const t = statisticsTexts();
  const { view, isComparable } = useStatistics();
  const { metric, compare } = view;
  const isCompared = isComparable && compare !== 'none';
  const compared = typeof compare === 'object' ? formatDays(compare) : t.comparisons[compare];
  return (
    <details class="as-table">
      <summary>{t.asTable}</summary>
      <Table label={name} heads={[t.time, t.metrics[metric], ...(isCompared ? [compared, t.change] : [])]}>
        {points
          .filter(({ value }) => value !== null)
          .map((point) => (
            <tr key={point.label}>
              <th scope="row">
                {formatBucketLong(point.label)}
                {point.isUnfinished && ` (${t.unfinished})`}
              </th>
              <td class="number">{formatExact(metric, point.value)}</td>
              {isCompared && <td class="number">{formatExact(metric, point.before)}</td>}
              {isCompared && (
                <td class="number">
                  {!point.isUnfinished && <Change metric={metric} now={point.value} before={point.before} />}
                </td>
              )}
            </tr>
          ))}
      </Table>
    </details>
  );
};

const Notes = ({ points }: { points: readonly Point[] }) => {
  const t = statisticsTexts();
  const notes = points.flatMap((point) => point.notes);
  if (notes.length === 0) return null;
  return (
    <ul class="notes" aria-label={t.annotations}>
      {notes.map(({ id, day, text, url }) => (
        <li key={id}>
          <span aria-hidden="true">◆</span> {formatDay(day)}{' '}
          {url === null ? (
            text
          ) : (
            <a href={url} target="_blank" rel="noreferrer">
              {text}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
};

/** A chosen metric over the period, with the earlier one behind it. */
export const Chart = ({ totals, today }: { totals: Answer; today: string | undefined }) => {
  const { date_range: days } = totals;
  const t = statisticsTexts();
  const { view, show, isComparable } = useStatistics();
  const length = lengthOf(days);
  const intervals = intervalsFor(length);
  const interval = intervals.find((one) => one === view.interval) ?? usualInterval(length);
  const { same_hours: _, ...asked } = questionOf(view) as ReturnType<typeof questionOf> & {
    same_hours?: boolean;
  };
  const question = {
    ...asked,
    metrics: [view.metric],
    dimensions: [`time:${interval}`],
    per_page: 1_000,
  };
  const answer = useAnswer(JSON.stringify(question), (source) => source.query(question));
  const noted = useAnswer(`notes ${days.from} ${days.to}`, (source) => source.annotations(days));
  const imported = useImported(totals);
  const plot = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<number | undefined>(undefined);
  // The interval of the answer at hand, which may be that of the view before.
  const answered = INTERVALS.find((one) => answer.data?.rows[0]?.dimensions[`time:${one}`] !== undefined);
  // So is its metric.
  const metric = METRICS.find((one) => answer.data?.rows[0]?.metrics[one] !== undefined) ?? view.metric;
  const points = answer.data && answered ? pointsOf(answer.data, answered, today, noted.data ?? []) : [];
  const isReady = points.length > 0;
  const choose = (index: number): void => {
    const label = points[index]?.label;
    if (label === undefined || !answered || answered === 'hour') return;
    const to = endOf(label, answered);
    const last = answered === 'month' ? addDays(`${addDays(`${label}-28`, 5).slice(0, 7)}-01`, -1) : to;
    const from = answered === 'month' ? `${label}-01` : label;
    show({ ...view, period: { from, to: last }, interval: undefined });
  };
  const isCompared = points.some(({ before }) => before !== undefined);
  const name = t.chartOf(t.metrics[view.metric], formatDays(days));
  const point = cursor === undefined ? undefined : points[cursor];
  const last = points.length - 1;
  const move = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: Math.max(0, (cursor ?? last + 1) - 1),
      ArrowRight: Math.min(last, (cursor ?? -1) + 1),
      Home: 0,
      End: last,
    };
    const next = steps[event.key];
    if (next !== undefined) setCursor(next);
    else if (event.key === 'Enter' && cursor !== undefined) choose(cursor);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const under = ({ clientX }: MouseEvent): number | undefined => {
    const box = plot.current?.getBoundingClientRect();
    return box && last >= 0 ? pointAt((clientX - box.left) / box.width, points.length) : undefined;
  };
  const follow = (event: PointerEvent): void => {
    setCursor(under(event));
  };
  const leave = (): void => {
    setCursor(undefined);
  };
  return (
    <div class={`chart-part${answer.isStale ? ' stale' : ''}`}>
      <div class="chart-head">
        {intervals.length > 1 && (
          <Choice
            name="interval"
            label={t.interval}
            value={interval}
            choices={intervals.map((one) => [one, t.intervals[one]])}
            send={t.apply}
            onChoose={(value) => {
              show({ ...view, interval: intervals.find((one) => one === value) }, { replace: true });
            }}
          />
        )}
      </div>
      <Problem error={answer.error} retry={answer.retry} />
      <div
        class="chart"
        role="application"
        aria-label={`${name}. ${t.chartHint}`}
        tabIndex={0}
        onKeyDown={move}
        onBlur={leave}
      >
        <div
          class="plot"
          ref={plot}
          onPointerMove={follow}
          onPointerDown={follow}
          onPointerLeave={(event) => {
            // A finger that has let go has still asked for the value.
            if (event.pointerType !== 'touch') leave();
          }}
          onClick={(event) => {
            const at = under(event);
            // A finger asks for the value; there is no hover to show it before.
            const isFinger = 'pointerType' in event && event.pointerType === 'touch';
            if (at !== undefined && !isFinger) choose(at);
          }}
        >
          {isReady && (
            <ChartDrawing
              labels={points.map(({ label }) => formatBucket(label))}
              values={points.map(({ value }) => value)}
              before={isComparable && isCompared ? points.map(({ before }) => before ?? null) : []}
              unfinished={points.findIndex(({ isUnfinished }) => isUnfinished)}
              notes={points.flatMap(({ notes }, index) =>
                notes.length > 0 ? [{ index, text: notes.map(({ text }) => text).join(', ') }] : [],
              )}
              bands={bandsOf(points, answered, imported.data ?? [])}
              unit={METRIC_DEFINITIONS[metric].unit}
              format={(value) => formatMetric(metric, value)}
              cursor={cursor}
            />
          )}
          {point && cursor !== undefined && <Tooltip point={point} place={placeOf(cursor, points.length)} />}
        </div>
        <p class="unseen" role="status">
          {point && `${formatBucketLong(point.label)}: ${formatExact(view.metric, point.value)}`}
        </p>
      </div>
      <Notes points={points} />
      <PointsTable points={points} name={name} />
    </div>
  );
};
