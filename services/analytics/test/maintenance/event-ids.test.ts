import pg from 'pg';

import { createMaintenanceStore } from '../../src/maintenance/maintenance-store.ts';
import { event, useEvents } from '../events/events-harness.ts';

const { platform, sendAgain } = useEvents();

const DAY_MS = 86_400_000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);

const removeOld = () => createMaintenanceStore(platform().db.database).removeOldEventIds();

/** How PostgreSQL would run the deletes that `work` sends. */
const explainDeletes = async (work: () => Promise<unknown>): Promise<string> => {
  const { database, url } = platform().db;
  const sent: { sql: string; bindings: unknown[] }[] = [];
  const note = (statement: { sql: string; bindings: unknown[] }): void => {
    if (/^\s*DELETE\b/i.test(statement.sql)) sent.push(statement);
  };
  database.on('query', note);
  await work().finally(() => database.off('query', note));
  const client = new pg.Client({ connectionString: url, options: '-c search_path=analytics' });
  await client.connect();
  try {
    const lines: string[] = [];
    for (const { sql, bindings } of sent) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, bindings);
      lines.push(...rows.map((row) => row['QUERY PLAN']));
    }
    return lines.join('\n');
  } finally {
    await client.end();
  }
};

describe('ids of events', () => {
  it('are kept for 30 days', async () => {
    const site = await platform().createWebsite();
    const [first, second] = [event(site, { id: 'first' }), event(site, { id: 'second' })];
    await sendAgain({ events: [first] });
    await platform()
      .db.database('event_ids')
      .where({ website_id: site.id })
      .update({ seen_at: daysAgo(31) });
    await sendAgain({ events: [second] });
    await platform()
      .db.database('event_ids')
      .where({ website_id: site.id })
      .where('seen_at', '>', daysAgo(30))
      .update({ seen_at: daysAgo(29) });

    expect((await sendAgain({ events: [first, second] })).body.data).toMatchObject({ stored: 0 });
    await removeOld();
    expect((await sendAgain({ events: [first, second] })).body.data).toEqual({
      received: 2,
      stored: 1,
      dropped: { duplicate: 1 },
    });
  });

  it('that are to be kept are not read to remove those that are not', async () => {
    const { database } = platform().db;
    await database.raw(
      `INSERT INTO event_ids (seen_at, event_id, website_id)
       SELECT now() - n * interval '2 minutes', gen_random_uuid(), 1000 + n % 40 FROM generate_series(1, 22000) AS n`,
    );
    await database.raw('ANALYZE event_ids');
    const plan = await explainDeletes(removeOld);
    expect(plan).toMatch(/Index Scan (using|on) event_ids_seen_at/);
    expect(plan).not.toContain('Seq Scan');
    const [row] = await database('event_ids').where('website_id', '>=', 1000).count();
    const left = Number(row?.['count']);
    expect(left).toBeGreaterThan(21_000);
    expect(left).toBeLessThan(22_000);
  });
});
