import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';

import { eventually } from '@platform/testing';
import express from 'express';
import { pino } from 'pino';
import request from 'supertest';

import { requestId, requestLog } from '../src/index.ts';

/** An app whose log lines are collected. */
const createLoggedApp = (level = 'info') => {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  });
  const app = express();
  app.use(requestId(), requestLog(pino({ level }, stream)));
  app.get('/things', (_request, response) => {
    response.json({});
  });
  app.get('/broken', (_request, response) => {
    response.status(503).json({});
  });
  app.get('/slow', (_request, response) => {
    response.write('begun');
  });
  app.get('/health/live', (_request, response) => {
    response.json({});
  });
  return { app, lines };
};

const lineOf = (lines: Record<string, unknown>[]) =>
  eventually(() => {
    const [line] = lines;
    return line === undefined ? Promise.reject(new Error('There is no line yet.')) : Promise.resolve(line);
  });

describe('the log of requests', () => {
  it('keeps the links to itself by which somebody unsubscribes', async () => {
    const { app, lines } = createLoggedApp();
    const link = `${Buffer.from('7 her@example.com').toString('base64url')}~1900000000.signature`;
    await request(app).get(`/r/unsubscribe/${link}`);
    expect(await lineOf(lines)).toMatchObject({ path: '/r/unsubscribe/…', status: 404 });
    await request(app).post(`/unsubscribe/${link}/?a=1`);
    await eventually(() => {
      expect(lines[1]).toMatchObject({ path: '/unsubscribe/…' });
    });
  });

  it('has a line for each, without the query', async () => {
    const { app, lines } = createLoggedApp();
    await request(app).get('/things?secret=1').set('X-Request-Id', 'abc');
    expect(await lineOf(lines)).toMatchObject({
      level: 30,
      request_id: 'abc',
      method: 'GET',
      path: '/things',
      status: 200,
      duration_ms: expect.any(Number),
      msg: 'request completed',
    });
    expect(JSON.stringify(lines)).not.toContain('secret');
  });

  it('is an error for a fault, and has no line for checks of health', async () => {
    const { app, lines } = createLoggedApp('error');
    await request(app).get('/health/live');
    await request(app).get('/things');
    await request(app).get('/broken');
    expect(await lineOf(lines)).toMatchObject({ level: 50, path: '/broken', status: 503 });
    expect(lines).toHaveLength(1);
  });

  it('says when a client left before the end', async () => {
    const { app, lines } = createLoggedApp();
    const server = createServer(app).listen(0);
    await once(server, 'listening');
    const leaving = new AbortController();
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/slow`, { signal: leaving.signal });
    leaving.abort();
    await expect(answer.text()).rejects.toThrow();
    expect(await lineOf(lines)).toMatchObject({ path: '/slow', msg: 'request aborted' });
    server.close();
  });
});
