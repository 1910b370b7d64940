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
  page,
} from '../src/index.ts';

let app: Express;
let bearer: string;
beforeAll(async () => {
  const identity = await createTestIdentity('things');
  bearer = await identity.bearer();
  const query = Joi.object<{ page: number; search?: string; sort?: string; cursor?: string }>({
    search: Joi.string(),
    sort: Joi.string(),
    page: Joi.number().default(1),
    cursor: Joi.string(),
  });
  const head = { method: 'GET', scope: 'websites:read', summary: 'Things', query } as const;
  app = createServiceApp({
    title: 'Things',
    dialect: managementDialect,
    routers: [
      createRouter(managementDialect, 'Things', [
        endpoint({
          ...head,
          path: '/pages',
          responses: { 200: { description: 'Things', kind: 'page', data: Joi.object() } },
          handler: (input) =>
            Promise.resolve(page({ items: [], total: 30, number: input.query.page, perPage: 10 })),
        }),
        endpoint({
          ...head,
          path: '/cursors',
          responses: { 200: { description: 'Things' } },
          handler: () => Promise.resolve(ok({ items: [], next_cursor: 'c2' })),
        }),
      ]),
    ],
    identity: identity.verifier,
    publicUrl: 'https://api.example',
    logger: silentLogger(),
    metrics: createMetrics({ service: 'things', withProcess: false }),
    health: createHealth({}),
    trustProxy: 0,
  });
});

const get = (path: string) => request(app).get(`/api/v1${path}`).set('Authorization', bearer).expect(200);

it('keeps the parameters behind a second question mark', async () => {
  const { body, headers } = await get('/pages?search=what?&sort=asc');
  expect(body.links.next).toBe('/api/v1/pages?search=what%3F&sort=asc&page=2');
  expect(headers['link']).toContain(`<https://api.example${body.links.next}>; rel="next"`);
  const cursors = await get('/cursors?search=what?&sort=asc');
  expect(cursors.headers['link']).toBe(
    '<https://api.example/api/v1/cursors?search=what%3F&sort=asc&cursor=c2>; rel="next"',
  );
});

it('leaves out a header that proxies would find too long', async () => {
  const { body, headers } = await get(`/pages?page=2&search=${'x'.repeat(1_200)}`);
  expect(headers).not.toHaveProperty('link');
  expect(Object.values(body.links as object).filter((link) => link !== null)).toHaveLength(4);
  const shorter = await get(`/pages?page=2&search=${'x'.repeat(800)}`);
  expect(shorter.headers['link']?.match(/rel=/g)).toHaveLength(4);
});
