import { randomUUID } from 'node:crypto';

import type { Database } from '@platform/database';

import { ratingToNumber } from '../reports/ratings.ts';
import { hashUrl } from '../reports/hash-url.ts';
import type { GenerationOutcome } from './generation-outcome.ts';

/** The right to generate the reports on a URL, held by one worker at a time. */
export interface UrlClaim {
  readonly url: string;
  readonly id: string;
  /** 1 for the first try; more when those before ended without a result, in a crash for example. */
  readonly attempt: number;
}

export interface GenerationStore {
  /** Claims a URL that has pending reports. @returns undefined when there are none, or when another worker is at it */
  claim(url: string, leaseSeconds: number): Promise<UrlClaim | undefined>;
  /** Keeps a claim for longer. @returns false when it was lost */
  renew(claim: UrlClaim, leaseSeconds: number): Promise<boolean>;
  /**
   * Writes a run for each report that was pending when the claim began, and gives the claim back, all at once.
   * @returns the number of reports that are done, and whether others were asked for meanwhile; undefined if the claim was lost
   */
  finish(
    claim: UrlClaim,
    outcome: GenerationOutcome,
  ): Promise<{ finished: number; more: boolean } | undefined>;
  /** URLs with reports that have been pending for `seconds` although nobody is at them. */
  overdue(seconds: number, limit: number): Promise<readonly string[]>;
}

/** Channel on which the hash of each URL is told whose reports are done. */
export const GENERATED_CHANNEL = 'reports_generated';

/** PostgreSQL stores neither NUL nor lone surrogates, and pages are full of surprises. */
const storable = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'string' ? item.toWellFormed().replaceAll('\0', '\uFFFD') : item,
  );

const columnsOf = (outcome: GenerationOutcome) =>
  outcome.status === 'generated'
    ? {
        error: null,
        rating: ratingToNumber(outcome.audit.result),
        score: outcome.audit.score,
        rules: outcome.audit.rulesVersion,
        audit: storable(outcome.audit),
        facts: storable(outcome.facts),
      }
    : { error: outcome.error, rating: null, score: null, rules: null, audit: null, facts: null };

/** Claims and results of generations in PostgreSQL. */
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
      // The statement may have waited for another worker to finish all that it had seen pending.
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
      // First of all: whoever fails to claim the URL before this has its report committed, and is served below.
      const claims = await transaction('url_claims')
        .where({ url_hash: hash, claim: id })
        .delete()
        .returning<{ started_at: Date }[]>(transaction.raw('started_at::text AS started_at'));
      const [claim] = claims;
      if (!claim) return undefined;
      const { rowCount } = await transaction.raw<{ rowCount: number }>(
        `WITH due AS (
           SELECT id FROM reports
           WHERE url_hash = :hash AND status = 'pending' AND requested_at <= CAST(:started AS timestamptz)
           ORDER BY id FOR UPDATE
         ), run AS (
           INSERT INTO report_runs (report_id, status, error, rating, score, rules_version, started_at, audit, facts)
           SELECT id, :status, :error, CAST(:rating AS smallint), CAST(:score AS smallint), :rules, CAST(:started AS timestamptz),
                  CAST(:audit AS json), CAST(:facts AS json)
           FROM due RETURNING report_id
         )
         UPDATE reports
         SET status = :status, error = :error, requested_at = NULL, updated_at = now(),
             rating = coalesce(CAST(:rating AS smallint), rating), score = coalesce(CAST(:score AS smallint), score),
             generated_at = CASE WHEN :status = 'generated' THEN now() ELSE generated_at END
         FROM run WHERE reports.id = run.report_id`,
        { hash, started: claim.started_at, status: outcome.status, ...columnsOf(outcome) },
      );
      const left = await transaction('reports')
        .where({ url_hash: hash, status: 'pending' })
        .first<object | undefined>('id');
      await transaction.raw('SELECT pg_notify(?, ?)', [GENERATED_CHANNEL, hash.toString('hex')]);
      return { finished: rowCount, more: left !== undefined };
    }),

  async overdue(seconds, limit) {
    const { rows } = await database.raw<{ rows: { url: string }[] }>(
      `SELECT DISTINCT url FROM reports
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
