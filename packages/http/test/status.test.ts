import { createMetrics, processVersions, silentLogger } from '@platform/runtime';
import type { QueueState } from '@platform/runtime';
import { createTestIdentity } from '@platform/testing';
import type { TestIdentity } from '@platform/testing';
import request from 'supertest';

import { createHealth, createServiceApp, managementDialect } from '../src/index.ts';
import type { StatusSources } from '../src/index.ts';

const EMPTY: QueueState = { isShared: true, waiting: 0, active: 0, delayed: 0, workers: [] };

let identity: TestIdentity;
beforeAll(async () => {
  identity = await createTestIdentity('things');
});

const ask = async (status: StatusSources, scopes: string[]) => {
  const app = createServiceApp({
    title: 'Things',
    dialect: managementDialect,
    routers: [],
    identity: identity.verifier,
    status,
    logger: silentLogger(),
    metrics: createMetrics({ service: 'things', withProcess: false }),
    health: createHealth({}),
    trustProxy: 0,
  });
  return request(app)
    .get('/status')
    .set('Authorization', await identity.bearer({ scopes }));
};

describe('what a service tells operators', () => {
  it('is its versions, its schema and its queues', async () => {
    const sources = {
      schema: () => Promise.resolve('0003_more'),
      queues: { jobs: () => Promise.resolve(EMPTY) },
    };
    const { status, body } = await ask(sources, ['operators:read']);
    expect(status).toBe(200);
    expect(body).toEqual({
      version: processVersions.version,
      node: process.versions.node,
      started_at: processVersions.startedAt.toISOString(),
      schema: '0003_more',
      queues: { jobs: EMPTY },
    });
  });

  it('leaves out what is away or hangs', async () => {
    const sources = {
      schema: () => Promise.reject(new Error('The database is away.')),
      queues: { hanging: () => new Promise<QueueState>(() => undefined) },
    };
    const { body } = await ask(sources, ['operators:read']);
    expect(body).toMatchObject({ version: processVersions.version, schema: null, queues: { hanging: null } });
  });

  it.each([['*'], ['usage:read']])('is kept from a caller with %s', async (scope) => {
    const { status, body } = await ask({ schema: () => Promise.resolve(null) }, [scope]);
    expect([status, body.message]).toEqual([403, 'This key lacks the scope operators:read.']);
  });
});
