import type { Database } from '@platform/database';
import type { ProcessStatus } from '@platform/http';
import { versionsIn } from '@platform/runtime';
import type { QueueState } from '@platform/runtime';

import type { CircuitState } from '../forwarding/target-pool.ts';
import type { Area, ServiceArea } from '../routing-table.ts';

/** Name of a webhook worker's connections; its versions follow. */
export const WEBHOOK_WORKER = 'webhook-worker';

interface CountsRow {
  waiting: number;
  active: number;
  delayed: number;
}

/** A delivery is under way once claimed, until its attempt is recorded. */
const COUNTS = `
  SELECT count(*) FILTER (WHERE next_attempt_at <= now())::int AS waiting,
    count(*) FILTER (WHERE next_attempt_at > now() AND attempt > jsonb_array_length(attempts))::int AS active,
    count(*) FILTER (WHERE next_attempt_at > now() AND attempt <= jsonb_array_length(attempts))::int AS delayed
  FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
  WHERE d.status = 'pending' AND w.disabled_at IS NULL`;

/** A process has several connections, all with its name. */
const WORKERS = `
  SELECT DISTINCT application_name, client_addr FROM pg_stat_activity
  WHERE usename = current_user AND datname = current_database() AND application_name LIKE ?`;

/** Reads how many deliveries of webhooks are due, and which processes send them. */
export const createWebhookQueueStore = (database: Database) => async (): Promise<QueueState> => {
  const counts = await database.raw<{ rows: [CountsRow] }>(COUNTS);
  const workers = await database.raw<{ rows: { application_name: string }[] }>(WORKERS, [
    `${WEBHOOK_WORKER}:%`,
  ]);
  return {
    isShared: true,
    ...counts.rows[0],
    workers: workers.rows.map((row) => versionsIn(row.application_name)),
  };
};

/** Facts that the gateway has about an instance without asking it. */
interface KnownInstance {
  url: string;
  circuit: CircuitState;
  /** Requests that it has not answered in full. */
  pending: number;
}

/** Answer of `/health/ready`. */
export interface Readiness {
  failing: readonly string[];
  degraded: readonly string[];
}

/** An instance as it answered just now. */
export interface AskedInstance {
  /** Null for one that didn't answer. */
  readiness: Readiness | null;
  /** Null for one that didn't answer, or is of a version that doesn't report it. */
  process: ProcessStatus | null;
}

type InstanceState = 'ok' | 'degraded' | 'unavailable' | 'unreachable';

/** In one word: whether it serves, and with everything it needs. */
export const stateOf = ({ readiness }: AskedInstance): InstanceState => {
  if (readiness === null) return 'unreachable';
  if (readiness.failing.length > 0) return 'unavailable';
  return readiness.degraded.length > 0 ? 'degraded' : 'ok';
};

export interface ShownQueue {
  area: Area;
  name: string;
  /** Null while nobody can read it. */
  state: QueueState | null;
}

const together = (one: QueueState, other: QueueState): QueueState => ({
  isShared: false,
  waiting: one.waiting + other.waiting,
  active: one.active + other.active,
  delayed: one.delayed + other.delayed,
  workers: [...(one.workers ?? []), ...(other.workers ?? [])],
});

/**
 * Returns the queues reported by the instances of an area. A shared queue is the same for all of
 * them; queues in memory are added up.
 */
const shownQueues = (area: Area, instances: readonly AskedInstance[]): ShownQueue[] => {
  const queues = new Map<string, QueueState | null>();
  for (const { process } of instances)
    for (const [name, state] of Object.entries(process?.queues ?? {})) {
      const known = queues.get(name) ?? null;
      queues.set(name, known && state && !state.isShared ? together(known, state) : (known ?? state));
    }
  return [...queues].map(([name, state]) => ({ area, name, state }));
};

/** An instance as operators see it. */
export interface ShownInstance extends AskedInstance {
  area: Area;
  /** Null for the gateway that was asked. */
  known: KnownInstance | null;
}

export interface PlatformStatus {
  state: 'ok' | 'degraded' | 'down';
  instances: readonly ShownInstance[];
  queues: readonly ShownQueue[];
}

/** Asks an instance in the name of an operator. */
export type Ask = (area: ServiceArea, url: string) => Promise<AskedInstance>;

export interface StatusService {
  read(ask: Ask): Promise<PlatformStatus>;
}

export interface StatusServiceDeps {
  /** The services' instances, by area. */
  instances: () => Readonly<Record<ServiceArea, readonly KnownInstance[]>>;
  /** Describes this gateway itself. */
  own: () => Promise<AskedInstance>;
}

const isServing = (instance: AskedInstance): boolean => ['ok', 'degraded'].includes(stateOf(instance));

/** True for a queue that can't be read or has no worker. Uncounted workers are no fault. */
const isStuck = ({ state }: ShownQueue): boolean => state === null || state.workers?.length === 0;

/** The worst of it: an area that nobody serves is down, anything less than well degrades. */
const stateOfAll = (areas: readonly (readonly ShownInstance[])[], queues: readonly ShownQueue[]) => {
  if (areas.some((instances) => !instances.some(isServing))) return 'down';
  const isWell = areas.flat().every((instance) => stateOf(instance) === 'ok') && !queues.some(isStuck);
  return isWell ? 'ok' : 'degraded';
};

/** Puts together what each process of the platform says of itself. */
export const createStatusService = ({ instances, own }: StatusServiceDeps): StatusService => ({
  async read(ask) {
    const areas: ShownInstance[][] = await Promise.all([
      own().then((asked) => [
        { area: 'gateway' as const, known: null, readiness: asked.readiness, process: asked.process },
      ]),
      ...Object.entries(instances()).map(([name, known]) => {
        const area = name as ServiceArea;
        return Promise.all(
          known.map(async (instance) => ({ area, known: instance, ...(await ask(area, instance.url)) })),
        );
      }),
    ]);
    const queues = areas.flatMap((of) => (of[0] ? shownQueues(of[0].area, of) : []));
    return { state: stateOfAll(areas, queues), instances: areas.flat(), queues };
  },
});
