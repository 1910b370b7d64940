import type { Language } from '@platform/errors';
import { raw } from '@platform/page-access';
import type { Page } from '@platform/page-access';
import type { ChecksContent, ReportContent, ShownChanges } from '@platform/pages/reports-contract';
import type { Request } from 'express';

import { CATEGORY_TITLES, PART_SHARES, partOf } from '../audit/score.ts';
import { CATEGORIES, WEIGHTS } from '../checks/check.ts';
import type { CheckRegistry } from '../checks/registry.ts';
import { comparedIn, criteriaIn, noticeIn, textsOfCheck, titleIn } from '../checks/translate-check.ts';
import { presentResult } from '../reports/report-json.ts';
import type { Report } from '../reports/report.ts';
import { compareRuns, failureText } from '../runs/run.ts';
import type { DetailedRun, ScorePoint } from '../runs/run.ts';

const changesOf = (
  before: DetailedRun | undefined,
  after: DetailedRun | undefined,
  language: Language,
): ShownChanges | null => {
  if (!before?.audit || !after?.audit) return null;
  const { fixed, new: appeared } = compareRuns(before.audit.checks, after.audit.checks);
  return {
    before: { score: before.audit.score, at: before.finishedAt.toISOString() },
    after: { score: after.audit.score, at: after.finishedAt.toISOString() },
    same_rules: before.rulesVersion === after.rulesVersion,
    fixed: comparedIn(language, fixed),
    new: comparedIn(language, appeared),
  };
};

/** Content of a report's page. */
export interface PageOfReport {
  readonly report: Pick<Report, 'url' | 'status' | 'error' | 'httpStatus' | 'pageKey'>;
  /** The last run with a result. */
  readonly run: DetailedRun | undefined;
  /** The one before. */
  readonly previous: DetailedRun | undefined;
  /** Scores of the past, the oldest first. */
  readonly trend?: readonly ScorePoint[];
}

/** The content of a report's page in a language: as the interface tells it, with its past. */
export const reportContent = (
  { report, run, previous, trend = [] }: PageOfReport,
  language: Language,
): ReportContent => ({
  report: {
    url: report.url,
    status: report.status,
    error_message:
      report.error === null ? null : noticeIn(language, failureText(report.error, report.httpStatus)),
    score: run?.audit?.score ?? null,
    result: run?.audit?.result ?? null,
    generated_at: run?.finishedAt.toISOString() ?? null,
    // Paths, as the page is where its pictures are.
    ...presentResult('', report, run, language),
  },
  scores: trend.map(({ score, finishedAt }) => ({ score, at: finishedAt.toISOString() })),
  changes: changesOf(previous, run, language),
});

/** The documentation of every check in a language, from the checks' metas. */
export const checksContent = ({ checks, version }: CheckRegistry, language: Language): ChecksContent => {
  const metas = checks.map(({ meta }) => meta);
  return {
    version,
    weights: WEIGHTS,
    categories: CATEGORIES.map((category) => ({
      id: category,
      title: titleIn(language, CATEGORY_TITLES[category]),
      share: PART_SHARES[partOf(category)],
      checks: metas
        .filter((meta) => meta.category === category)
        .map((meta) => {
          const { title, why, thresholds, fix } = textsOfCheck(language, meta);
          return {
            id: meta.id,
            importance: meta.importance,
            title,
            why,
            thresholds,
            fix,
            isRare: meta.rare === true,
            wcag: criteriaIn(language, meta.wcag?.criteria ?? []),
            sources: meta.docs.sources,
          };
        }),
    })),
  };
};

/** Nothing inline, nothing from other hosts, in no frame; `data:` for the empty icon. */
const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A document with the headers of this service's pages: none is indexed, as it shows where a site is weak. */
export const toPage = (document: string, language: Language, headers: Page['headers'] = {}): Page => ({
  markup: raw(document),
  headers: {
    'Content-Security-Policy': PAGE_POLICY,
    'Content-Language': language,
    'X-Robots-Tag': 'noindex, nofollow',
    ...headers,
  },
});

/** The query of a page's address, which its links to other languages repeat. */
export const searchOf = (request: Pick<Request, 'originalUrl'>): string =>
  new URL(request.originalUrl, 'http://page').search;
