import { processVersions, withDeadline } from '@platform/runtime';
import type { QueueState } from '@platform/runtime';

/** What a process tells operators of itself. */
export interface ProcessStatus {
  version: string;
  node: string;
  started_at: string;
  /** The last migration of its schema; null while the database is away. */
  schema: string | null;
  /** By name; null for a queue whose server is away. */
  queues: Readonly<Record<string, QueueState | null>>;
}

/** Where a process finds out what it doesn't know itself. */
export interface StatusSources {
  schema: () => Promise<string | null>;
  queues?: Readonly<Record<string, () => Promise<QueueState>>>;
}

/** Shorter than whoever asks waits: what is known is told, whatever hangs. */
const READ_MILLISECONDS = 1_000;

const orNull = async <Value>(read: () => Promise<Value>): Promise<Value | null> => {
  try {
    return await withDeadline(read(), READ_MILLISECONDS);
  } catch {
    return null;
  }
};

/** Reads what a process tells operators. Never fails: what can't be read in a second is null. */
export const readProcessStatus = async ({ schema, queues = {} }: StatusSources): Promise<ProcessStatus> => {
  const { version, node, startedAt } = processVersions;
  const [migration, states] = await Promise.all([
    orNull(schema),
    Promise.all(Object.entries(queues).map(async ([name, read]) => [name, await orNull(read)] as const)),
  ]);
  return {
    version,
    node,
    started_at: startedAt.toISOString(),
    schema: migration,
    queues: Object.fromEntries(states),
  };
};
