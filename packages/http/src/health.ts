import { withDeadline } from '@platform/runtime';
import { Router } from 'express';

export interface Health {
  /** Reports `not ready` from now on, so that load balancers send no new requests. */
  drain: () => void;
  /** Names something the process can do without for a while; `degraded` lists it while it is away. */
  watch: (name: string, isUp: () => boolean) => void;
  /** Aborted by `drain`: who waits for news answers at once. */
  draining: AbortSignal;
  /** Dependencies that are down while the process is still ready. */
  degraded(): string[];
  /** Names of the checks that fail; empty when the process is ready. */
  failing(): Promise<string[]>;
}

const CHECK_MILLISECONDS = 2_000;

/** @param checks what readiness depends on: by name, a check that rejects when it can't be used */
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
