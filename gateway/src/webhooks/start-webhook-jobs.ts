import type { Database } from '@platform/database';
import type { Guard } from '@platform/guard';
import type { IdentitySigner } from '@platform/identity';
import { createRepeatingJob } from '@platform/runtime';
import type { Logger, RepeatingJob } from '@platform/runtime';

import { createEventCollector } from './event-collector.ts';
import { deliverDue } from './deliver-due.ts';
import { createDeliveriesStore } from './deliveries-store.ts';

export interface WebhookJobsDeps {
  database: Database;
  signer: Pick<IdentitySigner, 'sign'>;
  guard: Pick<Guard, 'fetch'>;
  targets: Readonly<Record<string, readonly string[]>>;
  /** After a worker dies, another one takes over its deliveries after this time. */
  leaseSeconds: number;
  logger: Logger;
}

const COLLECT_MILLISECONDS = 1_000;
const DELIVER_MILLISECONDS = 500;
const SWEEP_MILLISECONDS = 60 * 60 * 1000;
const KEPT_DAYS = 30;

/** Starts what a webhook worker does; any number of workers share the work. */
export const startWebhookJobs = (deps: WebhookJobsDeps): RepeatingJob[] => {
  const { database, signer, guard, targets, leaseSeconds, logger } = deps;
  const store = createDeliveriesStore(database);
  const jobs = [
    createRepeatingJob({
      name: 'collecting events',
      run: createEventCollector({ database, signer, targets, logger }),
      everyMilliseconds: COLLECT_MILLISECONDS,
      logger,
    }),
    createRepeatingJob({
      name: 'delivering events',
      run: (signal) => deliverDue({ store, guard, leaseSeconds, logger }, signal),
      everyMilliseconds: DELIVER_MILLISECONDS,
      logger,
    }),
    createRepeatingJob({
      name: 'removing old events',
      run: () => store.sweep(KEPT_DAYS),
      everyMilliseconds: SWEEP_MILLISECONDS,
      logger,
    }),
  ];
  for (const job of jobs) job.start();
  return jobs;
};
