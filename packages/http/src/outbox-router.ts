import { createWaits, OUTBOX_NEWS } from '@platform/database';
import type { OutboxEvent, OutboxStore, Waits } from '@platform/database';
import { forbidden } from '@platform/errors';
import { OUTBOX_SCOPE } from '@platform/identity';
import type { IdentityVerifier } from '@platform/identity';
import express, { Router } from 'express';
import type { Request } from 'express';
import Joi from 'joi';

import { callerOf } from './authenticate.ts';
import type { Health } from './health.ts';
import { validate } from './validate.ts';

export interface OutboxRouterDeps {
  outbox: OutboxStore;
  /** Wakes requests that wait for events; without it, they poll now and then. */
  news?: Pick<Waits, 'wait'> | undefined;
  health: Pick<Health, 'draining'>;
  identity: IdentityVerifier;
}

const BATCH = 100;
/** Notifications may be missed, or the process that stored the event sends none. */
const LOOK_MILLISECONDS = 5_000;
const outboxQuery = Joi.object<{ wait: number }>({
  wait: Joi.number().integer().min(0).max(30).default(0),
}).unknown();
const takenBody = Joi.object<{ ids: string[] }>({
  ids: Joi.array().items(Joi.string().max(64)).max(BATCH).required(),
});

/**
 * `GET /outbox` and `POST /outbox/taken`: the gateway takes events to deliver to webhooks. With `wait`, a
 * request to an empty outbox is answered when an event arrives, or after that many seconds. The gateway
 * routes neither path, and no API key holds the scope they need, not even one with `*`.
 */
export const outboxRouter = ({
  outbox,
  news = createWaits(),
  health,
  identity,
}: OutboxRouterDeps): Router => {
  const router = Router();
  const allow = async (request: Request): Promise<void> => {
    const { scopes } = await callerOf(request, identity);
    if (!scopes.includes(OUTBOX_SCOPE)) throw forbidden(`This key lacks the scope ${OUTBOX_SCOPE}.`);
  };
  const readOrWait = async (seconds: number, gone: AbortSignal): Promise<OutboxEvent[]> => {
    const end = performance.now() + seconds * 1_000;
    for (;;) {
      const left = end - performance.now();
      const wait = news.wait(OUTBOX_NEWS, Math.max(0, Math.min(left, LOOK_MILLISECONDS)));
      gone.addEventListener('abort', wait.cancel);
      try {
        const events = await outbox.read(BATCH);
        if (events.length > 0 || left <= 0 || gone.aborted) return events;
        await wait;
      } finally {
        wait.cancel();
        gone.removeEventListener('abort', wait.cancel);
      }
    }
  };
  router.get('/outbox', async (request, response) => {
    await allow(request);
    const { wait } = validate(outboxQuery, request.query, true);
    const closed = new AbortController();
    response.once('close', () => {
      closed.abort();
    });
    const events = await readOrWait(wait, AbortSignal.any([health.draining, closed.signal]));
    response.json({ events });
  });
  router.post('/outbox/taken', express.json(), async (request, response) => {
    await allow(request);
    const { ids } = validate(takenBody, request.body, false);
    await outbox.remove(ids);
    response.status(204).end();
  });
  return router;
};
