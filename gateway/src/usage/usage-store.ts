import { inTransaction } from '@platform/database';
import type { Database } from '@platform/database';
import { typeid } from 'typeid-js';
import { storeEvents } from '../webhooks/deliveries-store.ts';

/** An organisation's monthly quota of one unit, and its use so far. */
export interface QuotaUse {
  organisation: string;
  unit: keyof UsageCounts;
  quota: number;
  used: number;
}

/** A share of a quota that was used up. */
interface QuotaEvent extends QuotaUse {
  /** 80 or 100. */
  percent: number;
}

export interface QuotasStore {
  /** All quotas with the use of a month that is stored. @param month its first day (UTC) */
  list(month: string): Promise<QuotaUse[]>;
  /** Notes that a share was used up, and tells webhooks, once a month. */
  note(month: string, event: QuotaEvent): Promise<void>;
  /** The times at which shares of an organisation's quotas were used up in a month. */
  events: (
    organisation: string,
    month: string,
  ) => Promise<{ unit: keyof UsageCounts; percent: number; at: Date }[]>;
}

interface QuotaRow {
  organisation_id: string;
  unit: keyof UsageCounts;
  quota: string;
  used: string | null;
}

/** Quotas in PostgreSQL. */
export const createQuotasStore = (database: Database): QuotasStore => ({
  async list(month) {
    const { rows } = await database.raw<{ rows: QuotaRow[] }>(
      `SELECT quotas.organisation_id, quotas.unit, quotas.quota, sums.used
       FROM quotas LEFT JOIN LATERAL (
         SELECT sum(CASE quotas.unit WHEN 'requests' THEN requests WHEN 'events' THEN events
           WHEN 'reports' THEN reports ELSE exports END) AS used
         FROM usage
         WHERE usage.organisation_id = quotas.organisation_id
           AND day >= ?::date AND day < ?::date + interval '1 month'
       ) AS sums ON true`,
      [month, month],
    );
    return rows.map((row) => ({
      organisation: row.organisation_id,
      unit: row.unit,
      quota: Number(row.quota),
      used: Number(row.used ?? 0),
    }));
  },
  note: (month, { organisation, unit, percent, used, quota }) =>
    inTransaction(database, async (transaction) => {
      const noted = await transaction('quota_events')
        .insert({ organisation_id: organisation, month, unit, percent, used, quota })
        .onConflict(['organisation_id', 'month', 'unit', 'percent'])
        .ignore()
        .returning<{ unit: string }[]>('unit');
      // Another gateway was first, and has told the webhooks.
      if (noted.length === 0) return;
      await storeEvents(transaction, [
        {
          id: typeid('evt').toString(),
          organisation,
          type: 'quota.reached',
          occurredAt: new Date(),
          data: { unit, percent, used, quota, month: month.slice(0, 7) },
        },
      ]);
    }),
  events: (organisation, month) =>
    database('quota_events')
      .where({ organisation_id: organisation, month })
      .orderBy(['unit', 'percent'])
      .select('unit', 'percent', { at: 'created_at' }),
});

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
