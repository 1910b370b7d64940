import { randomUUID } from 'node:crypto';

import { OUTBOX_ID } from '@platform/database';
import type { Database } from '@platform/database';
import { addReadGauge, shareReading } from '@platform/runtime';
import type { Metrics } from '@platform/runtime';
import type { Knex } from 'knex';

import type { AuditReport } from '../audit/audit.ts';
import { ratingToNumber } from '../audit/score.ts';
import type { Screenshot } from '../browser/render-page.ts';
import { createCheckRegistry } from '../checks/registry.ts';
import { compareScores, isWorse } from '../runs/run.ts';
import type { ScoredCheck, FailureCode, PageFacts } from '../runs/run.ts';
import { hashUrl, TARGET_SQL } from './target.ts';

/** The outcome of a generation: an audit, or the reason there is none. */
export type GenerationOutcome =
  | {
      readonly status: 'generated';
      readonly audit: AuditReport;
      readonly facts: PageFacts;
      /** Empty unless a browser rendered the page. */
      readonly screenshots: readonly Screenshot[];
    }
  | {
      readonly status: 'failed';
      readonly error: FailureCode;
      /** With which the page responded, if it did. */
      readonly httpStatus?: number | null;
    };

/** PostgreSQL’s json stores neither NUL nor lone surrogates, and a page may contain both. */
const storable = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'string' ? item.toWellFormed().replaceAll('\0', '\uFFFD') : item,
  );

const columnsOf = (outcome: GenerationOutcome) =>
  outcome.status === 'generated'
    ? {
        error: null,
        httpStatus: null,
        result: outcome.audit.result,
        rating: ratingToNumber(outcome.audit.result),
        score: outcome.audit.score,
        rules: outcome.audit.rulesVersion,
        audit: storable(outcome.audit),
        facts: storable(outcome.facts),
        devices: outcome.screenshots.map(({ device }) => device),
        images: outcome.screenshots.map(({ image }) => image),
      }
    : {
        error: outcome.error,
        httpStatus: outcome.httpStatus ?? null,
        result: null,
        rating: null,
        score: null,
        rules: null,
        audit: null,
        facts: null,
        devices: [],
        images: [],
      };

/** The right to generate the reports on a target (see `targetOf`), held by one worker at a time. */
export interface UrlClaim {
  readonly url: string;
  readonly id: string;
  /**
   * 1 for the first attempt; higher when earlier ones ended without a result, in a crash for
   * example.
   */
  readonly attempt: number;
}

export interface GenerationStore {
  /**
   * Claims a URL with pending reports.
   * @returns undefined when it has none, or another worker holds the claim
   */
  claim(url: string, leaseSeconds: number): Promise<UrlClaim | undefined>;
  /** Extends a claim. @returns false when it was lost */
  renew(claim: UrlClaim, leaseSeconds: number): Promise<boolean>;
  /**
   * Writes a run for each report that was pending when the claim began and releases the claim, in
   * one transaction.
   * @returns the reports that are done, and whether more were requested meanwhile; undefined if the
   * claim was lost
   */
  finish(
    claim: UrlClaim,
    outcome: GenerationOutcome,
  ): Promise<{ finished: readonly DoneReport[]; more: boolean } | undefined>;
  /** URLs with reports that have been pending for `seconds` without a live claim. */
  stalled(seconds: number, limit: number): Promise<readonly string[]>;
}

/** A report that a generation served, and the request that it was made for. */
export interface DoneReport {
  readonly id: number;
  readonly request_id: string | null;
}

/** The NOTIFY channel that carries the hash of each URL whose reports are done. */
export const GENERATED_CHANNEL = 'reports_generated';

const REGISTRY = createCheckRegistry();

/** True if an outcome is worse than that of an earlier run, by the checks that both decided. */
const gotWorse = (earlier: readonly ScoredCheck[], outcome: GenerationOutcome): boolean =>
  outcome.status === 'generated' && isWorse(compareScores(earlier, outcome.audit.checks, REGISTRY));

/** A waiting report, with the findings of its last run under the same rules. */
interface DueReport {
  readonly id: number;
  readonly checks: ScoredCheck[] | null;
}

