import type { Database } from '@platform/database';
import { isUnavailable } from '@platform/database';
import type { ApiRouter } from '@platform/http';
import type { Router } from 'express';

import { createMicroBatcher } from '../collect/writing/micro-batcher.ts';
import { createClickIntake, createClicksRouter } from './clicks-router.ts';
import { createClicksService } from './clicks-service.ts';
import type { ClicksServiceDeps } from './clicks-service.ts';
import { createClicksStore } from './clicks-store.ts';
import type { Click } from './click.ts';
import type { Logger, TrustsProxy } from '@platform/runtime';

interface ClicksDeps extends Pick<ClicksServiceDeps, 'questions' | 'explain' | 'findWebsite'> {
  readonly database: Database;
  readonly collectPath: string;
  readonly trustsProxy: TrustsProxy;
  readonly logger: Logger;
}

interface Clicks {
  readonly router: ApiRouter;
  /** The public endpoint. */
  readonly intake: Router;
  /** Writes what waits. */
  stop(): Promise<void>;
}

/** Clicks can wait longer than views: nobody looks at them live. */
const DELAY_MILLISECONDS = 50;
const MAX_BATCH = 500;
const MAX_QUEUE = 5_000;
const BATCH_MILLISECONDS = 5_000;

/** Puts the clicks by element together. */
export const createClicks = ({ database, collectPath, trustsProxy, logger, ...deps }: ClicksDeps): Clicks => {
  const store = createClicksStore(database);
  const batcher = createMicroBatcher<Click, undefined>({
    write: async (clicks) => {
      await store.add(clicks);
      return clicks.map(() => undefined);
    },
    isTransient: isUnavailable,
    delayMilliseconds: DELAY_MILLISECONDS,
    maxBatch: MAX_BATCH,
    maxQueue: MAX_QUEUE,
    batchMilliseconds: BATCH_MILLISECONDS,
  });
  const clicks = createClicksService({
    ...deps,
    store,
    submit: (click, deadline) => batcher.submit(click, deadline),
    now: Date.now,
  });
  return {
    router: createClicksRouter(clicks),
    intake: createClickIntake({ clicks, collectPath, trustsProxy, logger }),
    stop: () => batcher.close(),
  };
};
