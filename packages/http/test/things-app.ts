import { conflict, invalid } from '@platform/errors';
import { createMetrics, silentLogger } from '@platform/runtime';
import { createTestIdentity } from '@platform/testing';
import type { TestIdentity } from '@platform/testing';
import Joi from 'joi';

import {
  accepted,
  created,
  createHealth,
  createRouter,
  createServiceApp,
  deleted,
  endpoint,
  integerId,
  ok,
  page,
  typeId,
} from '../src/index.ts';
import type { Dialect } from '../src/index.ts';

const thing = Joi.object({ name: Joi.string(), size: Joi.number(), id: Joi.number() });

const listQuery = Joi.object<{ page: number; sort: string }>({
  page: Joi.number().integer().min(1).default(1),
  sort: Joi.string().valid('asc', 'desc').default('desc'),
});

const newThing = Joi.object<{ name: string; size: number; notes?: string }>({
  name: Joi.string().max(20).required(),
  size: Joi.number().integer().valid(0, 1, 2).default(1),
  notes: Joi.string().allow(''),
});

const routerIn = (dialect: Dialect) =>
  createRouter(dialect, 'Things', [
    endpoint({
      method: 'GET',
      path: '/things',
      summary: 'List things',
      scope: 'websites:read',
      query: listQuery,
      responses: { 200: { description: 'A page', kind: 'page', data: thing } },
      handler: ({ query }) => {
        const items = query.page <= 3 ? [{ name: query.sort }] : [];
        return Promise.resolve(page({ items, total: 21, number: query.page, perPage: 10 }));
      },
    }),
    endpoint({
      method: 'POST',
      path: '/things',
      summary: 'Make a thing',
      scope: 'websites:write',
      body: newThing,
      responses: { 201: { description: 'Made', data: thing }, 202: { description: 'Later', data: thing } },
      handler: ({ body }) => {
        if (body.name === 'taken')
          return Promise.reject(invalid([{ field: 'name', message: 'name is taken' }]));
        if (body.name === 'locked') return Promise.reject(conflict('The thing is locked.'));
        if (body.name === 'boom') return Promise.reject(new Error('secret detail'));
        if (body.name === 'later') return Promise.resolve(accepted(body));
        return Promise.resolve(created(body, `${dialect.prefix}/things/1`));
      },
    }),
    endpoint({
      method: ['PUT', 'PATCH'],
      path: '/things/:id',
      summary: 'Change a thing',
      scope: 'websites:write',
      params: { id: integerId('thing') },
      responses: { 200: { description: 'Changed', data: thing } },
      handler: ({ params }) => Promise.resolve(ok({ id: params.id })),
    }),
    endpoint({
      method: 'DELETE',
      path: '/things/:id',
      summary: 'Delete a thing',
      scope: 'websites:write',
      params: { id: integerId('thing') },
      responses: { 200: { description: 'Deleted', kind: 'deleted' } },
      handler: ({ params }) => Promise.resolve(deleted(params.id, 'thing')),
    }),
    endpoint({
      method: 'GET',
      path: '/files/:id',
      summary: 'Download',
      scope: 'websites:read',
      params: { id: typeId('fil', 'file') },
      responses: { 200: { description: 'The file', mediaTypes: ['text/css'] } },
      handler: ({ response }) => {
        response.type('text/css').send('a{}');
        return Promise.resolve(undefined);
      },
    }),
  ]);

/** A service of things in either dialect, for the suite that calls this. */
export const useThings = () => {
  let identity: TestIdentity;
  let bearer: string;

  beforeAll(async () => {
    identity = await createTestIdentity('things');
    bearer = await identity.bearer();
  });

  const appIn = (dialect: Dialect, health = createHealth({})) =>
    createServiceApp({
      title: 'Things',
      dialect,
      routers: [routerIn(dialect)],
      identity: identity.verifier,
      logger: silentLogger(),
      metrics: createMetrics({ service: 'things', withProcess: false }),
      health,
      trustProxy: 0,
    });

  return { identity: () => identity, bearer: () => bearer, appIn };
};
