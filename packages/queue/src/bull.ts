import type { IQueueBackend, JobProgress, Queue, QueueEvents, Worker, WorkerOptions } from 'bullmq';

export type { Job, JobsOptions } from 'bullmq';

/** BullMQ's classes, on whichever backend: Redis or PostgreSQL. */
export type JobQueue<Data> = Queue<Data, unknown, string, Data, unknown, string, IQueueBackend, unknown>;
export type JobWorker<Data> = Worker<Data, unknown, string, IQueueBackend, JobProgress, unknown>;
export type JobEvents = QueueEvents<unknown, IQueueBackend, unknown>;
export type JobWorkerOptions = Omit<WorkerOptions, 'connection'>;
