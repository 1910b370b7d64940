import { setTimeout as sleep } from 'node:timers/promises';
import { isRedisClient } from '@platform/runtime/redis';
import type { RedisClient } from '@platform/runtime/redis';
import { createPostgresBackend, createRedisBackend, Queue } from 'bullmq';
import type {
  BackendFactory,
  IQueueBackend,
  PostgresPoolConfig,
  PostgresQueueBackend,
  JobsOptions,
  Telemetry,
} from 'bullmq';
import { createRequire } from 'node:module';
import { activeTracing } from '@platform/tracing';

interface BullMQOtelModule {
  BullMQOtel: new (options: { tracerName: string }) => Telemetry;
}

let telemetry: Telemetry | undefined;

/** Loaded where tracing is on, and then at once: queues are made synchronously. */
const loadTelemetry = (): Telemetry => {
  const { BullMQOtel } = createRequire(import.meta.url)('bullmq-otel') as BullMQOtelModule;
  return (telemetry ??= new BullMQOtel({ tracerName: 'bullmq' }));
};

/**
 * Options for `new Queue` and `new Worker` that make jobs continue the trace in which they were
 * added, on Redis and on PostgreSQL alike. Nothing where tracing is off.
 */
export const queueTracing = (): { telemetry?: Telemetry } =>
  activeTracing() === undefined ? {} : { telemetry: loadTelemetry() };

/** Options for a job that is added later, in a batch: it continues the present trace. */
export const jobTrace = (): Pick<JobsOptions, 'telemetry'> => {
  if (activeTracing() === undefined) return {};
  const { contextManager } = loadTelemetry();
  return { telemetry: { metadata: contextManager.getMetadata(contextManager.active()) } };
};

/** Creates or updates BullMQ's tables in PostgreSQL. Safe to repeat. Redis needs none. */
export const migrateQueues = async (databaseUrl: string, schema: string): Promise<void> => {
  const connection = { connectionString: databaseUrl, schema, migrate: true, max: 1 };
  const queue = new Queue('migration', { connection }, createPostgresBackend);
  try {
    await queue.waitUntilReady();
  } finally {
    await queue.close();
  }
};

/** Object that asks PostgreSQL once whether BullMQ's tables exist, and keeps the outcome. */
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
 * Makes a backend on PostgreSQL ask again after its first question failed. BullMQ (6.7) keeps a
 * failure, too: a queue opened while PostgreSQL was down refused every later job, and a worker
 * never ran one, until the process was restarted.
 */
const forgetFailedContact = (backend: PostgresQueueBackend): PostgresQueueBackend => {
  const { connection } = backend as unknown as { connection: AsksOnce & NodeJS.EventEmitter };
  askAgain(connection);
  askAgain(backend as unknown as AsksOnce);
  // A worker is named when it is ready, which BullMQ asks for once.
  connection.on('ready', () => {
    backend.waitUntilReady().catch(() => undefined);
  });
  return backend;
};

const PAUSE_MILLISECONDS = 250;

/**
 * Makes a backend pause after it failed to hand out a job. BullMQ only waits when a connection is
 * refused. While PostgreSQL starts up, or its tables can't be read, a worker would ask again at
 * once, thousands of times a second.
 */
const pauseAfterFault = (backend: IQueueBackend): IQueueBackend => {
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

/** A Redis client, or the settings of a PostgreSQL pool. */
export type QueueConnection = RedisClient | PostgresPoolConfig;

/** BullMQ's scripts touch several keys of a queue: a cluster has to keep them in one place. */
const CLUSTER_PREFIX = '{bull}';

/** Tells BullMQ how to talk to a connection: the last argument of `new Queue` and `new Worker`. */
export const queueBackend: BackendFactory<IQueueBackend, QueueConnection> = (name, options, roles) => {
  const { connection } = options;
  if (!isRedisClient(connection))
    return pauseAfterFault(
      forgetFailedContact(createPostgresBackend(name, { ...options, connection }, roles)),
    );
  // BullMQ asks for the version once. If that fails, the queue would refuse every later job.
  const redis = { ...options, connection, skipVersionCheck: true };
  const prefix = connection.isCluster ? { prefix: CLUSTER_PREFIX } : {};
  return pauseAfterFault(createRedisBackend(name, { ...redis, ...prefix }, roles));
};
