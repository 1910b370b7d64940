import { setTimeout as sleep } from 'node:timers/promises';

import type { IQueueBackend } from 'bullmq';

const PAUSE_MILLISECONDS = 250;

/**
 * Makes a backend pause after it failed to hand out a job. BullMQ only waits when a connection is
 * refused. While PostgreSQL starts up, or its tables can't be read, a worker would ask again at
 * once, thousands of times a second.
 */
export const pauseAfterFault = (backend: IQueueBackend): IQueueBackend => {
  const moveToActive = backend.moveToActive.bind(backend);
  backend.moveToActive = async (...request) => {
    try {
      return (await moveToActive(...request)) as unknown[];
    } catch (error) {
      await sleep(PAUSE_MILLISECONDS);
      throw error;
    }
  };
  return backend;
};
