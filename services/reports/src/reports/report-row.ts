import { ratingFromNumber } from '../audit/stored-ratings.ts';
import type { FailureCode } from '../runs/failure.ts';
import type { Report, ReportStatus } from './report.ts';

export interface ReportRow {
  id: number;
  organisation: string;
  url: string;
  page_key: string;
  privacy: number;
  password_hash: string | null;
  render: boolean;
  credentials: string | null;
  status: ReportStatus;
  error: FailureCode | null;
  http_status: number | null;
  rating: number | null;
  score: number | null;
  score_before: number | null;
  got_worse: boolean;
  generated_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export const COLUMNS = [
  'id',
  'organisation',
  'url',
  'page_key',
  'privacy',
  'password_hash',
  'render',
  'credentials',
  'status',
  'error',
  'http_status',
  'rating',
  'score',
  'score_before',
  'got_worse',
  'generated_at',
  'created_at',
  'updated_at',
];

export const toReport = (row: ReportRow): Report => ({
  id: row.id,
  organisation: row.organisation,
  url: row.url,
  pageKey: row.page_key,
  privacy: row.privacy,
  passwordHash: row.password_hash,
  render: row.render,
  credentials: row.credentials,
  status: row.status,
  error: row.error,
  httpStatus: row.http_status,
  result: ratingFromNumber(row.rating),
  score: row.score,
  scoreBefore: row.score_before,
  gotWorse: row.got_worse,
  generatedAt: row.generated_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
