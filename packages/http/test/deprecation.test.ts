import { notFound } from '@platform/errors';
import { createMetrics, silentLogger } from '@platform/runtime';
import { createTestIdentity } from '@platform/testing';
import Joi from 'joi';
import request from 'supertest';

import {
  createHealth,
  createRouter,
  createServiceApp,
  endpoint,
  integerId,
  managementDialect,
  page,
} from '../src/index.ts';

const OLD = { since: '2026-11-22', sunset: '2027-05-22', link: '/docs/upgrading.md' };

const start = async () => {
  const identity = await createTestIdentity('things');
  const head = { method: 'GET', scope: 'websites:read', summary: 'Things' } as const;
  const router = createRouter(managementDialect, { name: 'Things', description: 'Old and new' }, [
    endpoint({
      ...head,
      path: '/old',
      deprecated: OLD,
      responses: { 200: { description: 'Things', kind: 'page', data: Joi.object({ id: Joi.number() }) } },
      handler: () => Promise.resolve(page({ items: [{ id: 1 }], total: 20, number: 1, perPage: 10 })),
    }),
    endpoint({
      ...head,
      path: '/old/:id',
      params: { id: integerId('thing') },
      deprecated: { since: '2026-11-22' },
      responses: { 200: { description: 'A thing', data: Joi.object() } },
      handler: () => Promise.reject(notFound('thing')),
    }),
    endpoint({
      ...head,
      path: '/new',
      responses: { 200: { description: 'Things', kind: 'page', data: Joi.object({ id: Joi.number() }) } },
      handler: () => Promise.resolve(page({ items: [], total: 0, number: 1, perPage: 10 })),
    }),
  ]);
  const app = createServiceApp({
    title: 'Things',
    dialect: managementDialect,
    routers: [router],
    identity: identity.verifier,
    publicUrl: 'https://api.example',
    logger: silentLogger(),
    metrics: createMetrics({ service: 'things', withProcess: false }),
    health: createHealth({}),
    trustProxy: 0,
  });
  const bearer = await identity.bearer();
  return { app, get: (path: string) => request(app).get(path).set('Authorization', bearer) };
};

it('says in each answer since when, until when, and what to use instead, beside a list’s own links', async () => {
  const { get } = await start();
  const { status, headers } = await get('/api/v1/old');
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    deprecation: `@${Date.UTC(2026, 10, 22) / 1000}`,
    sunset: 'Sat, 22 May 2027 00:00:00 GMT',
  });
  expect(headers['link']).toContain('</docs/upgrading.md>; rel="deprecation"');
  expect(headers['link']).toContain('<https://api.example/api/v1/old?page=2>; rel="next"');
});

it('says so in errors, and leaves out an end that is not fixed', async () => {
  const { get } = await start();
  const { status, headers } = await get('/api/v1/old/7');
  expect([status, headers['sunset']]).toEqual([404, undefined]);
  expect(headers['deprecation']).toMatch(/^@\d+$/);
});

it('says nothing about what stays', async () => {
  const { get } = await start();
  const { headers } = await get('/api/v1/new');
  expect([headers['deprecation'], headers['sunset'], headers['link']]).toEqual([
    undefined,
    undefined,
    expect.not.stringContaining('deprecation'),
  ]);
});

it('marks the operation and declares the headers in the document', async () => {
  const { app } = await start();
  const { body } = await request(app).get('/openapi.json');
  const { get: old } = body.paths['/api/v1/old'];
  expect([old.deprecated, body.paths['/api/v1/new'].get.deprecated]).toEqual([true, undefined]);
  expect(Object.keys(old.responses['200'].headers)).toEqual(
    expect.arrayContaining(['Deprecation', 'Sunset']),
  );
});
