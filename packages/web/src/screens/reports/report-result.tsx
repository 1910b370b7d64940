import type { Item, Output } from '@platform/client';
import type { ReportContent, ShownChanges, ShownScore } from '@platform/pages/reports-contract';
import { useLocation } from 'preact-iso';

import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/use-load.ts';
import { ReportView } from '../../report/report-view.tsx';
import { platform } from '../../session/platform.ts';
import { ReportVitals } from './report-vitals.tsx';
import type { OnStart } from './report-vitals.tsx';

type ReportRecord = Output<'reports.show'>;
type Run = Item<'reports.runs.list'>;

const RUNS = 100;

const pointsOf = (runs: readonly Run[]): ShownScore[] =>
  runs.flatMap(({ score, finished_at: at }) => (score === null ? [] : [{ score, at }])).toReversed();

const changesOf = async (id: number, runs: readonly Run[]): Promise<ShownChanges | null> => {
  const [last, previous] = runs.filter(({ status }) => status === 'generated');
  if (!last || !previous || last.score === null || previous.score === null) return null;
  const diff = await platform.reports.runs.diff(id, last.id, { against: previous.id });
  return {
    before: { score: previous.score, at: previous.finished_at },
    after: { score: last.score, at: last.finished_at },
    same_rules: diff.same_rules,
    fixed: diff.fixed,
    new: diff.new,
  };
};

/** What a report has to show beside its last result. The result is whole without it. */
const readPast = async (id: number): Promise<Pick<ReportContent, 'scores' | 'changes'>> => {
  try {
    const { items } = await platform.reports.runs.list(id, { per_page: RUNS });
    return { scores: pointsOf(items), changes: await changesOf(id, items) };
  } catch {
    return { scores: [], changes: null };
  }
};

/** The report as its page shows it, with what only its owner sees and does. */
export const ReportResult = ({ report, onStart }: { report: ReportRecord; onStart: OnStart }) => {
  const t = texts();
  const { path } = useLocation();
  const { data: past } = useLoad(`past ${report.id} ${report.run_id ?? ''}`, () => readPast(report.id));
  if (report.checks.length === 0)
    return report.status === 'failed' ? <p class="empty">{t.report.noResult}</p> : null;
  return (
    <ReportView
      content={{ report, scores: past?.scores ?? [], changes: past?.changes ?? null }}
      hrefOf={(category) => `${path}?tab=checks&category=${category}`}
      measurements={<ReportVitals report={report} onStart={onStart} />}
    />
  );
};
