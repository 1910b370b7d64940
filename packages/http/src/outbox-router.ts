import type { OutboxStore } from '@platform/database';
import { forbidden } from '@platform/errors';
import { OUTBOX_SCOPE } from '@platform/identity';
import type { IdentityVerifier } from '@platform/identity';
import express, { Router } from 'express';
import type { Request } from 'express';
import Joi from 'joi';

import { callerOf } from './authenticate.ts';
import { validate } from './validate.ts';

export interface OutboxRouterDeps {
  outbox: OutboxStore;
  identity: IdentityVerifier;
}

const BATCH = 100;
const takenBody = Joi.object<{ ids: string[] }>({
  ids: Joi.array().items(Joi.string().max(64)).max(BATCH).required(),
});

/**
 * `GET /outbox` and `POST /outbox/taken`: the gateway takes what happened, to tell webhooks. The
 * gateway routes neither, and no API key holds the scope they need, not even one with `*`.
 */
export const outboxRouter = ({ outbox, identity }: OutboxRouterDeps): Router => {
  const router = Router();
  const allow = async (request: Request): Promise<void> => {
    const { scopes } = await callerOf(request, identity);
    if (!scopes.includes(OUTBOX_SCOPE)) throw forbidden(`This key lacks the scope ${OUTBOX_SCOPE}.`);
  };
  router.get('/outbox', async (request, response) => {
    await allow(request);
    response.json({ events: await outbox.read(BATCH) });
  });
  router.post('/outbox/taken', express.json(), async (request, response) => {
    await allow(request);
    const { ids } = validate(takenBody, request.body, false);
    await outbox.remove(ids);
    response.status(204).end();
  });
  return router;
};
