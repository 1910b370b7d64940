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
  managementDialect,
  ok,
} from '../src/index.ts';

let app: Express;
let bearer: string;
beforeAll(async () => {
  const identity = await createTestIdentity('things');
  bearer = await identity.bearer();
  const item = Joi.object({
    name: Joi.string(),
    props: Joi.object().pattern(Joi.string().max(5), Joi.number()).max(30),
  });
  app = createServiceApp({
    title: 'Things',
    dialect: managementDialect,
    routers: [
      createRouter(managementDialect, 'Things', [
        endpoint({
          method: 'POST',
          path: '/things',
          summary: 'Make a thing',
          scope: 'websites:write',
          bodyLimit: '20mb',
          body: Joi.object({
            items: Joi.array().items(item).max(1_000),
            numbers: Joi.array().items(Joi.number()).max(10),
            unlimited: Joi.alternatives(Joi.array().items(Joi.string()), Joi.string()),
            choice: Joi.alternatives(Joi.number(), Joi.object({ a: Joi.number() })),
            open: Joi.object().unknown(),
          }),
          responses: { 200: { description: 'Made' } },
          handler: () => Promise.resolve(ok({})),
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

const fields = (count: number, name = 'f', value: unknown = 1) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${name}${n}`, value]));
const list = (count: number, value: unknown) => Array.from({ length: count }, () => value);

const post = (body: object) => request(app).post('/api/v1/things').set('Authorization', bearer).send(body);

it.each([
  ['unknown fields', fields(350_000), 'body', 'body has too many unknown fields'],
  ['empty unknown fields', fields(20_000, 'f', ''), 'body', 'body has too many unknown fields'],
  [
    'unknown fields of items',
    { items: list(1_000, fields(11)) },
    'items.909',
    'items.909 has too many unknown fields',
  ],
  ['unknown fields of a choice', { choice: fields(20_000) }, 'choice', 'choice has too many unknown fields'],
  ['items', { numbers: list(1_000_000, 'x') }, 'numbers', 'numbers must contain at most 10 items'],
  [
    'items without a limit',
    { unlimited: list(400_000, 1) },
    'unlimited',
    'unlimited must contain at most 50000 items',
  ],
  [
    'named values',
    { items: list(100, { props: fields(200, 'name') }) },
    'items.58.props',
    'items.58.props must have at most 30 fields',
  ],
])('refuses too many %s at once', async (_what, body, field, message) => {
  const answer = await post(body).expect(422);
  expect(answer.body.errors).toEqual({ [field]: [message] });
});

it('ignores several unknown fields of each of many items', async () => {
  const answer = await post({ items: list(1_000, fields(10)) }).expect(200);
  expect(answer.body.ignored).toHaveLength(50);
});

it('lets fields that may have any name have any number', async () => {
  await post({ open: fields(20_000) }).expect(200);
});

it('names a list that is a little too long with all other faults', async () => {
  const answer = await post({
    numbers: list(11, 1),
    choice: 'x',
    items: [{ props: fields(31, 'x') }],
  }).expect(422);
  expect(Object.keys(answer.body.errors as object)).toEqual(['items.0.props', 'numbers', 'choice']);
});
