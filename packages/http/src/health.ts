import { withDeadline, processVersions } from '@platform/runtime';
import express, { Router } from 'express';
import type { QueueState, Logger, Metrics } from '@platform/runtime';
import { OPERATORS_SCOPE } from '@platform/identity';
import type { IdentityVerifier } from '@platform/identity';
import { authenticate } from './authenticate.ts';
import type { Express } from 'express';
import { metricsRouter } from './request-metrics.ts';

/** Status of a process, for operators. */
export interface ProcessStatus {
  version: string;
  node: string;
  started_at: string;
  /** The last migration of its schema; null while the database is down. */
  schema: string | null;
  /** By name; null for a queue if its server is down. */
  queues: Readonly<Record<string, QueueState | null>>;
}

/** Sources of the facts that a process has to look up. */
export interface StatusSources {
  schema: () => Promise<string | null>;
  queues?: Readonly<Record<string, () => Promise<QueueState>>>;
}

/** Shorter than the caller's own wait, so that it gets the known facts whatever hangs. */
const READ_MILLISECONDS = 1_000;

const orNull = async <Value>(read: () => Promise<Value>): Promise<Value | null> => {
  try {
    return await withDeadline(read(), READ_MILLISECONDS);
  } catch {
    return null;
  }
};

/** Reads the status for operators. Never fails: a fact that can't be read in a second is null. */
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

export interface Health {
  /** Reports `not ready` from now on, so that load balancers send no new requests. */
  drain: () => void;
  /** Names a dependency that the process can do without for a while; `degraded` lists it while it is down. */
  watch: (name: string, isUp: () => boolean) => void;
  /** Aborted by `drain`: requests that wait for news are answered at once. */
  draining: AbortSignal;
  /** Dependencies that are down while the process is still ready. */
  degraded(): string[];
  /** Names of the checks that fail; empty when the process is ready. */
  failing(): Promise<string[]>;
}

const CHECK_MILLISECONDS = 2_000;

/** @param checks the conditions of readiness, by name; each rejects when it isn't met */
export const createHealth = (checks: Readonly<Record<string, () => Promise<unknown>>>): Health => {
  const draining = new AbortController();
  const watched = new Map<string, () => boolean>();
  return {
    watch(name, isUp) {
      watched.set(name, isUp);
    },
    degraded: () => [...watched].filter(([, isUp]) => !isUp()).map(([name]) => name),
    draining: draining.signal,
    drain() {
      draining.abort();
    },
    async failing() {
      const names = Object.keys(checks);
      const results = await Promise.allSettled(
        Object.values(checks).map((check) => withDeadline(Promise.resolve().then(check), CHECK_MILLISECONDS)),
      );
      const failed = names.filter((_, index) => results[index]?.status === 'rejected');
      return draining.signal.aborted ? ['draining', ...failed] : failed;
    },
  };
};

/**
 * `GET /health/live`: the process answers. `GET /health/ready`: it can serve; 503 names what fails.
 */
export const healthRouter = (health: Health): Router => {
  const router = Router();
  router.get('/health/live', (_request, response) => {
    response.json({ status: 'ok' });
  });
  router.get('/health/ready', async (_request, response) => {
    const failing = await health.failing();
    const degraded = health.degraded();
    if (failing.length > 0) response.status(503).json({ status: 'unavailable', failing });
    else if (degraded.length > 0) response.json({ status: 'degraded', failing, degraded });
    else response.json({ status: 'ok', failing });
  });
  return router;
};

interface StatusRouterDeps {
  status: StatusSources;
  identity: IdentityVerifier;
}

/**
 * `GET /status`: versions and queues of this process, for the gateway, which asks every instance in
 * an operator's name and doesn't route the path.
 */
export const statusRouter = ({ status, identity }: StatusRouterDeps): Router => {
  const router = Router();
  router.get('/status', async (request, response) => {
    await authenticate(request, identity, OPERATORS_SCOPE);
    response.json(await readProcessStatus(status));
  });
  return router;
};

export interface ProbeAppOptions {
  health: Health;
  metrics: Metrics;
  logger: Logger;
}

/** The app of a process without an API: health and metrics. */
export const createProbeApp = ({ health, metrics, logger }: ProbeAppOptions): Express => {
  const app = express();
  app.disable('x-powered-by');
  app.use(healthRouter(health));
  app.use(metricsRouter(metrics));
  app.use(((error: unknown, _request, response, _next) => {
    logger.error({ err: error }, 'a probe failed');
    response.status(500).end();
  }) as express.ErrorRequestHandler);
  return app;
};
