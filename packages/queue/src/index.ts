export { createQueueBackend } from './create-queue-backend.ts';
export type { QueueBackend, QueueBackendOptions } from './create-queue-backend.ts';
export { migrateQueues } from './migrate-queues.ts';
export type { Job, JobEvents, JobQueue, JobsOptions, JobWorker, JobWorkerOptions } from './bull.ts';
