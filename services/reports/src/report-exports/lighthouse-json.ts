import type { CheckResult } from '../checks/check.ts';
import type { Report } from '../reports/report.ts';
import type { DetailedRun } from '../runs/run.ts';

const displayMode = ({ status, importance }: CheckResult): string => {
  if (status === 'not_applicable') return 'notApplicable';
  if (status === 'error') return 'error';
  return status === 'info' || importance === 'informative' ? 'informative' : 'numeric';
};

/** An item; where it is, as Lighthouse names an element. */
const itemOf = ({ snippet, note, place }: CheckResult['items'][number]) => {
  if (!place) return { snippet, note };
  const { selector, line, column, box } = place;
  return {
    snippet,
    note,
    ...(line !== null && { line, column }),
    ...(selector !== null && {
      node: {
        type: 'node',
        selector,
        snippet,
        ...(box !== null && {
          boundingRect: {
            left: box.x,
            top: box.y,
            width: box.width,
            height: box.height,
            right: box.x + box.width,
            bottom: box.y + box.height,
          },
        }),
      },
    }),
  };
};

const auditOf = (check: CheckResult) => ({
  id: check.id,
  title: check.title,
  description: check.message,
  score: check.score,
  scoreDisplayMode: displayMode(check),
  ...(check.value === null ? {} : { displayValue: String(check.value) }),
  details: { type: 'table', items: check.items.map(itemOf), total: check.total },
});

/**
 * A run in the shape of Lighthouse’s result (`requestedUrl`, `finalDisplayedUrl`, `fetchTime`,
 * `categories`, `audits`), which many tools read. Scores are from 0 to 1.
 */
export const lighthouseJson = (report: Pick<Report, 'url'>, run: DetailedRun) => {
  const checks = run.audit?.checks ?? [];
  const categories = (run.audit?.categories ?? []).map(({ id, title, score }) => ({
    id,
    title,
    score: score === null ? null : score / 100,
    auditRefs: checks
      .filter(({ category }) => category === id)
      .map((check) => ({ id: check.id, weight: check.weight })),
  }));
  return {
    requestedUrl: report.url,
    finalDisplayedUrl: run.facts?.finalUrl ?? report.url,
    fetchTime: run.finishedAt.toISOString(),
    rulesVersion: run.rulesVersion,
    score: run.score === null ? null : run.score / 100,
    result: run.result,
    metrics: run.facts?.browser?.metrics ?? null,
    runWarnings: (run.audit?.notices ?? []).map(({ message }) => message),
    categories: Object.fromEntries(categories.map((category) => [category.id, category])),
    audits: Object.fromEntries(checks.map((check) => [check.id, auditOf(check)])),
  };
};
