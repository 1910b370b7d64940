import type { Language } from '@platform/errors';
import type { ProtectedPage } from '@platform/page-access';

import { noticeIn } from '../checks/translate-check.ts';
import { originsOf } from '../page/request-origins.ts';
import { failureText } from '../runs/failure.ts';
import { present as presentRun } from '../runs/run-json.ts';
import type { DetailedRun } from '../runs/run.ts';
import { nextGenerationAt } from './report.ts';
import type { Report } from './report.ts';
import type { DetailedReport } from './reports-service.ts';

/** The address of a report's page. */
export const reportUrl = (publicUrl: string, { pageKey }: Report): string => `${publicUrl}/r/${pageKey}`;

/** The report’s page, as the access rules see it. */
export const protectedPage = ({ id, privacy, passwordHash, pageKey }: Report): ProtectedPage => ({
  kind: 'report',
  id,
  privacy,
  passwordHash,
  path: `/r/${pageKey}`,
});

/** A report as shown in lists. */
export const presentReport = (publicUrl: string, report: Report, language: Language) => ({
  id: report.id,
  url: report.url,
  result: report.result,
  status: report.status,
  score: report.score,
  score_before: report.scoreBefore,
  got_worse: report.gotWorse,
  error: report.error,
  error_message:
    report.error === null ? null : noticeIn(language, failureText(report.error, report.httpStatus)),
  privacy: report.privacy,
  has_password: report.passwordHash !== null,
  render: report.render ? 1 : 0,
  runs: report.passes,
  desktop: report.desktop ? 1 : 0,
  has_credentials: report.credentials !== null,
  generated_at: report.generatedAt?.toISOString() ?? null,
  created_at: report.createdAt.toISOString(),
  updated_at: report.updatedAt.toISOString(),
  next_generation_at: nextGenerationAt(report, Date.now())?.toISOString() ?? null,
  report_url: reportUrl(publicUrl, report),
});

const screenshotUrls = (page: string) => ({
  desktop: `${page}/screenshots/desktop`,
  phone: `${page}/screenshots/phone`,
});

/** The steps of a page’s loading, with the addresses of their pictures. */
const filmstripOf = (run: DetailedRun | undefined, page: string) =>
  (run?.facts?.browser?.filmstrip ?? []).map(({ at, picture }) => ({
    at,
    picture: picture === null ? null : `${page}/screenshots/${picture}`,
  }));

/**
 * Where the page’s requests went, and the address of the waterfall; null unless it was rendered.
 */
const requestFields = (run: DetailedRun | undefined, page: string) => {
  const browser = run?.facts?.browser;
  if (browser?.requests === undefined || !run?.facts) return { waterfall: null, origins: null };
  const origins = originsOf(browser, run.facts.finalUrl);
  return {
    waterfall: `${page}/waterfall.svg`,
    origins: origins.map(({ origin, requests, bytes, entity, isThirdParty }) => ({
      origin,
      requests,
      bytes,
      third_party: isThirdParty,
      entity,
    })),
  };
};

/** A report with the findings of its last good run. */
export const presentDetailedReport = (
  publicUrl: string,
  { report, run }: DetailedReport,
  language: Language,
) => ({
  ...presentReport(publicUrl, report, language),
  run_id: run?.id ?? null,
  metrics: run?.facts?.browser?.metrics ?? null,
  metrics_desktop: run?.facts?.browser?.desktop ?? null,
  samples: run?.facts?.browser?.samples ?? [],
  screenshots: run?.facts?.browser === undefined ? null : screenshotUrls(reportUrl(publicUrl, report)),
  filmstrip: filmstripOf(run, reportUrl(publicUrl, report)),
  ...requestFields(run, reportUrl(publicUrl, report)),
  rules_version: run?.rulesVersion ?? null,
  ...presentRun.findings(run, language),
});
