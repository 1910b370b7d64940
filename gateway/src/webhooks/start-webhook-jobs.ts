import { createNotifiedWaits } from '@platform/database';
import type { Database } from '@platform/database';
import type { Guard } from '@platform/guard';
import type { IdentitySigner } from '@platform/identity';
import { createRepeatingJob } from '@platform/runtime';
import type { Logger, RepeatingJob } from '@platform/runtime';

import { createEventCollectors } from './event-collector.ts';
import { deliverDue } from './deliver-due.ts';
import { createDeliveriesStore } from './deliveries-store.ts';
import { DUE, DUE_CHANNEL } from './webhook-events-store.ts';

export interface WebhookJobsDeps {
  database: Database;
  /** The database's address, for the connection that announces due deliveries. */
  databaseUrl: string;
  signer: Pick<IdentitySigner, 'sign'>;
  guard: Pick<Guard, 'fetch'>;
  targets: Readonly<Record<string, readonly string[]>>;
  /** After a worker dies, another one takes over its deliveries after this time. */
  leaseSeconds: number;
  logger: Logger;
}

/** Between two waits for events, and between two looks at what is due. */
const PAUSE_MILLISECONDS = 100;
/** A notification may be lost with its connection. */
const LOOK_MILLISECONDS = 10_000;
const SWEEP_MILLISECONDS = 60 * 60 * 1000;
const KEPT_DAYS = 30;

/** Starts what a webhook worker does; any number of workers share the work. */
export const startWebhookJobs = (deps: WebhookJobsDeps): RepeatingJob[] => {
  const { database, databaseUrl, signer, guard, targets, leaseSeconds, logger } = deps;
  const store = createDeliveriesStore(database);
  const waits = createNotifiedWaits({ url: databaseUrl, channel: DUE_CHANNEL });
  const deliver = async (stopping: AbortSignal): Promise<void> => {
    // Before it looks, so that what becomes due in between isn't missed.
    const news = waits.wait(DUE, LOOK_MILLISECONDS);
    stopping.addEventListener('abort', news.cancel);
    try {
      await deliverDue({ store, guard, leaseSeconds, logger }, stopping);
      const untilDue = (await store.untilDue()) ?? LOOK_MILLISECONDS;
      const timer = setTimeout(news.cancel, Math.min(untilDue, LOOK_MILLISECONDS));
      if (!stopping.aborted) await news;
      clearTimeout(timer);
    } finally {
      news.cancel();
      stopping.removeEventListener('abort', news.cancel);
    }
  };
  const delivering = createRepeatingJob({
    name: 'delivering events',
    run: deliver,
    everyMilliseconds: PAUSE_MILLISECONDS,
    logger,
  });
  const jobs: RepeatingJob[] = [
    ...createEventCollectors({ database, signer, targets, logger }).map((run) =>
      createRepeatingJob({ name: 'collecting events', run, everyMilliseconds: PAUSE_MILLISECONDS, logger }),
    ),
    {
      start: () => {
        delivering.start();
      },
      async stop() {
        await delivering.stop();
        await waits.close();
      },
    },
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
