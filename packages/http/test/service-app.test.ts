import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import request from 'supertest';

import { envelopeDialect, managementDialect } from '../src/index.ts';
import { sendJson } from '../src/reply.ts';
import { useThings } from './things-app.ts';

const { identity, bearer, appIn } = useThings();

describe('the management dialect', () => {
  it('answers with a record, a page with links, and a deletion', async () => {
    const app = appIn(managementDialect);
    const made = await request(app)
      .post('/api/v1/things')
      .set('Authorization', bearer())
      .type('form')
      .send('name=a&size=2&notes=');
    expect(made.status).toBe(201);
    expect(made.headers['location']).toBe('/api/v1/things/1');
    expect(made.body).toEqual({ data: { name: 'a', size: 2, notes: '' }, status: 201 });
    const list = await request(app).get('/api/v1/things?sort=asc&page=2').set('Authorization', bearer());
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
    const beyond = await request(app).get('/api/v1/things?page=9').set('Authorization', bearer());
    expect(beyond.body).toMatchObject({
      data: [],
      links: { prev: '/api/v1/things?page=3', next: null },
      meta: { from: null, to: null },
    });
    const gone = await request(app).delete('/api/v1/things/7').set('Authorization', bearer());
    expect(gone.body).toEqual({ id: 7, object: 'thing', deleted: true, status: 200 });
  });

  it('names every refused field with 422, and reads "2" as a number in forms only', async () => {
    const send = (body: object) =>
      request(appIn(managementDialect)).post('/api/v1/things').set('Authorization', bearer()).send(body);
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
          .set('Authorization', bearer())
          .type('json')
          .send('{"name":"\\ud800"}')
      ).body.errors,
    ).toEqual({ name: ['name must be well-formed Unicode'] });
    expect((await send([])).body.errors).toEqual({ body: ['body must be an object'] });
    expect(
      (await request(appIn(managementDialect)).post('/api/v1/things').set('Authorization', bearer())).body
        .errors,
    ).toEqual({ name: ['name is required'] });
    const query = await request(appIn(managementDialect))
      .get('/api/v1/things?sort=up&search_by=x&page=')
      .set('Authorization', bearer());
    expect(Object.keys(query.body.errors).sort()).toEqual(['sort']);
  });

  it('distinguishes 400, 404, 405, 409, 413, 415 and 500', async () => {
    const app = appIn(managementDialect);
    const post = (type: string, body: string) =>
      request(app).post('/api/v1/things').set('Authorization', bearer()).set('Content-Type', type).send(body);
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
      expect((await request(app).delete(path).set('Authorization', bearer())).status).toBe(404);
    const method = await request(app).delete('/api/v1/things').set('Authorization', bearer());
    expect([method.status, method.headers['allow']]).toEqual([405, 'GET, POST, HEAD']);
    expect(
      (await request(app).get('/api/v1/things?sort=%E0%A4%A').set('Authorization', bearer())).status,
    ).toBe(400);
  });

  it('answers 401 with a challenge, and 403 with the missing scope', async () => {
    const app = appIn(managementDialect);
    for (const header of [undefined, 'Bearer x', 'Basic eDp5', 'Bearer ']) {
      const pending = request(app).get('/api/v1/things');
      const answer = await (header === undefined ? pending : pending.set('Authorization', header));
      expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    }
    const reader = await identity().bearer({ scopes: ['websites:read'] });
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
      .set('Authorization', bearer())
      .set('X-Request-Id', 'abc-1')
      .send({ name: 'a' });
    expect(made.body).toEqual({
      data: { name: 'a', size: 1 },
      meta: { request_id: 'abc-1', timestamp: expect.stringMatching(/^\d{4}-.*Z$/) },
    });
    const wrong = await request(app).post('/v1/things').set('Authorization', bearer()).send({});
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
      (await request(app).post('/v1/things').set('Authorization', bearer()).type('form').send('name=a'))
        .status,
    ).toBe(400);
    expect((await request(app).post('/v1/things').set('Authorization', bearer())).status).toBe(400);
    expect((await request(app).get('/v1/files/fil_x').set('Authorization', bearer())).status).toBe(404);
    const bad = await request(app).get('/v1/things').set('X-Request-Id', 'bad id!');
    expect(bad.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(bad.body.error.code).toBe('unauthorized');
  });
});

it('sends a long answer whole, and others while it is under way', async () => {
  const long = JSON.stringify(`a${'😀'.repeat(1_000_000)}`);
  const order: string[] = [];
  const server = createServer((asked, response) => {
    sendJson(response as never, 200, asked.url === '/long' ? long : '{}');
    response.once('finish', () => order.push(asked.url ?? ''));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const [answer, short] = await Promise.all([fetch(`${url}/long`), fetch(`${url}/short`)]);
    expect([await short.text(), await answer.text()]).toEqual(['{}', long]);
    expect(order).toEqual(['/short', '/long']);
    const head = await fetch(`${url}/long`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  } finally {
    server.close();
  }
});
