import { createIdempotencyStore } from '@platform/database';
import { forbidden } from '@platform/errors';
import { createMetrics, silentLogger } from '@platform/runtime';
import { createTestDatabase, createTestIdentity } from '@platform/testing';
import type { TestDatabase, TestIdentity } from '@platform/testing';
import type { Express } from 'express';
import request from 'supertest';

import {
  createHealth,
  createIdempotency,
  createRouter,
  createServiceApp,
  created,
  endpoint,
  envelopeDialect,
} from '../src/index.ts';

let test: TestDatabase;
let identity: TestIdentity;
let app: Express;
let made = 0;
beforeAll(async () => {
  test = await createTestDatabase({
    schema: 'repeats',
    migrations: new URL('./migrations/', import.meta.url),
  });
  identity = await createTestIdentity('things');
  app = createServiceApp({
    title: 'Things',
    dialect: envelopeDialect,
    routers: [
      createRouter(envelopeDialect, 'Things', [
        endpoint({
          method: 'POST',
          path: '/secrets',
          summary: 'Make a secret',
          scope: 'websites:write',
          responses: { 201: { description: 'Made' } },
          handler: ({ caller }) => {
            if (!caller.scopes.includes('*')) return Promise.reject(forbidden('Only owners may do this.'));
            made += 1;
            return Promise.resolve(created({ secret: made }, '/v1/secrets'));
          },
        }),
      ]),
    ],
    identity: identity.verifier,
    logger: silentLogger(),
    metrics: createMetrics({ service: 'things', withProcess: false }),
    health: createHealth({}),
    idempotency: createIdempotency(createIdempotencyStore(test.database)),
    trustProxy: 0,
  });
});
afterAll(() => test.drop());

const post = async (key: string, caller: { keyId: string; scopes: string[] }) =>
  request(app)
    .post('/v1/secrets')
    .set('Authorization', await identity.bearer({ organisation: 'org_a', ...caller }))
    .set('Idempotency-Key', key);

const OWNER = { keyId: 'key_owner', scopes: ['*'] };

it('tells nobody but the caller what a request was answered', async () => {
  const first = await post('shared', OWNER);
  expect(first.status).toBe(201);
  const weaker = await post('shared', { keyId: 'key_weak', scopes: ['websites:write'] });
  expect([weaker.status, weaker.body.error?.message]).toEqual([403, 'Only owners may do this.']);
  const equal = await post('shared', { keyId: 'key_other', scopes: ['*'] });
  expect([equal.status, equal.headers['idempotency-replayed']]).toEqual([201, undefined]);
  expect(equal.body.data).not.toEqual(first.body.data);
  const again = await post('shared', OWNER);
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect(again.body.data).toEqual(first.body.data);
});
