import {
  createRouter,
  endpoint,
  envelopeDialect,
  mountRouter,
  ok,
  requestId,
  sendError,
  toAppError,
} from '@platform/http';
import { createIdentityVerifier } from '@platform/identity';
import { listen, silentLogger } from '@platform/runtime';
import type { ListeningServer } from '@platform/runtime';
import express from 'express';
import type { ErrorRequestHandler } from 'express';
import Joi from 'joi';
import request from 'supertest';

import { bearer, startTestbed } from './harness.ts';
import type { Gateway, Testbed } from './harness.ts';

let testbed: Testbed;
let gateway: Gateway;
let service: ListeningServer;
let other: ListeningServer;
let aheadMilliseconds = 0;

/** An instance of a service, with a clock of its own. It answers with the names it was sent. */
const startInstance = async (publicKey: string, now: () => number): Promise<ListeningServer> => {
  const identity = await createIdentityVerifier({ publicKey, audience: 'palette', now });
  const list = endpoint({
    method: 'GET',
    path: '/workspaces',
    summary: 'List',
    scope: 'workspaces:read',
    responses: { 200: { description: 'Nothing' } },
    handler: () => Promise.resolve(ok({})),
  });
  const create = endpoint({
    method: 'POST',
    path: '/workspaces',
    summary: 'Create',
    scope: 'workspaces:write',
    body: Joi.object<{ name: string }>({ name: Joi.string() }),
    responses: { 200: { description: 'The name' } },
    handler: ({ body: { name } }) => Promise.resolve(ok({ name })),
  });
  const api = createRouter(envelopeDialect, 'Workspaces', [list, create]);
  const app = express()
    .use(requestId())
    .use(mountRouter(api, { identity, logger: silentLogger() }));
  app.use(((error: unknown, _request, response, _next) => {
    sendError(toAppError(error), envelopeDialect, response);
  }) as ErrorRequestHandler);
  return listen(app, { port: 0, host: '127.0.0.1' });
};

beforeAll(async () => {
  testbed = await startTestbed();
  const jwks = await request((await testbed.gateway()).url).get('/.well-known/jwks.json');
  service = await startInstance(JSON.stringify(jwks.body), () => Date.now() + aheadMilliseconds);
  other = await startInstance(JSON.stringify(jwks.body), Date.now);
  const palette = `http://127.0.0.1:${service.port}`;
  gateway = await testbed.gateway({ targets: { analytics: palette, reports: palette, palette } });
});

afterAll(async () => {
  await testbed.close();
  await service.close();
  await other.close();
});

it('a service whose clock is ahead says so instead of blaming the key', async () => {
  const { text } = await testbed.issue({ scopes: ['workspaces:read'] });
  await request(gateway.url).get('/v1/workspaces').set(bearer(text)).expect(200);
  aheadMilliseconds = 130_000;
  const answer = await request(gateway.url).get('/v1/workspaces').set(bearer(text)).expect(503);
  expect(answer.body.error.message).toMatch(/expired \d+ s ago by this service's clock/);
  expect(answer.headers['www-authenticate']).toBeUndefined();
  expect(answer.headers['x-identity-refused']).toBeUndefined();
  expect(await gateway.metrics.metrics()).toMatch(
    /gateway_upstream_faults_total\{[^}]*kind="clock_skew"[^}]*\} 1/,
  );
});

it('another instance answers in the place of one whose clock is ahead, also what has a body', async () => {
  const urls = [service, other].map(({ port }) => `http://127.0.0.1:${port}`);
  const target = urls.join(',');
  const two = await testbed.gateway({ targets: { analytics: target, reports: target, palette: target } });
  const { text } = await testbed.issue({ scopes: ['workspaces:write'] });
  aheadMilliseconds = 130_000;
  for (let count = 0; count < 6; count += 1) {
    await request(two.url).get('/v1/workspaces').set(bearer(text)).expect(200);
    const made = await request(two.url).post('/v1/workspaces').set(bearer(text)).send({ name: 'A' });
    expect(made).toMatchObject({ status: 200, body: { data: { name: 'A' } } });
  }
  const metrics = await two.metrics.metrics();
  expect(metrics).toMatch(/gateway_upstream_faults_total\{[^}]*kind="clock_skew"[^}]*\} [1-9]/);
  expect(metrics).toContain(`gateway_upstream_circuit{area="palette",target="${urls[0]}"`);
});
