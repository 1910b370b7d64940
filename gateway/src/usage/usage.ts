import type { Database } from '@platform/database';
import type { ApiRouter } from '@platform/http';
import type { Logger } from '@platform/runtime';

import type { Principal } from '../keys/api-key.ts';
import { createQuotas } from './quotas.ts';
import type { Quotas } from './quotas.ts';
import { createQuotasStore } from './quotas-store.ts';
import { createUsageRecorder } from './usage-recorder.ts';
import { createUsageRouter } from './usage-router.ts';
import { createUsageStore, isUnit } from './usage-store.ts';

export interface UsageFeature {
  router: ApiRouter;
  quotas: Quotas;
  recordRequest: (key: Principal, area: string) => void;
  /** Ignores units that it doesn't know. */
  recordUnits: (key: Principal, area: string, unit: { name: string; amount: number }) => void;
  /** Writes what was recorded and stops. */
  close(): Promise<void>;
}

export interface UsageDeps {
  database: Database;
  logger: Logger;
  /** Says which day and month it is; the machine's clock unless given. */
  now?: (() => Date) | undefined;
}

/** Counts what keys use, holds it against the organisations' quotas, and shows both. */
export const createUsage = ({ database, logger, now }: UsageDeps): UsageFeature => {
  const store = createUsageStore(database);
  const quotasStore = createQuotasStore(database);
  const recorder = createUsageRecorder(store, logger, () => quotas.refresh(), now);
  const quotas = createQuotas({ store: quotasStore, pending: recorder.pending, ...(now && { now }) });
  return {
    quotas,
    router: createUsageRouter({
      store,
      quotas,
      quotaEvents: quotasStore.events,
      flush: recorder.flush,
      ...(now && { now }),
    }),
    recordRequest(key, area) {
      recorder.recordRequest(key, area);
      quotas.add(key.organisation, 'requests', 1);
    },
    recordUnits(key, area, unit) {
      recorder.recordUnits(key, area, unit);
      if (isUnit(unit.name)) quotas.add(key.organisation, unit.name, unit.amount);
    },
    close: recorder.close,
  };
};
