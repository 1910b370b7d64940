import { quotaExceeded } from '@platform/errors';

import type { QuotasStore, QuotaUse, UsageCounts } from './usage-store.ts';

type Unit = keyof UsageCounts;

export interface Quotas {
  /** Adds to what an organisation has used. */
  add(organisation: string, unit: Unit, amount: number): void;
  /** @throws 429 if the organisation has made all the requests of this month */
  refuseExhausted(organisation: string): void;
  /** Lists the organisation's exhausted units, separated by commas; undefined if none. */
  exhausted(organisation: string): string | undefined;
  /** An organisation's quotas, with what was used of them. */
  of(organisation: string): QuotaUse[];
  /** Rereads quotas and sums, and notes which shares were used up. */
  refresh(): Promise<void>;
}

export interface QuotasDeps {
  store: Pick<QuotasStore, 'list' | 'note'>;
  /** Returns the amount counted in this month and not stored yet. */
  pending: (organisation: string, unit: Unit, month: string) => number;
  now?: () => Date;
}

/** Shares of a quota, in per cent, that are worth telling the organisation. */
const SHARES = [80, 100];

/** The first day of a month (UTC). */
export const monthOf = (date: Date): string => `${date.toISOString().slice(0, 7)}-01`;

/**
 * Monthly quotas, decided from memory: the stored sums of all gateways, read after each write, and
 * what this gateway has counted since. Asking the database for each request would cost a query, and
 * writing each one a row that all gateways fight over. So two gateways may exceed a quota by what
 * they admit between two writes.
 */
export const createQuotas = ({ store, pending, now = () => new Date() }: QuotasDeps): Quotas => {
  let uses = new Map<string, QuotaUse[]>();
  let month = '';
  const noted = new Set<string>();

  const note = async (use: QuotaUse): Promise<void> => {
    for (const percent of SHARES) {
      const name = `${month} ${use.organisation} ${use.unit} ${percent} ${use.quota}`;
      if (use.used * 100 < use.quota * percent || noted.has(name)) continue;
      await store.note(month, { ...use, percent });
      noted.add(name);
    }
  };

  /** None in a new month until its sums have been read. */
  const of = (organisation: string): QuotaUse[] =>
    uses.size === 0 || month !== monthOf(now()) ? [] : (uses.get(organisation) ?? []);

  const isUsedUp = ({ used, quota }: QuotaUse): boolean => used >= quota;

  return {
    of,
    add(organisation, unit, amount) {
      for (const use of of(organisation)) if (use.unit === unit) use.used += amount;
    },
    refuseExhausted(organisation) {
      const requests = of(organisation).find(({ unit }) => unit === 'requests');
      if (requests && isUsedUp(requests)) throw quotaExceeded('requests', now().getTime());
    },
    exhausted(organisation) {
      const units = of(organisation).filter(isUsedUp);
      return units.length === 0 ? undefined : units.map(({ unit }) => unit).join(',');
    },
    async refresh() {
      const current = monthOf(now());
      const stored = await store.list(current);
      // No await from here on: counts added meanwhile would be missing.
      const fresh = new Map<string, QuotaUse[]>();
      for (const use of stored) {
        const { organisation, unit } = use;
        const all = fresh.get(organisation) ?? [];
        all.push({ ...use, used: use.used + pending(organisation, unit, current) });
        fresh.set(organisation, all);
      }
      if (month !== current) noted.clear();
      [uses, month] = [fresh, current];
      for (const use of [...fresh.values()].flat()) await note(use);
    },
  };
};
