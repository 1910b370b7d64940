export { createQueueConnections } from './create-queue-connections.ts';
export type { QueueConnectionOptions, QueueConnections } from './create-queue-connections.ts';
export { migrateQueues, queueBackend, jobTrace, queueTracing } from './queue-backend.ts';
export { readQueueState } from './read-queue-state.ts';
export type { QueueConnection } from './queue-backend.ts';
