import { conflict, invalid } from '@platform/errors';
import { createMetrics, silentLogger } from '@platform/runtime';
import { createContract, createTestIdentity } from '@platform/testing';
import type { TestIdentity } from '@platform/testing';
import Joi from 'joi';
import request from 'supertest';

import {
  accepted,
  created,
  createHealth,
  createRouter,
  createServiceApp,
  deleted,
  endpoint,
  envelopeDialect,
  integerId,
  managementDialect,
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

describe('the management dialect', () => {
  it('answers with a record, a page with links, and a deletion', async () => {
    const app = appIn(managementDialect);
    const made = await request(app)
      .post('/api/v1/things')
      .set('Authorization', bearer)
      .type('form')
      .send('name=a&size=2&notes=');
    expect(made.status).toBe(201);
    expect(made.headers['location']).toBe('/api/v1/things/1');
    expect(made.body).toEqual({ data: { name: 'a', size: 2, notes: '' }, status: 201 });
    const list = await request(app).get('/api/v1/things?sort=asc&page=2').set('Authorization', bearer);
    expect(list.body).toEqual({
      data: [{ name: 'asc' }],
      links: {
        first: '/api/v1/things?sort=asc&page=1',
        last: '/api/v1/things?sort=asc&page=3',
        prev: '/api/v1/things?sort=asc&page=1',
        next: '/api/v1/things?sort=asc&page=3',
      },
      meta: {
        current_page: 2,
        from: 11,
        last_page: 3,
        path: '/api/v1/things',
        per_page: 10,
        to: 11,
        total: 21,
      },
      status: 200,
    });
    const beyond = await request(app).get('/api/v1/things?page=9').set('Authorization', bearer);
    expect(beyond.body).toMatchObject({
      data: [],
      links: { prev: '/api/v1/things?page=3', next: null },
      meta: { from: null, to: null },
    });
    const gone = await request(app).delete('/api/v1/things/7').set('Authorization', bearer);
    expect(gone.body).toEqual({ id: 7, object: 'thing', deleted: true, status: 200 });
  });

  it('names every refused field with 422, and reads "2" as a number in forms only', async () => {
    const send = (body: object) =>
      request(appIn(managementDialect)).post('/api/v1/things').set('Authorization', bearer).send(body);
    const wrong = await send({ size: '2', exclude_bot: 1 });
    expect(wrong.status).toBe(422);
    expect(Object.keys(wrong.body.errors).sort()).toEqual(['name', 'size']);
    expect(wrong.body.request_id).toBe(wrong.headers['x-request-id']);
    expect((await send({ name: 'a\u0000b' })).body.errors).toEqual({
      name: ['name must not contain NUL characters'],
    });
    expect(
      (
        await request(appIn(managementDialect))
          .post('/api/v1/things')
          .set('Authorization', bearer)
          .type('json')
          .send('{"name":"\\ud800"}')
      ).body.errors,
    ).toEqual({ name: ['name must be well-formed Unicode'] });
    expect((await send([])).body.errors).toEqual({ body: ['body must be an object'] });
    expect(
      (await request(appIn(managementDialect)).post('/api/v1/things').set('Authorization', bearer)).body
        .errors,
    ).toEqual({ name: ['name is required'] });
    const query = await request(appIn(managementDialect))
      .get('/api/v1/things?sort=up&search_by=x&page=')
      .set('Authorization', bearer);
    expect(Object.keys(query.body.errors).sort()).toEqual(['sort']);
  });

  it('distinguishes 400, 404, 405, 409, 413, 415 and 500', async () => {
    const app = appIn(managementDialect);
    const post = (type: string, body: string) =>
      request(app).post('/api/v1/things').set('Authorization', bearer).set('Content-Type', type).send(body);
    expect((await post('application/json', '{"name":')).status).toBe(400);
    expect((await post('application/x-www-form-urlencoded', 'name=%ZZ')).status).toBe(400);
    expect((await post('application/x-www-form-urlencoded', 'name=%ff')).status).toBe(400);
    expect((await post('text/plain', 'name=a')).status).toBe(415);
    expect((await post('application/x-www-form-urlencoded', `name=${'a'.repeat(110_000)}`)).status).toBe(413);
    expect((await post('application/x-www-form-urlencoded', 'name=taken')).status).toBe(422);
    expect((await post('application/x-www-form-urlencoded', 'name=locked')).status).toBe(409);
    const fault = await post('application/x-www-form-urlencoded', 'name=boom');
    expect(fault.status).toBe(500);
    expect(JSON.stringify(fault.body)).not.toContain('secret');
    for (const path of [
      '/api/v1/nothing',
      '/api/v1/things/0',
      '/api/v1/things/abc',
      '/api/v1/things/1.5',
      '/api/v1/things/99999999999',
    ])
      expect((await request(app).delete(path).set('Authorization', bearer)).status).toBe(404);
    const method = await request(app).delete('/api/v1/things').set('Authorization', bearer);
    expect([method.status, method.headers['allow']]).toEqual([405, 'GET, POST, HEAD']);
    expect((await request(app).get('/api/v1/things?sort=%E0%A4%A').set('Authorization', bearer)).status).toBe(
      400,
    );
  });

  it('answers 401 with a challenge, and 403 with the missing scope', async () => {
    const app = appIn(managementDialect);
    for (const header of [undefined, 'Bearer x', 'Basic eDp5', 'Bearer ']) {
      const pending = request(app).get('/api/v1/things');
      const answer = await (header === undefined ? pending : pending.set('Authorization', header));
      expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    }
    const reader = await identity.bearer({ scopes: ['websites:read'] });
    const refused = await request(app)
      .post('/api/v1/things')
      .set('Authorization', reader)
      .send({ name: 'a' });
    expect([refused.status, refused.body.message]).toEqual([403, 'This key lacks the scope websites:write.']);
    expect((await request(app).get('/api/v1/things').set('X-Identity', reader.slice(7))).status).toBe(200);
  });
});

describe('the envelope dialect', () => {
  it('wraps data and errors, and refuses with 400', async () => {
    const app = appIn(envelopeDialect);
    const made = await request(app)
      .post('/v1/things')
      .set('Authorization', bearer)
      .set('X-Request-Id', 'abc-1')
      .send({ name: 'a' });
    expect(made.body).toEqual({
      data: { name: 'a', size: 1 },
      meta: { request_id: 'abc-1', timestamp: expect.stringMatching(/^\d{4}-.*Z$/) },
    });
    const wrong = await request(app).post('/v1/things').set('Authorization', bearer).send({});
    expect([wrong.status, wrong.body.data, wrong.body.error]).toEqual([
      400,
      null,
      {
        code: 'invalid_parameter',
        message: 'name is required',
        details: [{ field: 'name', message: 'name is required' }],
      },
    ]);
    expect(
      (await request(app).post('/v1/things').set('Authorization', bearer).type('form').send('name=a')).status,
    ).toBe(400);
    expect((await request(app).post('/v1/things').set('Authorization', bearer)).status).toBe(400);
    expect((await request(app).get('/v1/files/fil_x').set('Authorization', bearer)).status).toBe(404);
    const bad = await request(app).get('/v1/things').set('X-Request-Id', 'bad id!');
    expect(bad.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(bad.body.error.code).toBe('unauthorized');
  });
});

describe('the OpenAPI document', () => {
  it.each([managementDialect, envelopeDialect])('describes the answers ($name)', async (dialect) => {
    const app = appIn(dialect);
    const { body: document } = await request(app).get('/openapi.json');
    const contract = createContract(document);
    const answers = [
      await request(app).get(`${dialect.prefix}/things`).set('Authorization', bearer),
      await request(app).post(`${dialect.prefix}/things`).set('Authorization', bearer).send({ name: 'a' }),
      await request(app).post(`${dialect.prefix}/things`).set('Authorization', bearer).send({}),
      await request(app).post(`${dialect.prefix}/things`).send({}),
      await request(app).put(`${dialect.prefix}/things/1`).set('Authorization', bearer),
      await request(app).patch(`${dialect.prefix}/things/1`).set('Authorization', bearer),
      await request(app)
        .get(`${dialect.prefix}/files/fil_01h455vb4pex5vsknk084sn02q`)
        .set('Authorization', bearer),
    ];
    for (const { request: sent, status, body, headers } of answers as unknown as {
      request: { method: string; url: string };
      status: number;
      body: unknown;
      headers: Record<string, string>;
    }[])
      contract.check(sent.method, sent.url, { status, body, type: headers['content-type'] ?? '' });
    expect(contract.unchecked()).toEqual(['things.delete']);
    expect(() =>
      contract.check('GET', `${dialect.prefix}/things`, { status: 200, body: { data: 1 } }),
    ).toThrow(/must have required/);
    expect(() => contract.check('GET', `${dialect.prefix}/things`, { status: 418, body: {} })).toThrow(
      /status 418/,
    );
  });
});

describe('health and metrics', () => {
  it('is ready when every check passes, and not while draining', async () => {
    let up = true;
    const health = createHealth({
      database: () => (up ? Promise.resolve() : Promise.reject(new Error('down'))),
    });
    const app = appIn(managementDialect, health);
    expect((await request(app).get('/health/ready')).status).toBe(200);
    up = false;
    const failing = await request(app).get('/health/ready');
    expect([failing.status, failing.body.failing]).toEqual([503, ['database']]);
    up = true;
    health.drain();
    expect((await request(app).get('/health/ready')).body.failing).toEqual(['draining']);
    expect((await request(app).get('/health/live')).status).toBe(200);
  });

  it('counts requests by route, not by id', async () => {
    const app = appIn(managementDialect);
    await request(app).delete('/api/v1/things/7').set('Authorization', bearer);
    await request(app).delete('/api/v1/things/8').set('Authorization', bearer);
    const { text } = await request(app).get('/metrics');
    expect(text).toContain(
      'http_request_duration_seconds_count{service="things",method="DELETE",route="/api/v1/things/:id",status="200"} 2',
    );
  });
});
