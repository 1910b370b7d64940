import { versionsIn } from '@platform/runtime';
import type { QueueState } from '@platform/runtime';
import type { Queue } from 'bullmq';

/** Some hosted Redis servers don't list their clients. BullMQ then makes one up, without this field. */
const isListed = (client: Readonly<Record<string, string>>): boolean => client['rawname'] !== undefined;

/**
 * Asks the server how much a queue has to do and who works on it: workers are found by the names of
 * their connections, which a killed process loses at once.
 * @throws while the server is away
 */
export const readQueueState = async (
  queue: Pick<Queue, 'getJobCounts' | 'getWorkers'>,
): Promise<QueueState> => {
  const counts = await queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed');
  const clients = (await queue.getWorkers()) as Record<string, string>[];
  return {
    isShared: true,
    waiting: (counts['waiting'] ?? 0) + (counts['prioritized'] ?? 0),
    active: counts['active'] ?? 0,
    delayed: counts['delayed'] ?? 0,
    workers: clients.every(isListed)
      ? clients.map(({ rawname = '' }) => versionsIn(rawname.replace(/^.*?:w:/, '')))
      : null,
  };
};
