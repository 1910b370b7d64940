import type { Database } from '@platform/database';

import type { MeteredUnit, Organisation } from './api-key.ts';

export interface OrganisationsStore {
  /** The organisation with that name, created if it does not exist. */
  ensureOrganisation(candidate: Pick<Organisation, 'id' | 'name'>): Promise<Organisation>;
  /** All organisations, sorted by name. */
  organisations(): Promise<Organisation[]>;
  /** Sets the requests a minute of all keys together; null for the default. */
  setRateLimit(organisation: string, rateLimit: number | null): Promise<void>;
  /** Sets how much of `unit` it may use in a month; null for as much as it likes. */
  setQuota(organisation: string, unit: MeteredUnit, quota: number | null): Promise<void>;
}

const COLUMNS = { id: 'id', name: 'name', rateLimit: 'rate_limit' };

/** Organisations in PostgreSQL. */
export const createOrganisationsStore = (database: Database): OrganisationsStore => ({
  async ensureOrganisation({ id, name }) {
    await database('organisations').insert({ id, name }).onConflict('name').ignore();
    return database('organisations').where({ name }).first<Organisation>(COLUMNS);
  },
  organisations: () => database('organisations').orderBy('name').select<Organisation[]>(COLUMNS),
  async setQuota(organisation, unit, quota) {
    if (quota === null) await database('quotas').where({ organisation_id: organisation, unit }).delete();
    else
      await database('quotas')
        .insert({ organisation_id: organisation, unit, quota })
        .onConflict(['organisation_id', 'unit'])
        .merge();
  },
  async setRateLimit(organisation, rateLimit) {
    await database('organisations').where({ id: organisation }).update({ rate_limit: rateLimit });
  },
});
