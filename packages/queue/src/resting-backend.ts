import { setTimeout as sleep } from 'node:timers/promises';

import type { BackendFactory, IQueueBackend } from 'bullmq';

/** How long a worker rests after a fault of its backend. */
const REST_MILLISECONDS = 250;

/**
 * A backend that rests after it failed to hand out a job. BullMQ itself waits only where a connection is refused; while
 * PostgreSQL starts up, or the tables can't be read, a worker would ask again at once, thousands of times a second.
 */
export const restingBackend =
  (make: BackendFactory<IQueueBackend, unknown>): BackendFactory<IQueueBackend, unknown> =>
  (...parameters) => {
    const backend = make(...parameters);
    const take = backend.moveToActive.bind(backend);
    backend.moveToActive = async (...request) => {
      try {
        return (await take(...request)) as unknown[];
      } catch (error) {
        await sleep(REST_MILLISECONDS);
        throw error;
      }
    };
    return backend;
  };
