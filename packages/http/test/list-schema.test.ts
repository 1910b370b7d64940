import { createMetrics, silentLogger } from '@platform/runtime';
import { createTestIdentity } from '@platform/testing';
import type { Express } from 'express';
import Joi from 'joi';
import request from 'supertest';

import {
  createHealth,
  createRouter,
  createServiceApp,
  endpoint,
  listSchema,
  managementDialect,
  ok,
} from '../src/index.ts';

let app: Express;
let bearer: string;
beforeAll(async () => {
  const identity = await createTestIdentity('things');
  bearer = await identity.bearer();
  const step = Joi.object({ type: Joi.string().valid('page', 'event').required(), pattern: Joi.string() });
  app = createServiceApp({
    title: 'Things',
    dialect: managementDialect,
    routers: [
      createRouter(managementDialect, 'Things', [
        endpoint({
          method: 'POST',
          path: '/things',
          bodyLimit: '1mb',
          summary: 'Make a thing',
          scope: 'websites:write',
          body: Joi.object({
            steps: listSchema().items(Joi.alternatives(Joi.number(), step)).max(3),
          }),
          responses: { 200: { description: 'Made' } },
          handler: ({ body }) => Promise.resolve(ok(body)),
        }),
      ]),
    ],
    identity: identity.verifier,
    logger: silentLogger(),
    metrics: createMetrics({ service: 'things', withProcess: false }),
    health: createHealth({}),
    trustProxy: 0,
  });
});

const post = () => request(app).post('/api/v1/things').set('Authorization', bearer);

it.each([
  ['objects and numbers', '[{"type":"page","pattern":"/a"},2]', 200],
  ['an unknown field', '[{"type":"page","x":1}]', 200],
  ['another spelling', '[{"type":"PAGE"}]', 200],
  ['a NUL character', '[{"type":"page","pattern":"/a\\u0000"}]', 422],
  ['half a character', '[{"type":"page","pattern":"/a\\ud800"}]', 422],
  ['a NUL character in a name', '[{"type":"page","x\\u0000":1}]', 422],
  ['too many levels', `[${'['.repeat(100)}${']'.repeat(100)}]`, 422],
  ['a wrong value', '[{"type":"tab"}]', 422],
  ['too many items', '[1,2,3,4]', 422],
  ['far too many unknown fields', `[{${Array.from({ length: 11_000 }, (_, n) => `"${n}":1`).join()}}]`, 422],
])('reads a list with %s in a form as in JSON', async (_what, list, status) => {
  const inForm = await post().type('form').send({ steps: list });
  const inJson = await post().type('json').send(`{"steps":${list}}`);
  expect(inJson.status).toBe(status);
  const { request_id: _form, ...form } = inForm.body as Record<string, unknown>;
  const { request_id: _json, ...json } = inJson.body as Record<string, unknown>;
  expect(form).toEqual(json);
});

it.each(['[1,', 'x', '{"a":1}'])('refuses the text %s', async (steps) => {
  const answer = await post().type('form').send({ steps }).expect(422);
  expect(answer.body.errors).toEqual({ steps: ['steps must be an array'] });
});

it('refuses text in JSON', async () => {
  const answer = await post().send({ steps: '[1]' }).expect(422);
  expect(answer.body.errors).toEqual({ steps: ['steps must be an array'] });
});
