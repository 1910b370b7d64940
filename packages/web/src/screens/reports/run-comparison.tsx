import './report.css';

import type { Item, Output } from '@platform/client';
import { useState } from 'preact/hooks';

import { formatNumber, formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/load.tsx';
import { metricText } from '../../report/measurements.tsx';
import { platform } from '../../session/platform.ts';
import { ownPath } from '../../ui/address.ts';
import { Select } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/placeholder.tsx';
import { Problem } from '../../ui/problem.tsx';
import { ResultBadge } from '../../ui/result-badge.tsx';
import { Table } from '../../ui/table.tsx';
import { useFilters } from '../use-filters.ts';

type Run = Item<'reports.runs.list'>;
type DetailedRun = Output<'reports.runs.show'>;
type Changes = Output<'reports.runs.diff'>['new'];

const METRICS = ['lcp', 'cls', 'tbt', 'fcp', 'ttfb'] as const;

const ChangeList = ({ title, changes }: { title: string; changes: Changes }) =>
  changes.length === 0 ? null : (
    <>
      <h3>{title}</h3>
      <ul>
        {changes.map(({ id, title: check, message }) => (
          <li key={id}>
            <strong>{check}</strong>: {message}
          </li>
        ))}
      </ul>
    </>
  );

/** More changes than these are folded away. */
const OPEN_CHANGES = 6;

/** Shows what is fixed and what is new since the run before; nothing where nothing changed. */
export const SinceLastTime = ({ id, run }: { id: number; run: number }) => {
  const t = texts().report;
  const { data } = useLoad(`changes ${id} ${run}`, () => platform.reports.runs.diff(id, run));
  if (!data) return null;
  const { fixed, new: fresh, score_change: change } = data;
  if (fixed.length + fresh.length === 0 && change === 0) return null;
  return (
    <details class="since" open={fixed.length + fresh.length <= OPEN_CHANGES}>
      <summary>
        <h2 class="small">{t.sinceLast}</h2>{' '}
        {t.changeCounts(formatNumber(change, { signDisplay: 'exceptZero' }), fixed.length, fresh.length)}{' '}
        {!data.same_rules && <span class="quiet">{t.otherRules}</span>}
      </summary>
      <ChangeList title={t.fixed} changes={fixed} />
      <ChangeList title={t.fresh} changes={fresh} />
    </details>
  );
};

const difference = (before: number | null | undefined, after: number | null | undefined): string =>
  typeof before === 'number' && typeof after === 'number'
    ? formatNumber(Math.round((after - before) * 1000) / 1000, {
        signDisplay: 'exceptZero',
        maximumFractionDigits: 3,
      })
    : '';

/** The page on the phone as a run saw it; nothing where the run kept no picture. */
const Picture = ({ picture, run }: { picture: string; run: DetailedRun }) => {
  const t = texts().report;
  const [isMissing, setMissing] = useState(false);
  if (isMissing) return <p class="quiet">{t.noPicture}</p>;
  return (
    <img
      src={`${ownPath(picture)}?run=${run.id}`}
      alt={t.onPhoneAt(formatTime(run.finished_at))}
      onError={() => {
        setMissing(true);
      }}
    />
  );
};

/** Two runs in two columns: score, categories, measurements, pictures; then what changed. */
const SideBySide = ({
  id,
  from,
  to,
  picture,
}: {
  id: number;
  from: number;
  to: number;
  picture: string | undefined;
}) => {
  const t = texts();
  const { data, error, reload } = useLoad(`compare ${id} ${from} ${to}`, () =>
    Promise.all([
      platform.reports.runs.show(id, from),
      platform.reports.runs.show(id, to),
      platform.reports.runs.diff(id, to, { against: from }),
    ]),
  );
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  if (!data) return <Skeleton />;
  const [before, after, diff] = data;
  const both = [before, after] as const;
  const hasMetrics = both.some(({ metrics }) => metrics !== null);
  return (
    <section aria-live="polite">
      <h2>{t.report.changes}</h2>
      <p>
        {t.report.scoreChange(formatNumber(diff.score_change, { signDisplay: 'exceptZero' }))}
        {!diff.same_rules && <span class="quiet"> {t.report.otherRules}</span>}
      </p>
      <Table
        label={t.report.changes}
        heads={[
          '',
          ...both.map((run) => ({ title: formatTime(run.finished_at), isNumber: true })),
          { title: t.report.difference, isNumber: true },
        ]}
      >
        <tr>
          <th scope="row">{t.reports.score}</th>
          {both.map((run) => (
            <td key={run.id} class="number">
              {run.score ?? '–'} <ResultBadge result={run.result} status={run.status} />
            </td>
          ))}
          <td class="number">{difference(before.score, after.score)}</td>
        </tr>
        {after.categories.map((category) => {
          const was = before.categories.find((one) => one.id === category.id)?.score;
          return (
            <tr key={category.id}>
              <th scope="row">{category.title}</th>
              <td class="number">{was ?? '–'}</td>
              <td class="number">{category.score ?? '–'}</td>
              <td class="number">{difference(was, category.score)}</td>
            </tr>
          );
        })}
        {hasMetrics &&
          METRICS.map((name) => (
            <tr key={name}>
              <th scope="row">{t.report.metricNames[name]}</th>
              {both.map((run) => (
                <td key={run.id} class="number">
                  {metricText(name, run.metrics?.[name])}
                </td>
              ))}
              <td class="number">{difference(before.metrics?.[name], after.metrics?.[name])}</td>
            </tr>
          ))}
      </Table>
      {picture !== undefined && hasMetrics && (
        <div class="pictures">
          {both.map((run) => (
            <Picture key={run.id} picture={picture} run={run} />
          ))}
        </div>
      )}
      <ChangeList title={t.report.fixed} changes={diff.fixed} />
      <ChangeList title={t.report.fresh} changes={diff.new} />
      <p class="quiet">{t.report.unchanged(diff.unchanged.length)}</p>
    </section>
  );
};

/** Compares any two runs with a result; which ones is kept in the address. */
export const RunComparison = ({
  id,
  runs,
  picture,
}: {
  id: number;
  runs: readonly Run[];
  picture: string | undefined;
}) => {
  const t = texts().report;
  const { filter, setFilter } = useFilters();
  const generated = runs.filter(({ status }) => status === 'generated');
  const to = generated.find((run) => run.id === Number(filter('run')));
  if (!to) return null;
  const earlier = generated.filter((run) => run.id < to.id);
  const from = earlier.find((run) => run.id === Number(filter('against'))) ?? earlier[0];
  if (!from) return <p class="quiet">{t.nothingEarlier}</p>;
  return (
    <>
      <div class="filters">
        <Select
          label={t.against}
          chosen={String(from.id)}
          options={earlier.map(
            (run) => [String(run.id), `${formatTime(run.finished_at)}: ${run.score ?? '–'}`] as const,
          )}
          onChange={(event) => {
            setFilter('against', event.currentTarget.value);
          }}
        />
      </div>
      <SideBySide id={id} from={from.id} to={to.id} picture={picture} />
    </>
  );
};
