import type { Database } from '@platform/database';

import type { AuditReport } from '../audit/audit.ts';
import { ratingFromNumber } from '../reports/ratings.ts';
import type { ReportErrorCode } from '../reports/report.ts';
import type { DetailedRun, PageFacts, Run } from './run.ts';

interface RunRow {
  id: number;
  report_id: number;
  status: 'generated' | 'failed';
  error: ReportErrorCode | null;
  rating: number | null;
  score: number | null;
  rules_version: string | null;
  started_at: Date;
  finished_at: Date;
}

interface DetailedRunRow extends RunRow {
  audit: AuditReport | null;
  facts: PageFacts | null;
}

export interface RunsStore {
  /** Newest first. */
  list(reportId: number, page: number, perPage: number): Promise<{ runs: readonly Run[]; total: number }>;
  find(reportId: number, id: number): Promise<DetailedRun | undefined>;
  /** The last run that gave a result; before the run `before`, if given. */
  lastGenerated(reportId: number, before?: number): Promise<DetailedRun | undefined>;
}

const COLUMNS = [
  'id',
  'report_id',
  'status',
  'error',
  'rating',
  'score',
  'rules_version',
  'started_at',
  'finished_at',
];
const DETAILS = [...COLUMNS, 'audit', 'facts'];

const toRun = (row: RunRow): Run => ({
  id: row.id,
  reportId: row.report_id,
  status: row.status,
  error: row.error,
  result: ratingFromNumber(row.rating),
  score: row.score,
  rulesVersion: row.rules_version,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
});

const toDetailedRun = (row: DetailedRunRow | undefined): DetailedRun | undefined =>
  row && { ...toRun(row), audit: row.audit, facts: row.facts };

/** The runs of reports in PostgreSQL; they are written by the generation. */
export const createRunsStore = (database: Database): RunsStore => ({
  async list(reportId, page, perPage) {
    const matching = () => database('report_runs').where({ report_id: reportId });
    const [rows, counted] = await Promise.all([
      matching()
        .orderBy('id', 'desc')
        .limit(perPage)
        .offset((page - 1) * perPage)
        .select<RunRow[]>(COLUMNS),
      matching().count<{ total: string }[]>({ total: '*' }),
    ]);
    return { runs: rows.map(toRun), total: Number(counted[0]?.total ?? 0) };
  },

  find: async (reportId, id) =>
    toDetailedRun(
      await database('report_runs')
        .where({ report_id: reportId, id })
        .first<DetailedRunRow | undefined>(DETAILS),
    ),

  lastGenerated: async (reportId, before) =>
    toDetailedRun(
      await database('report_runs')
        .where({ report_id: reportId, status: 'generated' })
        .modify((query) => {
          if (before !== undefined) void query.where('id', '<', before);
        })
        .orderBy('id', 'desc')
        .first<DetailedRunRow | undefined>(DETAILS),
    ),
});
