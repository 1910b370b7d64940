import { createIdempotencyStore } from '@platform/database';
import { notFound, rateLimited, unavailable } from '@platform/errors';
import { createMetrics, silentLogger } from '@platform/runtime';
import { createTestDatabase, createTestIdentity } from '@platform/testing';
import type { TestDatabase, TestIdentity } from '@platform/testing';
import type { Express } from 'express';
import Joi from 'joi';
import request from 'supertest';

import {
  createHealth,
  createIdempotency,
  createRouter,
  createServiceApp,
  endpoint,
  envelopeDialect,
  ok,
} from '../src/index.ts';

const passwordCost = (body: unknown): number => ((body as { password?: string }).password ? 7 : 0);

let test: TestDatabase;
let identity: TestIdentity;
let app: Express;
let made = 0;

beforeAll(async () => {
  test = await createTestDatabase({
    schema: 'metering',
    migrations: new URL('./migrations/', import.meta.url),
  });
  identity = await createTestIdentity('test');
  const post = {
    method: 'POST',
    summary: 'Make something',
    scope: 'websites:write',
    responses: { 200: { description: 'Made' } },
  } as const;
  const router = createRouter(envelopeDialect, 'Things', [
    endpoint({
      ...post,
      path: '/reports',
      makes: 'reports',
      handler: () => Promise.resolve(ok({ number: (made += 1) })),
    }),
    endpoint({
      ...post,
      path: '/batches',
      body: Joi.object<{ size: number }>({ size: Joi.number() }),
      makes: { unit: 'events', amount: (reply) => (reply.kind === 'one' ? Number(reply.data) : 0) },
      handler: ({ body }) => Promise.resolve(ok(body.size)),
    }),
    endpoint({
      ...post,
      path: '/jobs',
      body: Joi.object<{ fails: string }>({ fails: Joi.string() }),
      handler: ({ body: { fails } }) => {
        const faults = {
          passing: () => unavailable('No connection in time.'),
          lasting: () => notFound('job'),
        };
        const afterCommit = () =>
          fails in faults
            ? Promise.reject(faults[fails as keyof typeof faults]())
            : Promise.resolve(ok('done'));
        return Promise.resolve({ ...ok('pending'), afterCommit });
      },
    }),
    endpoint({
      ...post,
      path: '/crawls',
      cost: 50,
      body: Joi.object<{ url: string }>({ url: Joi.string().required() }),
      handler: ({ body }) =>
        body.url === 'away' ? Promise.reject(unavailable('Come back later.')) : Promise.resolve(ok(1)),
    }),
    endpoint({
      ...post,
      path: '/locks',
      cost: (body) => 2 + passwordCost(body),
      prepare: ({ body }) => (body.busy ? Promise.reject(rateLimited(1)) : Promise.resolve('a hash')),
      prepareCost: passwordCost,
      body: Joi.object<{ password?: string; busy?: boolean }>({
        password: Joi.string(),
        busy: Joi.boolean(),
      }),
      handler: () => Promise.reject(notFound('lock')),
    }),
  ]);
  app = createServiceApp({
    title: 'Things',
    dialect: envelopeDialect,
    routers: [router],
    identity: identity.verifier,
    logger: silentLogger(),
    metrics: createMetrics({ service: 'test', withProcess: false }),
    health: createHealth({}),
    trustProxy: 0,
    idempotency: createIdempotency(createIdempotencyStore(test.database)),
  });
});

afterAll(() => test.drop());

const post = async (path: string, headers: Record<string, string> = {}, body: object = {}) =>
  request(app)
    .post(path)
    .set('Authorization', await identity.bearer())
    .set(headers)
    .send(body);

describe('what a request makes', () => {
  it('is reported once, however often the answer is repeated', async () => {
    const [first, second] = [
      await post('/v1/reports', { 'Idempotency-Key': 'a' }),
      await post('/v1/reports', { 'Idempotency-Key': 'a' }),
    ];
    expect(first.headers['x-request-usage']).toBe('reports=1');
    expect([second.status, second.body.data, second.headers['x-request-usage']]).toEqual([
      200,
      first.body.data,
      undefined,
    ]);
  });

  it('may be as many as the answer says, and none', async () => {
    const { headers } = await post('/v1/batches', {}, { size: 37 });
    expect(headers['x-request-usage']).toBe('events=37');
    expect((await post('/v1/batches', {}, { size: 0 })).headers['x-request-usage']).toBeUndefined();
  });

  it('is refused, and not made, once the gateway says that its quota is used up', async () => {
    const before = made;
    const { status, body, headers } = await post('/v1/reports', { 'X-Quota-Exhausted': 'events,reports' });
    expect([status, body.error.code]).toEqual([429, 'quota_exceeded']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(made).toBe(before);
    expect((await post('/v1/reports', { 'X-Quota-Exhausted': 'events' })).status).toBe(200);
  });
});

it.each([{}, { 'Idempotency-Key': 'made-and-not-followed-up' }])(
  'answers as made what is committed, though what follows fails for a while (%j)',
  async (headers: Record<string, string>) => {
    const answer = async (fails: string) => {
      const { status, body } = await post(
        '/v1/jobs',
        headers['Idempotency-Key'] ? { 'Idempotency-Key': `${headers['Idempotency-Key']}-${fails}` } : {},
        { fails },
      );
      return [status, body.data];
    };
    expect(await answer('no')).toEqual([200, 'done']);
    expect(await answer('passing')).toEqual([200, 'pending']);
    expect(await answer('lasting')).toEqual([404, null]);
  },
);

it('a repetition is answered as the first request was, whatever quota was used up since', async () => {
  const headers = { 'Idempotency-Key': 'before-the-quota-was-used-up' };
  const first = await post('/v1/reports', headers);
  const again = await post('/v1/reports', { ...headers, 'X-Quota-Exhausted': 'reports' });
  expect([again.status, again.body.data]).toEqual([200, first.body.data]);
  expect(again.headers['idempotency-replayed']).toBe('true');
  const fresh = { 'Idempotency-Key': 'afterwards', 'X-Quota-Exhausted': 'reports' };
  const [before, refused] = [made, await post('/v1/reports', fresh)];
  expect([refused.status, made]).toEqual([429, before]);
  // It was refused, not remembered.
  expect((await post('/v1/reports', { 'Idempotency-Key': 'afterwards' })).status).toBe(200);
});

describe('what a request costs', () => {
  it.each([
    ['all of it when it is answered', { url: 'here' }, 200, '50'],
    ['all of it when it fails after some work', { url: 'away' }, 503, '50'],
    ['no more than any other when it is refused', {}, 400, undefined],
  ])('is %s', async (_what, sent, status, cost) => {
    const answer = await post('/v1/crawls', {}, sent);
    expect([answer.status, answer.headers['x-request-cost']]).toEqual([status, cost]);
  });

  it.each([
    ['what was spent by then when it is refused after a password was hashed', { password: 'x' }, 404, '8'],
    ['no more than any other when nothing was hashed', {}, 404, undefined],
    ['no more than any other when it was not prepared', { password: 'x', busy: true }, 429, undefined],
    ['no more than any other when it was refused before', { password: 7 }, 400, undefined],
  ])('is %s', async (_what, sent, status, cost) => {
    const answer = await post('/v1/locks', {}, sent);
    expect([answer.status, answer.headers['x-request-cost']]).toEqual([status, cost]);
  });
});
