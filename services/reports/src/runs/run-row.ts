import type { AuditReport } from '../audit/audit.ts';
import { ratingFromNumber } from '../audit/stored-ratings.ts';
import type { FailureCode } from './failure.ts';
import type { DetailedRun, PageFacts, Run } from './run.ts';

export interface RunRow {
  id: number;
  report_id: number;
  status: 'generated' | 'failed';
  error: FailureCode | null;
  http_status: number | null;
  rating: number | null;
  score: number | null;
  rules_version: string | null;
  started_at: Date;
  finished_at: Date;
}

export interface DetailedRunRow extends RunRow {
  audit: AuditReport | null;
  facts: PageFacts | null;
}

export const COLUMNS = [
  'id',
  'report_id',
  'status',
  'error',
  'http_status',
  'rating',
  'score',
  'rules_version',
  'started_at',
  'finished_at',
];

export const DETAILS = [...COLUMNS, 'audit', 'facts'];

export const toRun = (row: RunRow): Run => ({
  id: row.id,
  reportId: row.report_id,
  status: row.status,
  error: row.error,
  httpStatus: row.http_status,
  result: ratingFromNumber(row.rating),
  score: row.score,
  rulesVersion: row.rules_version,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
});

export const toDetailedRun = (row: DetailedRunRow | undefined): DetailedRun | undefined =>
  row && { ...toRun(row), audit: row.audit, facts: row.facts };
