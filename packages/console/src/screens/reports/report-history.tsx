import type { Item } from '@platform/client';

import { formatNumber, formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Listing } from '../../loading/listing.tsx';
import { useLoad } from '../../loading/use-load.ts';
import { platform } from '../../session/platform.ts';
import { ResultBadge } from '../../ui/result-badge.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { Table } from '../../ui/table.tsx';
import { useFilters } from '../use-filters.ts';
import { RunDiff } from './run-diff.tsx';

type Run = Item<'reports.runs.list'>;

const RUNS = 50;

const Trend = ({ runs }: { runs: readonly Run[] }) => {
  const t = texts().report;
  const scores = runs.flatMap(({ score }) => (score === null ? [] : [score])).toReversed();
  if (scores.length < 2) return null;
  const words = t.trendOf(scores.map((score) => formatNumber(score)).join(', '));
  return (
    <section>
      <h2>{t.trend}</h2>
      <Sparkline values={scores} label={words} />
    </section>
  );
};

/** All runs of a report: the trend of the score, and what changed with each run. */
export const ReportHistory = ({ id }: { id: number }) => {
  const t = texts();
  const { filter, setFilter } = useFilters();
  const chosen = Number(filter('run'));
  const loaded = useLoad(`runs ${id}`, async () => {
    const { items } = await platform.reports.runs.list(id, { per_page: RUNS });
    return items;
  });
  return (
    <Listing loaded={loaded} empty={t.report.noRuns}>
      {(runs) => (
        <>
          <Trend runs={runs} />
          <Table label={t.report.runs} heads={[t.reports.generated, t.reports.result, t.reports.score, '']}>
            {runs.map((run, index) => (
              <tr key={run.id}>
                <td>{formatTime(run.finished_at)}</td>
                <td>
                  <ResultBadge result={run.result} status={run.status} /> {run.error_message}
                </td>
                <td>{run.score ?? ''}</td>
                <td class="actions">
                  {index < runs.length - 1 && run.status === 'generated' && (
                    <button
                      type="button"
                      aria-pressed={run.id === chosen}
                      onClick={() => {
                        setFilter('run', run.id === chosen ? '' : String(run.id));
                      }}
                    >
                      {t.report.compare}
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </Table>
          {chosen > 0 && <RunDiff id={id} run={chosen} />}
        </>
      )}
    </Listing>
  );
};
