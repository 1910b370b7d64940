import { holdToContract, takeViolations } from '@platform/testing';
import type { RequestListener } from 'node:http';
import request from 'supertest';

const document = {
  openapi: '3.1.0',
  paths: {
    '/things/{id}': {
      get: {
        operationId: 'things.show',
        responses: {
          200: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: { id: { type: 'integer' } },
                  additionalProperties: false,
                },
              },
            },
          },
          304: {},
        },
      },
    },
  },
};

const answering =
  (status: number, body?: unknown): RequestListener =>
  (_request, response) => {
    response.statusCode = status;
    if (body === undefined) response.end();
    else response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
  };

it.each([
  [200, { id: 1 }],
  [304, undefined],
  [405, { message: 'wrong method' }],
])('accepts an answer that is described: %i %j', async (status, body) => {
  await request(holdToContract(answering(status, body), document)).get('/things/1');
  expect(takeViolations()).toEqual([]);
});

it.each([
  [200, { id: '1' }, /must be integer/],
  [200, { id: 1, secret: 2 }, /must NOT have additional properties/],
  [418, { id: 1 }, /does not describe status 418/],
  [200, undefined, /does not describe .* for 200/],
])('notes an answer that is not: %i %j', async (status, body, reason) => {
  await request(holdToContract(answering(status, body), document)).get('/things/1');
  expect(takeViolations()).toEqual([expect.stringMatching(reason)]);
});

it('notes a method that is answered and not described, and leaves other paths alone', async () => {
  const app = holdToContract(answering(200, {}), document);
  await request(app).post('/things/1');
  await request(app).get('/page');
  expect(takeViolations()).toEqual([expect.stringMatching(/does not describe POST/)]);
});

it("reads the app's own document when none is given", async () => {
  const app = holdToContract((incoming, response) => {
    answering(200, incoming.url === '/openapi.json' ? document : { id: 'x' })(incoming, response);
  });
  await request(app).get('/things/1');
  expect(takeViolations()).toHaveLength(1);
});
