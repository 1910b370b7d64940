import type pg from 'pg';

import type { Benchmark, Figure } from '../harness/benchmark.ts';
import { measureCleanupReads } from '../exports/cleanup-reads.ts';
import { measureJob } from '../sweeps/measure-job.ts';
import type { JobCost } from '../sweeps/measure-job.ts';

/** A job takes ten times the work in as much time per piece of it, and some for caches that miss. */
const MOST_GROWTH = 1.5;
/** Digests sent before the clock stops; what is due behind them must not make them dearer. */
const SENT = 300;

/** Namespace-free key of the lock that one instance's hourly sweep holds. */
const SWEEP_LOCK = 0x6d61696e;

const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata'];

const countOf = async (admin: pg.Client, text: string): Promise<number> =>
  Number((await admin.query<{ count: string }>(text)).rows[0]?.count);

const insertWebsites = (admin: pg.Client, count: number, isMailed: boolean): Promise<unknown> =>
  admin.query(
    `INSERT INTO websites (organisation, domain, site_key, timezone, retention_months, email, email_recipients)
     SELECT 'org_bench', 'site-' || n || '.example', 'key-' || n, ($2::text[])[1 + n % 4], $3::smallint, $4::smallint, $5::text
     FROM generate_series(1, $1::integer) AS n`,
    [count, ZONES, isMailed ? null : 12, isMailed ? 1 : 0, isMailed ? 'owner@example.com' : null],
  );

/** Websites of which each has a page of 400 days ago, which nobody viewed since, and keeps 12 months. */
const sweep = (count: number): Promise<JobCost> =>
  measureJob({
    prepare: async (admin) => {
      await insertWebsites(admin, count, false);
      await admin.query(
        `INSERT INTO dictionary_heads (website_id, last_id, day, new_values) SELECT id, 2, current_date, 0 FROM websites`,
      );
      for (const [page, age] of [400, 10].entries()) {
        await admin.query(
          `INSERT INTO dictionary (website_id, id, dimension, value) SELECT id, $1::integer, 1, '/' || $1 FROM websites`,
          [page + 1],
        );
        await admin.query(
          `INSERT INTO rollup_pages (engaged_ms, scroll, website_id, day, page_id, pageviews, visitors, entries, exits)
           SELECT 0, 0, id, current_date - $1::integer, $2::integer, 1, 1, 1, 1 FROM websites`,
          [age, page + 1],
        );
      }
    },
    isDone: async (admin) =>
      (await countOf(
        admin,
        `SELECT (SELECT count(*) FROM rollup_pages WHERE day < current_date - 390) +
           (SELECT count(*) FROM dictionary WHERE id = 1 AND idle_since IS NULL) +
           (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = ${SWEEP_LOCK}) AS count`,
      )) === 0,
  });

/** Websites whose digests are all due, and had a visit in the week that these are about. */
const mail = (count: number, sent: number): Promise<JobCost> =>
  measureJob({
    prepare: async (admin) => {
      await insertWebsites(admin, count, true);
      await admin.query(
        `INSERT INTO rollup_quarters (bucket, duration_s, engaged_ms, scroll, website_id, pageviews, visitors, visits, bounces, events)
         SELECT date_trunc('week', now()) - interval '3 days', 9, 9, 9, id, 1, 1, 1, 1, 0 FROM websites`,
      );
      await admin.query(
        `INSERT INTO email_schedules SELECT id, 'weekly', timezone, now() - interval '1 hour' FROM websites`,
      );
    },
    isDone: async (admin) =>
      (await countOf(admin, `SELECT count(*) FROM email_deliveries WHERE status IN ('sent', 'skipped')`)) >=
      sent,
  });

/** Salts of days that are over, each with the visitors of its day: few, as in most minutes. */
const ENDED = 100;
const VISITORS = 10;

