import pg from 'pg';

import type { Benchmark, Figure } from '../harness/benchmark.ts';
import { startIngestTarget } from '../ingest/ingest-service.ts';
import type { IngestTarget } from '../ingest/ingest-service.ts';
import type { TrafficSite } from '../ingest/ingest-traffic.ts';
import { measureCosts } from '../ingest/measure-costs.ts';

/** Ten years, which is as long as a website may keep its data, and the present month. */
const MONTHS = 121;

interface Scale {
  readonly name: string;
  readonly websites: number;
  readonly months: number;
}

/** Websites that are stored at once: to create them over HTTP would take minutes. */
const addWebsites = async (admin: pg.Client, count: number): Promise<TrafficSite[]> => {
  const { rows } = await admin.query<{ domain: string; site_key: string }>(
    `INSERT INTO websites (organisation, domain, site_key)
     SELECT 'org_test', 'many-' || n || '.example', 'many-' || n FROM generate_series(1, $1::integer) AS n
     RETURNING domain, site_key`,
    [count],
  );
  return rows.map(({ domain, site_key: siteKey }) => ({ domain, siteKey }));
};

/** Partitions of the months before this one, named as the service names them. */
const addMonths = async (admin: pg.Client, months: number): Promise<void> => {
  await admin.query(
    `DO $$
     DECLARE month date; part text;
     BEGIN
       FOR month IN SELECT generate_series(date_trunc('month', now() AT TIME ZONE 'UTC') - interval '${months - 1} months',
         date_trunc('month', now() AT TIME ZONE 'UTC') - interval '1 month', interval '1 month') LOOP
         FOREACH part IN ARRAY ARRAY['events', 'visits'] LOOP
           EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
             part || to_char(month, '"_y"YYYY"m"MM'), part, month::text || ' 00:00Z', (month + interval '1 month')::date::text || ' 00:00Z');
         END LOOP;
       END LOOP;
     END $$`,
  );
};

const prepare = async (target: IngestTarget, { websites, months }: Scale): Promise<TrafficSite[]> => {
  const admin = new pg.Client({ connectionString: target.adminUrl });
  await admin.connect();
  try {
    // The service's role owns its tables.
    await admin.query('SET ROLE analytics; SET search_path = analytics');
    await addMonths(admin, months);
    return [...target.sites, ...(await addWebsites(admin, websites - target.sites.length))];
  } finally {
    await admin.end();
  }
};

export const ingestScale: Benchmark = {
  id: 'ingest-scale',
  title: 'Events and questions at 10 and 100 times the websites',
  measures:
    'Processor time, of the service and PostgreSQL, per event and per question (a month by day with a filter), with 200, 2,000 and 20,000 websites, and with 121 months of partitions. Half of the events are of one website, the others are spread over all.',
  limitSeconds: 600,
  async run({ quick, log }) {
    const few = quick ? 20 : 200;
    const scales: Scale[] = [
      { name: `${few} websites`, websites: few, months: 1 },
      { name: `${few * 10} websites`, websites: few * 10, months: 1 },
      { name: `${few * 100} websites`, websites: few * 100, months: 1 },
      { name: `${few * 100} websites, ${MONTHS} months`, websites: few * 100, months: MONTHS },
    ];
    const figures: Figure[] = [];
    for (const scale of scales) {
      log(scale.name);
      const target = await startIngestTarget(1);
      try {
        const sites = await prepare(target, scale);
        const [websiteId = 0] = target.websiteIds;
        const seconds = quick ? 2 : 8;
        const costs = await measureCosts(target, { sites, websiteId, seconds });
        const { service, database, perFilteredQuestion, failed } = costs;
        figures.push(
          { name: `${scale.name}: CPU per event`, value: service + database, unit: 'ms' },
          { name: `${scale.name}: CPU per question`, value: perFilteredQuestion, unit: 'ms' },
          { name: `${scale.name}: failed`, value: failed, unit: '', aim: { atMost: 0 } },
        );
      } finally {
        await target.stop();
      }
    }
    return figures;
  },
};
