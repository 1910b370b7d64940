import type { Language } from '@platform/errors';

import { firstFixes } from '../audit/score.ts';
import type { CheckResult } from '../checks/check.ts';
import { fixOf } from '../checks/fix-code.ts';
import { createCheckRegistry } from '../checks/registry.ts';
import { checkIn, criteriaIn, noticeIn, textsOfCheck, titleIn } from '../checks/translate-check.ts';
import { renderingText } from '../page/quantities.ts';
import { failureText } from './run.ts';
import type { DetailedRun, Run } from './run.ts';

const METAS = new Map(createCheckRegistry().checks.map(({ meta }) => [meta.id, meta]));

/** Findings that come with advice and code to paste. */
const EXPLAINED = 3;

/** Documentation of a check; null for one that this version doesn't know. */
const aboutOf = (id: string, language: Language) => {
  const meta = METAS.get(id);
  if (meta === undefined) return null;
  const { why, thresholds, fix } = textsOfCheck(language, meta);
  return { why, thresholds, fix };
};

/** Numbers the findings in the order in which the report page says to fix them. */
const ranked = (checks: readonly CheckResult[], url: string, language: Language) => {
  const ranks = new Map(
    firstFixes(checks, checks.length, METAS).map(({ check }, index) => [check.id, index + 1]),
  );
  return checks.map((one) => {
    const rank = ranks.get(one.id) ?? null;
    const check = checkIn(language, one);
    return {
      ...check,
      items: check.items.map((item) => ({ ...item, place: item.place ?? null })),
      rank,
      gain: check.gain ?? null,
      wcag: criteriaIn(language, METAS.get(check.id)?.wcag?.criteria ?? []),
      fix: rank !== null && rank <= EXPLAINED ? fixOf(check, url) : null,
      about: rank === null ? null : aboutOf(one.id, language),
    };
  });
};

const renderingOf = (run: DetailedRun | undefined, language: Language) => {
  const rendering = run?.facts?.rendering;
  if (rendering === undefined) return null;
  const { state, reason, pending, benchmarkIndex, attempts } = rendering;
  const message = noticeIn(language, renderingText(rendering));
  return { state, reason, message, pending, benchmark_index: benchmarkIndex, attempts };
};

const findings = (run: DetailedRun | undefined, language: Language) => ({
  rendering: renderingOf(run, language),
  incomplete: run?.audit?.incomplete ?? null,
  notices: (run?.audit?.notices ?? []).map(({ code, message }) => ({
    code,
    message: noticeIn(language, message),
  })),
  categories: (run?.audit?.categories ?? []).map((category) => ({
    ...category,
    title: titleIn(language, category.title),
  })),
  checks: ranked(run?.audit?.checks ?? [], run?.facts?.finalUrl ?? '', language),
});

const summary = (run: Run, language: Language) => ({
  id: run.id,
  report_id: run.reportId,
  status: run.status,
  error: run.error,
  error_message: run.error === null ? null : noticeIn(language, failureText(run.error, run.httpStatus)),
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
  detailed: (run: DetailedRun, language: Language) => ({
    ...summary(run, language),
    final_url: run.facts?.finalUrl ?? null,
    metrics: run.facts?.browser?.metrics ?? null,
    ...findings(run, language),
  }),
};
