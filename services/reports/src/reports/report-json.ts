import type { ProtectedPage } from '@platform/pages';

import { present as presentRun } from '../runs/run-json.ts';
import type { Report } from './report.ts';
import type { DetailedReport } from './reports-service.ts';

/** The address of a report's page. */
export const reportUrl = (publicUrl: string, { pageKey }: Report): string => `${publicUrl}/r/${pageKey}`;

/** What the access rules of pages need to know of a report. */
export const protectedPage = ({ id, privacy, passwordHash, pageKey }: Report): ProtectedPage => ({
  kind: 'report',
  id,
  privacy,
  passwordHash,
  path: `/r/${pageKey}`,
});

/** A report as lists show it. */
export const presentReport = (publicUrl: string, report: Report) => ({
  id: report.id,
  url: report.url,
  result: report.result,
  status: report.status,
  score: report.score,
  error: report.error,
  privacy: report.privacy,
  has_password: report.passwordHash !== null,
  generated_at: report.generatedAt?.toISOString() ?? null,
  created_at: report.createdAt.toISOString(),
  updated_at: report.updatedAt.toISOString(),
  report_url: reportUrl(publicUrl, report),
});

/** A report with what its last good run found. */
export const presentDetailedReport = (publicUrl: string, { report, run }: DetailedReport) => ({
  ...presentReport(publicUrl, report),
  run_id: run?.id ?? null,
  rules_version: run?.rulesVersion ?? null,
  ...presentRun.findings(run),
});
