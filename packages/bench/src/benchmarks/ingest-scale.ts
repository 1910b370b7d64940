import pg from 'pg';

import type { Benchmark, Figure } from '../harness/benchmark.ts';
import { cpuOfTree } from '../harness/process-cpu.ts';
import { sendLoad } from '../ingest/ingest-load.ts';
import { startIngestTarget } from '../ingest/ingest-service.ts';
import type { IngestTarget } from '../ingest/ingest-service.ts';
import type { TrafficSite } from '../ingest/ingest-traffic.ts';

/** Ten years, which is as long as a website may keep its data, and the present month. */
const MONTHS = 121;
const CONNECTIONS = 160;
const QUESTIONS = 20;

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

/** A month by day of the busiest website. */
const ask = async (target: IngestTarget): Promise<void> => {
  const now = Date.now();
  const day = (offset: number): string => new Date(now + offset * 86_400_000).toISOString().slice(0, 10);
  const answer = await fetch(`${target.url}/api/v1/stats/${target.websiteIds[0] ?? 0}/query`, {
    method: 'POST',
    headers: { authorization: await target.authorize(), 'content-type': 'application/json' },
    body: JSON.stringify({
      metrics: ['visitors', 'pageviews', 'bounce_rate'],
      dimensions: ['time:day'],
      filters: [{ dimension: 'browser', operator: 'is', values: ['Chrome'] }],
      date_range: { from: day(-29), to: day(0) },
    }),
  });
  if (!answer.ok) throw new Error(`A question was answered with ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
};

const measure = async (
  target: IngestTarget,
  sites: readonly TrafficSite[],
  seconds: number,
): Promise<{ perEvent: number; perQuestion: number; failed: number }> => {
  const cpu = async (): Promise<number> =>
    (await cpuOfTree(target.servicePid)) + (await cpuOfTree(target.postgresPid));
  const load = { path: '/collect', connections: CONNECTIONS, seconds };
  await sendLoad(target.url, sites, { ...load, seed: 2 });
  await sendLoad(target.url, sites, { ...load, seed: 1 });
  const before = await cpu();
  const { acknowledged, failed } = await sendLoad(target.url, sites, { ...load, seed: 1 });
  const between = await cpu();
  for (let asked = 0; asked < QUESTIONS; asked += 1) await ask(target);
  return {
    failed,
    perEvent: (between - before) / 1_000 / acknowledged,
    perQuestion: ((await cpu()) - between) / 1_000 / QUESTIONS,
  };
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
        const { perEvent, perQuestion, failed } = await measure(target, sites, quick ? 2 : 8);
        figures.push(
          { name: `${scale.name}: CPU per event`, value: perEvent, unit: 'ms' },
          { name: `${scale.name}: CPU per question`, value: perQuestion, unit: 'ms' },
          { name: `${scale.name}: failed`, value: failed, unit: '', aim: { atMost: 0 } },
        );
      } finally {
        await target.stop();
      }
    }
    return figures;
  },
};