/** Websites of which each had visitors today, and some have a salt of a day that is over. */
const salts = (count: number, ended: number): Promise<JobCost> =>
  measureJob({
    table: 'salts',
    prepare: async (admin) => {
      await insertWebsites(admin, count, false);
      await admin.query('UPDATE websites SET retention_months = NULL');
      for (const [age, websites] of [
        [0, count],
        [4, ended],
      ]) {
        // By the website's clock: a day that is today in UTC may be over elsewhere.
        await admin.query(
          `INSERT INTO salts (website_id, day, is_live, used_at, ends_at, salt)
           SELECT id, day, true, now() - $1 * interval '1 day', (day + 1)::timestamp AT TIME ZONE timezone + interval '30 minutes', '\\x00'
           FROM (SELECT id, timezone, (now() AT TIME ZONE timezone)::date - $1::integer AS day FROM websites ORDER BY id LIMIT $2) AS w`,
          [age, websites],
        );
        await admin.query(
          `INSERT INTO visitors (visitor_id, continues, website_id, day, seen)
           SELECT website_id * 100 + $1 * 10 + n, 0, website_id, day, '{}'
           FROM (SELECT * FROM salts ORDER BY day, website_id LIMIT $2) AS s, generate_series(1, ${VISITORS}) AS n`,
          [age, websites],
        );
      }
    },
    // Their visitors go in the same transaction; the salts themselves are not read here, as reads of
    // them are counted.
    isDone: async (admin) =>
      (await countOf(admin, `SELECT count(*) FROM visitors WHERE day < current_date - 2`)) === 0,
  });

const figuresOf = (
  name: string,
  { seconds, cpuMs }: JobCost,
  pieces: number,
): [seconds: Figure, perPiece: Figure] => [
  { name: `${name}: time`, value: seconds, unit: 's' },
  { name: `${name}: CPU for each`, value: cpuMs / pieces, unit: 'ms' },
];

const growthOf = (name: string, [few = 0, many = 0]: readonly number[]): Figure => ({
  name: `${name}: × at ten times`,
  value: many / few,
  unit: '×',
  aim: { atMost: MOST_GROWTH },
});

export const sweepsScale: Benchmark = {
  id: 'sweeps-scale',
  title: 'Periodic jobs at ten times the websites',
  measures:
    'Analytics: the hourly sweep of websites that keep 12 months and have data that is older, and e-mail digests that are all due at once, at ten times as many websites; processor time of service and PostgreSQL for each website swept and each of the first 300 digests (the e-mails go to the log); rows read to destroy each of 100 salts of days that are over, beside ten times as many that are not. Palette: rows read to remove the file of an expired export, beside ten times as many exports whose files were removed before.',
  limitSeconds: 900,
  async run({ quick, log }) {
    const websites = quick ? 200 : 10_000;
    const figures: Figure[] = [];
    const compare = async (
      name: string,
      run: (count: number) => Promise<JobCost>,
      piecesOf: (count: number) => number,
    ): Promise<void> => {
      const costs: number[] = [];
      for (const count of [websites, websites * 10]) {
        log(`${name}, ${count} websites`);
        const found = figuresOf(`${name}, ${count} websites`, await run(count), piecesOf(count));
        figures.push(...found);
        costs.push(found[1].value);
      }
      figures.push(growthOf(name, costs));
    };
    await compare('sweep', sweep, (count) => count);
    const sent = Math.min(SENT, websites);
    await compare(
      'digests due',
      (count) => mail(count, sent),
      () => sent,
    );
    const salted = quick ? 2_000 : websites;
    const saltReads: number[] = [];
    for (const count of [salted, salted * 10]) {
      log(`salts, ${count} websites`);
      const read = (await salts(count, ENDED)).rowsRead / ENDED;
      saltReads.push(read);
      figures.push({ name: `salts, ${count} websites: rows read for each`, value: read, unit: '' });
    }
    figures.push(growthOf('salts', saltReads));
    const emptied = quick ? 2_000 : 50_000;
    const reads: number[] = [];
    for (const count of [emptied, emptied * 10]) {
      log(`export files, ${count} emptied exports`);
      const read = await measureCleanupReads(count);
      figures.push({
        name: `export files, ${count} emptied exports: rows read for each`,
        value: read,
        unit: '',
      });
      reads.push(read);
    }
    figures.push(growthOf('export files', reads));
    return figures;
  },
};
