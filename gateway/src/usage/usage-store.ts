import type { Database } from '@platform/database';

/** Units that are counted besides requests, as services report them. */
export const UNITS = ['events', 'reports', 'exports'] as const;

export type Unit = (typeof UNITS)[number];

export const isUnit = (name: string): name is Unit => (UNITS as readonly string[]).includes(name);

export interface UsageCounts extends Record<Unit, number> {
  requests: number;
}

/** Everything that is counted. */
export const COUNTED = ['requests', ...UNITS] as const;

/** Usage of one key on one day in one area. */
export interface Usage extends UsageCounts {
  organisation: string;
  /** UTC, as `2026-11-22`. */
  day: string;
  keyId: string;
  area: string;
}

export interface UsageStore {
  /** Adds to what is stored. */
  add(usages: readonly Usage[]): Promise<void>;
  /**
   * An organisation's usage on the days `from` to `to`, both included, by day, key and area.
   * @param keyId of the only key that is looked at
   */
  list(organisation: string, from: string, to: string, keyId?: string): Promise<Usage[]>;
}

interface UsageRow {
  organisation_id: string;
  day_text: string;
  key_id: string;
  area: string;
  requests: string;
  events: string;
  reports: string;
  exports: string;
}

const toUsage = (row: UsageRow): Usage => ({
  organisation: row.organisation_id,
  day: row.day_text,
  keyId: row.key_id,
  area: row.area,
  requests: Number(row.requests),
  events: Number(row.events),
  reports: Number(row.reports),
  exports: Number(row.exports),
});

/** Usage in PostgreSQL. */
export const createUsageStore = (database: Database): UsageStore => ({
  async add(usages) {
    if (usages.length === 0) return;
    await database.raw(
      `INSERT INTO usage AS stored (organisation_id, day, key_id, area, requests, events, reports, exports)
       SELECT * FROM unnest(?::text[], ?::date[], ?::text[], ?::text[],
         ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[])
       ON CONFLICT (organisation_id, day, key_id, area) DO UPDATE SET
         requests = stored.requests + excluded.requests,
         events = stored.events + excluded.events,
         reports = stored.reports + excluded.reports,
         exports = stored.exports + excluded.exports`,
      [
        usages.map(({ organisation }) => organisation),
        usages.map(({ day }) => day),
        usages.map(({ keyId }) => keyId),
        usages.map(({ area }) => area),
        usages.map(({ requests }) => requests),
        usages.map(({ events }) => events),
        usages.map(({ reports }) => reports),
        usages.map(({ exports }) => exports),
      ],
    );
  },
  async list(organisation, from, to, keyId) {
    const rows = await database('usage')
      .where({ organisation_id: organisation })
      .whereBetween('day', [from, to])
      .modify((query) => {
        if (keyId !== undefined) void query.where({ key_id: keyId });
      })
      .orderBy(['day', 'key_id', 'area'])
      .select<UsageRow[]>('usage.*', database.raw("to_char(day, 'YYYY-MM-DD') AS day_text"));
    return rows.map(toUsage);
  },
});