/** Locks the reports that an outcome serves: those requested before its generation began. */
const dueReports = async (
  transaction: Knex.Transaction,
  hash: Buffer,
  started: Date,
  rules: string | null,
): Promise<readonly DueReport[]> => {
  const { rows } = await transaction.raw<{ rows: DueReport[] }>(
    `SELECT id, (
       SELECT CASE WHEN rules_version = :rules THEN (
         SELECT json_agg(json_build_object('id', found->'id', 'status', found->'status', 'score', found->'score',
                                           'evidence', found->'evidence'))
         FROM json_array_elements(audit->'checks') AS found
       ) END
       FROM report_runs WHERE report_id = reports.id AND report_runs.status = 'generated'
       ORDER BY report_runs.id DESC LIMIT 1
     ) AS checks FROM reports
     WHERE url_hash = :hash AND status = 'pending' AND requested_at <= CAST(:started AS timestamptz)
     ORDER BY id FOR UPDATE`,
    { hash, started, rules },
  );
  return rows;
};

/** Stores claims and results of generations in PostgreSQL. */
export const createGenerationStore = (database: Database): GenerationStore => ({
  claim: (url, leaseSeconds) =>
    database.transaction(async (transaction) => {
      const id = randomUUID();
      const hash = hashUrl(url);
      const { rows } = await transaction.raw<{ rows: { attempt: number }[] }>(
        `INSERT INTO url_claims (url_hash, url, claim, started_at, expires_at)
         SELECT :hash, :url, :id, clock_timestamp(), clock_timestamp() + make_interval(secs => :lease)
         WHERE EXISTS (SELECT FROM reports WHERE url_hash = :hash AND status = 'pending')
         ON CONFLICT (url_hash) DO UPDATE
           SET claim = excluded.claim, attempt = url_claims.attempt + 1,
               started_at = excluded.started_at, expires_at = excluded.expires_at
           WHERE url_claims.expires_at < clock_timestamp()
         RETURNING attempt`,
        { hash, url, id, lease: leaseSeconds },
      );
      const [row] = rows;
      if (!row) return undefined;
      // The insert may have waited for another worker, which has finished every report it saw
      // pending.
      const isPending = await transaction('reports')
        .where({ url_hash: hash, status: 'pending' })
        .first<object | undefined>('id');
      if (isPending) return { url, id, attempt: row.attempt };
      await transaction('url_claims').where({ url_hash: hash }).delete();
      return undefined;
    }),

  async renew({ url, id }, leaseSeconds) {
    const expiry = database.raw('clock_timestamp() + make_interval(secs => ?)', [leaseSeconds]);
    return (
      (await database('url_claims')
        .where({ url_hash: hashUrl(url), claim: id })
        .update({ expires_at: expiry })) > 0
    );
  },

  finish: ({ url, id }, outcome) =>
    database.transaction(async (transaction) => {
      const hash = hashUrl(url);
      const columns = columnsOf(outcome);
      // Must come first: a worker that failed to claim the URL until now has committed its report,
      // which is served below.
      const claims = await transaction('url_claims')
        .where({ url_hash: hash, claim: id })
        .delete()
        .returning<{ started_at: Date }[]>(transaction.raw('started_at::text AS started_at'));
      const [claim] = claims;
      if (!claim) return undefined;
      const due = await dueReports(transaction, hash, claim.started_at, columns.rules);
      const worse = due.filter(({ checks }) => checks !== null && gotWorse(checks, outcome));
      const { rows: finished } = await transaction.raw<{ rows: DoneReport[] }>(
        `WITH due AS (
           SELECT id, score, id = ANY(CAST(:worse AS integer[])) AS is_worse FROM reports
           WHERE id = ANY(CAST(:due AS integer[]))
         ), run AS (
           INSERT INTO report_runs (report_id, status, error, http_status, rating, score, rules_version, started_at, audit, facts)
           SELECT id, :status, :error, CAST(:httpStatus AS smallint), CAST(:rating AS smallint), CAST(:score AS smallint), :rules, CAST(:started AS timestamptz),
                  CAST(:audit AS json), CAST(:facts AS json)
           FROM due RETURNING id, report_id
         ), pictures AS (
           INSERT INTO run_screenshots (run_id, device, image)
           SELECT run.id, shot.device, shot.image
           FROM run CROSS JOIN unnest(CAST(:devices AS text[]), CAST(:images AS bytea[])) AS shot (device, image)
         ), done AS (
         UPDATE reports
         SET status = :status, error = :error, http_status = CAST(:httpStatus AS smallint), requested_at = NULL, updated_at = now(),
             rating = coalesce(CAST(:rating AS smallint), reports.rating),
             score = coalesce(CAST(:score AS smallint), reports.score),
             generated_at = CASE WHEN :status = 'generated' THEN now() ELSE generated_at END,
             score_before = CASE WHEN :status = 'generated' THEN due.score ELSE score_before END,
             got_worse = CASE WHEN :status = 'generated' THEN due.is_worse ELSE got_worse END
         FROM run JOIN due ON due.id = run.report_id WHERE reports.id = run.report_id
         RETURNING reports.id, organisation, reports.url, reports.score, score_before, got_worse, run.id AS run_id, reports.request_id
         ), told AS (
           INSERT INTO outbox (id, organisation, type, data)
           SELECT ${OUTBOX_ID}, organisation, 'report.generated',
             json_build_object('id', id, 'url', url, 'result', CAST(:result AS text), 'score', score, 'run_id', run_id)
           FROM done WHERE :status = 'generated'
         ), worse AS (
           SELECT * FROM done WHERE :status = 'generated' AND got_worse
         ), warned AS (
           INSERT INTO outbox (id, organisation, type, data)
           SELECT ${OUTBOX_ID}, organisation, 'report.got_worse',
             json_build_object('id', id, 'url', url, 'result', CAST(:result AS text), 'score', score,
                               'score_before', score_before, 'run_id', run_id)
           FROM worse
         ), mailed AS (
           INSERT INTO regressions (run_id, report_id)
           SELECT run_id, id FROM worse
           WHERE EXISTS (SELECT FROM schedules WHERE schedules.report_id = worse.id AND schedules.email = 1)
         )
         SELECT id, request_id FROM done`,
        {
          due: due.map(({ id: report }) => report),
          worse: worse.map(({ id: report }) => report),
          started: claim.started_at,
          status: outcome.status,
          ...columns,
        },
      );
      const left = await transaction('reports')
        .where({ url_hash: hash, status: 'pending' })
        .first<object | undefined>('id');
      await transaction.raw('SELECT pg_notify(?, ?)', [GENERATED_CHANNEL, hash.toString('hex')]);
      return { finished, more: left !== undefined };
    }),

  async stalled(seconds, limit) {
    const { rows } = await database.raw<{ rows: { url: string }[] }>(
      `SELECT DISTINCT ${TARGET_SQL} AS url FROM reports
       WHERE status = 'pending' AND requested_at < clock_timestamp() - make_interval(secs => :seconds)
         AND NOT EXISTS (
           SELECT FROM url_claims c WHERE c.url_hash = reports.url_hash AND c.expires_at >= clock_timestamp()
         )
       LIMIT :limit`,
      { seconds, limit },
    );
    return rows.map(({ url }) => url);
  },
});

interface Pending {
  reports: number;
  oldestSeconds: number;
}

const readPending = async (database: Database): Promise<Pending | undefined> => {
  const { rows } = await database.raw<{ rows: Pending[] }>(
    `SELECT count(*)::integer AS reports,
       coalesce(extract(epoch FROM clock_timestamp() - min(requested_at)), 0)::float8 AS "oldestSeconds"
     FROM reports WHERE status = 'pending'`,
  );
  return rows[0];
};

/**
 * Adds gauges of the reports that wait for a worker or are being generated. The service exposes
 * them beside its workers, so that waiting reports show even when no worker is left.
 */
export const observePending = (registry: Metrics, database: Database): void => {
  const read = shareReading(() => readPending(database));
  addReadGauge(registry, {
    name: 'reports_pending',
    help: 'Reports that wait for a worker or are being generated',
    read: async () => (await read())?.reports,
  });
  addReadGauge(registry, {
    name: 'reports_pending_oldest_seconds',
    help: 'How long the oldest pending report has been waiting',
    read: async () => (await read())?.oldestSeconds,
  });
};
