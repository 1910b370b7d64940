import { useEffect, useRef, useState } from 'preact/hooks';

import { Problem } from '../ui/problem.tsx';
import { Table } from '../ui/table.tsx';
import type { ChartData, DrawnChart } from './chart-canvas.ts';
import { Change } from './change.tsx';
import { METRIC_DEFINITIONS } from './definitions.ts';
import {
  formatBucket,
  formatBucketLong,
  formatDay,
  formatDays,
  formatExact,
  formatMetric,
} from './format.ts';
import type { Annotation, Answer, Days } from './source.ts';
import { statisticsTexts } from './texts.ts';
import { questionOf, useAnswer, useStatistics } from './use-answer.ts';
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

const Tooltip = ({ point, left, width }: { point: Point; left: number; width: number }) => {
  const t = statisticsTexts();
  const { view, isComparable } = useStatistics();
  const { metric } = view;
  return (
    <div class={`tooltip${left > width / 2 ? ' from-right' : ''}`} style={{ '--at': `${left}px` }}>
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
  return (
    <details class="as-table">
      <summary>{t.asTable}</summary>
      <Table
        label={name}
        heads={[t.time, t.metrics[metric], ...(isCompared ? [t.comparisons[compare], t.change] : [])]}
      >
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
export const Chart = ({ days, today }: { days: Days; today: string | undefined }) => {
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
  const element = useRef<HTMLDivElement>(null);
  const drawn = useRef<DrawnChart | undefined>(undefined);
  const [failure, setFailure] = useState<unknown>(undefined);
  const [attempt, setAttempt] = useState(0);
  const [cursor, setCursor] = useState<{ index: number; left: number } | undefined>(undefined);
  // The interval of the answer at hand, which may be that of the view before.
  const answered = INTERVALS.find((one) => answer.data?.rows[0]?.dimensions[`time:${one}`] !== undefined);
  const metric = Object.keys(answer.data?.rows[0]?.metrics ?? {}).find((one) => one === view.metric);
  const points = answer.data && answered ? pointsOf(answer.data, answered, today, noted.data ?? []) : [];
  const data: ChartData = {
    labels: points.map(({ label }) => formatBucket(label)),
    values: points.map(({ value }) => value),
    before: isComparable ? points.map(({ before }) => before ?? null) : [],
    unfinished: points.findIndex(({ isUnfinished }) => isUnfinished),
    notes: points.flatMap((point, index) => (point.notes.length > 0 ? [index] : [])),
    format: (value) => formatMetric(view.metric, value),
    isWhole: METRIC_DEFINITIONS[view.metric].unit === 'count',
  };
  // Data that arrives while the library loads is drawn with it.
  const latest = useRef(data);
  latest.current = data;
  const choose = useRef<(index: number) => void>(() => undefined);
  choose.current = (index) => {
    const label = points[index]?.label;
    if (label === undefined || !answered || answered === 'hour') return;
    const to = endOf(label, answered);
    const last = answered === 'month' ? addDays(`${addDays(`${label}-28`, 5).slice(0, 7)}-01`, -1) : to;
    const from = answered === 'month' ? `${label}-01` : label;
    show({ ...view, period: { from, to: last }, interval: undefined });
  };
  const isReady = points.length > 0 && metric !== undefined;
  useEffect(() => {
    if (!isReady || !element.current) return undefined;
    let isGone = false;
    const place = element.current;
    import('./chart-canvas.ts').then(
      ({ drawChart }) => {
        if (isGone) return;
        const onPoint = (index: number | undefined, left: number): void => {
          setCursor(index === undefined ? undefined : { index, left });
        };
        drawn.current = drawChart(place, latest.current, onPoint, (index) => {
          choose.current(index);
        });
      },
      (error: unknown) => {
        if (!isGone) setFailure(error);
      },
    );
    return () => {
      isGone = true;
      drawn.current?.remove();
      drawn.current = undefined;
    };
  }, [isReady, attempt]);
  useEffect(() => {
    if (isReady) drawn.current?.draw(data);
  }, [JSON.stringify(data), view.metric]);
  const name = t.chartOf(t.metrics[view.metric], formatDays(days));
  const point = cursor && points[cursor.index];
  const move = (event: KeyboardEvent): void => {
    const last = points.length - 1;
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: Math.max(0, (cursor?.index ?? last + 1) - 1),
      ArrowRight: Math.min(last, (cursor?.index ?? -1) + 1),
      Home: 0,
      End: last,
    };
    const next = steps[event.key];
    if (next !== undefined) drawn.current?.point(next);
    else if (event.key === 'Enter' && cursor) choose.current(cursor.index);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class={`chart-part${answer.isStale ? ' stale' : ''}`}>
      <div class="chart-head">
        {intervals.length > 1 && (
          <select
            aria-label={t.interval}
            value={interval}
            onChange={(event) => {
              const chosen = intervals.find((one) => one === event.currentTarget.value);
              show({ ...view, interval: chosen }, { replace: true });
            }}
          >
            {intervals.map((one) => (
              <option key={one} value={one}>
                {t.intervals[one]}
              </option>
            ))}
          </select>
        )}
      </div>
      <Problem error={answer.error} retry={answer.retry} />
      <Problem
        error={failure}
        retry={() => {
          setFailure(undefined);
          setAttempt(attempt + 1);
        }}
      />
      <div
        class="chart"
        role="application"
        aria-label={`${name}. ${t.chartHint}`}
        tabIndex={0}
        onKeyDown={move}
        onBlur={() => drawn.current?.point(undefined)}
      >
        <div class="canvas" ref={element} />
        {point && <Tooltip point={point} left={cursor.left} width={element.current?.clientWidth ?? 0} />}
        <p class="unseen" role="status">
          {point && `${formatBucketLong(point.label)}: ${formatExact(view.metric, point.value)}`}
        </p>
      </div>
      <Notes points={points} />
      <PointsTable points={points} name={name} />
    </div>
  );
};
