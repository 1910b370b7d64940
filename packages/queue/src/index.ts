export { createQueueConnections } from './create-queue-connections.ts';
export type { QueueConnectionOptions, QueueConnections } from './create-queue-connections.ts';
export { migrateQueues } from './migrate-queues.ts';
export { readQueueState } from './read-queue-state.ts';
export { queueBackend } from './queue-backend.ts';
export type { QueueConnection } from './queue-backend.ts';
export { jobTrace, queueTracing } from './queue-tracing.ts';
