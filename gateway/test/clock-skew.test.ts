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
import request from 'supertest';

import { bearer, startTestbed } from './harness.ts';
import type { Gateway, Testbed } from './harness.ts';

let testbed: Testbed;
let gateway: Gateway;
let service: ListeningServer;
let aheadMilliseconds = 0;

beforeAll(async () => {
  testbed = await startTestbed();
  const jwks = await request((await testbed.gateway()).url).get('/.well-known/jwks.json');
  const identity = await createIdentityVerifier({
    publicKey: JSON.stringify(jwks.body),
    audience: 'palette',
    now: () => Date.now() + aheadMilliseconds,
  });
  const workspaces = endpoint({
    method: 'GET',
    path: '/workspaces',
    summary: 'List',
    scope: 'workspaces:read',
    responses: { 200: { description: 'Nothing' } },
    handler: () => Promise.resolve(ok({})),
  });
  const api = createRouter(envelopeDialect, 'Workspaces', [workspaces]);
  const app = express()
    .use(requestId())
    .use(mountRouter(api, { identity, logger: silentLogger() }));
  app.use(((error: unknown, _request, response, _next) => {
    sendError(toAppError(error), envelopeDialect, response);
  }) as ErrorRequestHandler);
  service = await listen(app, { port: 0, host: '127.0.0.1' });
  const palette = `http://127.0.0.1:${service.port}`;
  gateway = await testbed.gateway({ targets: { analytics: palette, reports: palette, palette } });
});

afterAll(async () => {
  await testbed.close();
  await service.close();
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
