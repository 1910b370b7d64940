import { renderingText } from '../page/rendering-text.ts';
import { failureText } from './failure.ts';
import type { DetailedRun, Run } from './run.ts';

const renderingOf = (run: DetailedRun | undefined) => {
  const rendering = run?.facts?.rendering;
  if (rendering === undefined) return null;
  const { state, reason, pending, benchmarkIndex, attempts } = rendering;
  const message = renderingText(rendering);
  return { state, reason, message, pending, benchmark_index: benchmarkIndex, attempts };
};

const findings = (run: DetailedRun | undefined) => ({
  rendering: renderingOf(run),
  incomplete: run?.audit?.incomplete ?? null,
  notices: run?.audit?.notices ?? [],
  categories: run?.audit?.categories ?? [],
  checks: run?.audit?.checks ?? [],
});

const summary = (run: Run) => ({
  id: run.id,
  report_id: run.reportId,
  status: run.status,
  error: run.error,
  error_message: run.error === null ? null : failureText(run.error, run.httpStatus),
  result: run.result,
  score: run.score,
  rules_version: run.rulesVersion,
  started_at: run.startedAt.toISOString(),
  finished_at: run.finishedAt.toISOString(),
});

/** A run’s JSON: in a list, its findings alone (empty without a result), and in full. */
export const present = {
  summary,
  findings,
  detailed: (run: DetailedRun) => ({
    ...summary(run),
    final_url: run.facts?.finalUrl ?? null,
    ...findings(run),
  }),
};
