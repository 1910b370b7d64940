import { startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';
import { zoneAtNoon } from '../noon-zone.ts';

interface StoredEvent {
  kind: number;
  flags: number;
  page: string;
  name: string | null;
  engaged_ms: number;
  scroll: number;
  props: unknown;
  visit_id: string;
}

/**
 * A platform and access to what it stored, for the suite that calls this. Its websites are where it is
 * noon, so that no midnight comes between two hits.
 */
export const useCollect = () => {
  let platform: RunningAnalytics;

  beforeAll(async () => {
    const started = await startAnalytics();
    platform = Object.assign(Object.create(started) as RunningAnalytics, {
      createWebsite: (fields = {}) => started.createWebsite({ timezone: zoneAtNoon(), ...fields }),
    });
  });

  afterAll(() => platform.stop());

  const eventsOf = async ({ id }: WebsiteJson): Promise<StoredEvent[]> => {
    const { rows } = await platform.db.database.raw<{ rows: StoredEvent[] }>(
      `SELECT e.kind, e.flags, p.value AS page, n.value AS name, e.engaged_ms, e.scroll, e.props, e.visit_id
     FROM events e
     LEFT JOIN dictionary p ON p.website_id = e.website_id AND p.id = e.page_id
     LEFT JOIN dictionary n ON n.website_id = e.website_id AND n.id = e.name_id
     WHERE e.website_id = ? ORDER BY e.ts, e.flags DESC`,
      [id],
    );
    return rows;
  };

  const dropsOf = async (id: number): Promise<Record<number, number>> => {
    const rows = await platform.db
      .database('drops')
      .where({ website_id: id })
      .groupBy('reason')
      .select('reason')
      .sum('count as count');
    return Object.fromEntries(rows.map(({ reason, count }) => [reason, Number(count)]));
  };

  return { platform: () => platform, eventsOf, dropsOf };
};
