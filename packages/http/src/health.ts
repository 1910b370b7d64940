import { Router } from 'express';

export interface Health {
  /** Reports not ready from now on, so that no new requests are routed here. */
  drain: () => void;
  /** Names of what is not ready; empty when all is. */
  failing(): Promise<string[]>;
}

const CHECK_MILLISECONDS = 2_000;

const withTimeout = async (check: () => Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error('timed out'));
    }, CHECK_MILLISECONDS);
  });
  await Promise.race([check(), late]).finally(() => {
    clearTimeout(timer);
  });
};

/** What readiness depends on: by name, a check that rejects when the thing can't be used. */
export const createHealth = (checks: Readonly<Record<string, () => Promise<unknown>>>): Health => {
  let draining = false;
  return {
    drain() {
      draining = true;
    },
    async failing() {
      const names = Object.keys(checks);
      const results = await Promise.allSettled(Object.values(checks).map((check) => withTimeout(check)));
      const failed = names.filter((_, index) => results[index]?.status === 'rejected');
      return draining ? ['draining', ...failed] : failed;
    },
  };
};

/** `GET /health/live`: the process answers. `GET /health/ready`: it can serve; 503 names what fails. */
export const healthRouter = (health: Health): Router => {
  const router = Router();
  router.get('/health/live', (_request, response) => {
    response.json({ status: 'ok' });
  });
  router.get('/health/ready', async (_request, response) => {
    const failing = await health.failing();
    response
      .status(failing.length > 0 ? 503 : 200)
      .json({ status: failing.length > 0 ? 'unavailable' : 'ok', failing });
  });
  return router;
};
