import { inTransaction } from '@platform/database';
import type { Database } from '@platform/database';
import { typeid } from 'typeid-js';

import { storeEvents } from '../webhooks/webhook-events-store.ts';
import type { UsageCounts } from './usage-store.ts';

/** How much of one unit an organisation may use in a month, and how much it has used so far. */
export interface QuotaUse {
  organisation: string;
  unit: keyof UsageCounts;
  quota: number;
  used: number;
}

/** A share of a quota that was used up. */
export interface QuotaEvent extends QuotaUse {
  /** 80 or 100. */
  percent: number;
}

export interface QuotasStore {
  /** All quotas with the use of a month that is stored. @param month its first day (UTC) */
  list(month: string): Promise<QuotaUse[]>;
  /** Notes that a share was used up, and tells webhooks, once a month. */
  note(month: string, event: QuotaEvent): Promise<void>;
  /** When which share of an organisation's quotas was used up in a month. */
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
