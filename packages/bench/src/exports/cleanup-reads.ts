import pg from 'pg';

import { eventually } from '@platform/testing';

import { startExportsStack } from './exports-stack.ts';

/** Exports whose file is due to be removed. */
const DUE = 500;

const INSERT = `INSERT INTO exports
  (id, organisation, format, options, fingerprint, status, sha256, lifetime, created_at, finished_at, expires_at)`;

/** Rows of exports that PostgreSQL has read so far, through indexes and without. */
const READ = `SELECT (SELECT sum(seq_tup_read) FROM pg_stat_user_tables WHERE relname = 'exports')
  + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE relname = 'exports') AS count`;

const countOf = async (admin: pg.Client, text: string): Promise<number> =>
  Number((await admin.query<{ count: string }>(text)).rows[0]?.count);

/** Until counters of a connection that has done its work are in the views. */
const FLUSHED_AFTER = 3_000;
const CLEANED_WITHIN = 120_000;

/**
 * How many rows of exports the palette's worker reads to remove a file that is due, beside exports
 * whose files were removed before and that are still known for 30 days.
 */
export const measureCleanupReads = async (emptied: number): Promise<number> => {
  // The cleanup runs every half of it.
  const stack = await startExportsStack('postgres', 1, { EXPORT_IDLE_SECONDS: '10' });
  const admin = new pg.Client({ connectionString: stack.adminUrl, options: '-c search_path=palette' });
  try {
    await admin.connect();
    await admin.query(
      `${INSERT} SELECT 'exp_emptied' || n, 'org_bench', 'css', '{}', NULL, 'completed', NULL, interval '1 day',
         now() - interval '9 days', now() - interval '9 days', now() - interval '8 days'
       FROM generate_series(1, $1::integer) AS n`,
      [emptied],
    );
    await admin.query('VACUUM (ANALYZE) exports');
    await new Promise((resolve) => setTimeout(resolve, FLUSHED_AFTER));
    const before = await countOf(admin, READ);
    await admin.query('BEGIN');
    await admin.query(
      `${INSERT} SELECT 'exp_due' || n, 'org_bench', 'css', '{}', decode(md5(n::text), 'hex'), 'completed', 'sum',
         interval '1 day', now() - interval '2 days', now() - interval '2 days', now() - interval '1 minute'
       FROM generate_series(1, ${DUE}) AS n`,
    );
    await admin.query(
      `INSERT INTO export_files SELECT 'exp_due' || n, 'content' FROM generate_series(1, ${DUE}) AS n`,
    );
    await admin.query('COMMIT');
    await eventually(async () => {
      const left = await countOf(admin, 'SELECT count(*) AS count FROM export_files');
      if (left > 0) throw new Error(`${left} files are left.`);
    }, CLEANED_WITHIN);
    await new Promise((resolve) => setTimeout(resolve, FLUSHED_AFTER));
    return ((await countOf(admin, READ)) - before) / DUE;
  } finally {
    await admin.end();
    await stack.stop();
  }
};
