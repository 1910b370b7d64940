import type { PostgresQueueBackend } from 'bullmq';

/** What asks PostgreSQL once whether BullMQ's tables are there, and keeps the outcome. */
interface AsksOnce {
  waitUntilReady: () => Promise<void>;
  readyPromise?: Promise<void> | undefined;
}

const askAgain = (asking: AsksOnce): void => {
  const waitUntilReady = asking.waitUntilReady.bind(asking);
  asking.waitUntilReady = async () => {
    try {
      await waitUntilReady();
    } catch (error) {
      asking.readyPromise = undefined;
      throw error;
    }
  };
};

/**
 * Has a backend on PostgreSQL ask again after its first question failed. BullMQ (6.7) keeps a failure,
 * too: a queue that was opened while PostgreSQL was away refused every later job, and a worker never
 * ran one, until the process was started again.
 */
export const forgetFailedContact = (backend: PostgresQueueBackend): PostgresQueueBackend => {
  const { connection } = backend as unknown as { connection: AsksOnce & NodeJS.EventEmitter };
  askAgain(connection);
  askAgain(backend as unknown as AsksOnce);
  // A worker is named when it is ready, which BullMQ asks for once.
  connection.on('ready', () => {
    backend.waitUntilReady().catch(() => undefined);
  });
  return backend;
};
