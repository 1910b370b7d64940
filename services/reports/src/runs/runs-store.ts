import type { Database } from '@platform/database';
import type { AuditReport } from '../audit/audit.ts';
import { ratingFromNumber } from '../audit/score.ts';
import { titleOf, titlesOf } from '../checks/check.ts';
import type { CheckResult, CheckTitles } from '../checks/check.ts';
import { createCheckRegistry } from '../checks/registry.ts';
import type { DetailedRun, FailureCode, PageFacts, Run, ScorePoint } from './run.ts';

interface RunRow {
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

interface DetailedRunRow extends RunRow {
  audit: StoredAudit | null;
  facts: PageFacts | null;
}

/** An audit as any version wrote it; until 0.2 a check had the title of a pass only. */
type StoredAudit = Omit<AuditReport, 'checks'> & {
  checks: readonly (Omit<CheckResult, 'titles'> & { titles?: CheckTitles })[];
};

const TITLES: ReadonlyMap<string, CheckTitles> = new Map(
  createCheckRegistry().checks.map(({ meta }) => [meta.id, titlesOf(meta)]),
);

/** Gives the checks of an audit the titles that are true of their outcomes. */
const withTitles = ({ checks, ...audit }: StoredAudit): AuditReport => ({
  ...audit,
  checks: checks.map((check) => {
    if (check.titles !== undefined) return { ...check, titles: check.titles };
    const titles = TITLES.get(check.id) ?? { pass: check.title, fail: check.title };
    return { ...check, titles, title: titleOf(titles, check.status) };
  }),
});

const COLUMNS = [
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

const DETAILS = [...COLUMNS, 'audit', 'facts'];

const toRun = (row: RunRow): Run => ({
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

const toDetailedRun = (row: DetailedRunRow | undefined): DetailedRun | undefined =>
  row && { ...toRun(row), audit: row.audit && withTitles(row.audit), facts: row.facts };

export interface RunsStore {
  /** Newest first. */
  list(reportId: number, page: number, perPage: number): Promise<{ runs: readonly Run[]; total: number }>;
  find(reportId: number, id: number): Promise<DetailedRun | undefined>;
  /** The newest run with a result, or the newest one older than the run `before`. */
  lastGenerated(reportId: number, before?: number): Promise<DetailedRun | undefined>;
  /** The scores of the last results, the oldest first. */
  scores(reportId: number, limit: number): Promise<readonly ScorePoint[]>;
  /**
   * Removes runs older than some days, except each report’s last two results and what came after.
   * @returns how many were removed
   */
  removeOlder(days: number, limit: number): Promise<number>;
  /** A JPEG of the page on a device, or a step of its filmstrip; undefined for another report’s run. */
  screenshot(reportId: number, runId: number, device: string): Promise<Buffer | undefined>;
}

/** Reads runs from PostgreSQL. The generation store writes them. */
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

  async scores(reportId, limit) {
    const rows = await database('report_runs')
      .where({ report_id: reportId, status: 'generated' })
      .orderBy('id', 'desc')
      .limit(limit)
      .select<{ score: number; finished_at: Date }[]>(['score', 'finished_at']);
    return rows.map(({ score, finished_at }) => ({ score, finishedAt: finished_at })).reverse();
  },

  async removeOlder(days, limit) {
    const { rowCount } = await database.raw<{ rowCount: number }>(
      `DELETE FROM report_runs WHERE id IN (
         SELECT id FROM report_runs old WHERE finished_at < now() - make_interval(days => :days)
           AND 2 <= (
             SELECT count(*) FROM report_runs newer
             WHERE newer.report_id = old.report_id AND newer.id > old.id AND newer.status = 'generated'
           )
         ORDER BY finished_at LIMIT :limit
       )`,
      { days, limit },
    );
    return rowCount;
  },

  screenshot: async (reportId, runId, device) => {
    const row = await database('run_screenshots')
      .join('report_runs', 'report_runs.id', 'run_screenshots.run_id')
      .where({ run_id: runId, device, report_id: reportId })
      .first<{ image: Buffer } | undefined>('image');
    return row?.image;
  },
});
