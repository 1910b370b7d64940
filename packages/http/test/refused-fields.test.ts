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
  envelopeDialect,
  managementDialect,
  ok,
} from '../src/index.ts';
import type { Dialect } from '../src/index.ts';

let bearer: string;
let management: Express;
let envelope: Express;
beforeAll(async () => {
  const identity = await createTestIdentity('things');
  bearer = await identity.bearer();
  const appIn = (dialect: Dialect): Express =>
    createServiceApp({
      title: 'Things',
      dialect,
      routers: [
        createRouter(dialect, 'Things', [
          endpoint({
            method: 'POST',
            path: '/things',
            summary: 'Make a thing',
            scope: 'websites:write',
            query: Joi.object({ dry: Joi.number() }),
            body: Joi.object({ value: Joi.number().required() }),
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
  management = appIn(managementDialect);
  envelope = appIn(envelopeDialect);
});

/** Names that every object of JavaScript has without being given them. */
const INHERITED = ['constructor', 'toString', 'hasOwnProperty'];

describe('a field named after a property of every object', () => {
  const STRICT = 'handling=strict';

  it.each(INHERITED)('is ignored in a form, or refused by name: %s', async (name) => {
    const post = () =>
      request(management)
        .post('/api/v1/things')
        .set('Authorization', bearer)
        .type('form')
        .send(`value=1&${name}=x`);
    expect((await post().expect(200)).body).toEqual({ data: {}, status: 200, ignored: [name] });
    const { body } = await post().set('Prefer', STRICT).expect(422);
    expect(Object.entries(body.errors as object)).toEqual([[name, [`${name} is not allowed`]]]);
  });

  it.each([...INHERITED, '__proto__'])('is ignored in a query, or refused by name: %s', async (name) => {
    const post = () =>
      request(management)
        .post(`/api/v1/things?${name}=x`)
        .set('Authorization', bearer)
        .type('form')
        .send('value=1');
    expect((await post().expect(200)).body.ignored).toEqual([name]);
    const { body } = await post().set('Prefer', STRICT).expect(422);
    expect(Object.entries(body.errors as object)).toEqual([[name, [`${name} is not allowed`]]]);
  });

  it.each([...INHERITED, '__proto__'])('is ignored in JSON, or refused by name: %s', async (name) => {
    const post = () =>
      request(envelope)
        .post('/v1/things')
        .set('Authorization', bearer)
        .type('json')
        .send(`{"value": 1, "${name}": {"x": 1}}`);
    expect((await post().expect(200)).body.meta.ignored).toEqual([name]);
    const { body } = await post().set('Prefer', STRICT).expect(400);
    expect(body.error.details).toEqual([{ field: name, message: `${name} is not allowed` }]);
  });
});

it('does not mistake a field named value for the body', async () => {
  const { body } = await request(management)
    .post('/api/v1/things')
    .set('Authorization', bearer)
    .type('form')
    .send('');
  expect(body.errors).toEqual({ value: ['value is required'] });
});

it('names the faults of the query and of the body in one answer', async () => {
  const { body } = await request(envelope)
    .post('/v1/things?dry=maybe')
    .set('Authorization', bearer)
    .send({ value: 'x' })
    .expect(400);
  expect(body.error.details).toEqual([
    { field: 'dry', message: 'dry must be a number' },
    { field: 'value', message: 'value must be a number' },
  ]);
});
