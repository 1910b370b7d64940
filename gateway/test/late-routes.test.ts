import { laterFlag, PROVIDE, silentLogger } from '@platform/runtime';
import { eventually } from '@platform/testing';
import express from 'express';
import type { RequestHandler } from 'express';
import supertest from 'supertest';

import { createLateRoutes } from '../src/console/late-routes.ts';

const original: unknown = Reflect.get(process, 'send');
const setSend = (next: unknown): void => {
  Object.assign(process, { send: next });
};
const sent = jest.fn();

beforeEach(() => {
  sent.mockClear();
  setSend(sent);
});
afterEach(() => {
  setSend(original);
});

const built: RequestHandler = (request, response, next) => {
  if (request.path.startsWith('/console')) response.send('the console');
  else next();
};
const agentOf = (create: () => RequestHandler) =>
  supertest(
    express().use(
      createLateRoutes({
        part: 'console',
        paths: /^\/console/,
        waits: false,
        create,
        logger: silentLogger(),
      }),
    ),
  );
/** The newest listener is the one that waits; jest's own isn't to hear of it. */
const reply = (fault?: string): unknown =>
  process.listeners('message').at(-1)?.({ type: PROVIDE, part: 'console', fault }, undefined);

it('is there at once where it was built before', async () => {
  const response = await agentOf(() => built).get('/console/websites');
  expect([response.status, response.text]).toEqual([200, 'the console']);
});

it('is built when it is first opened; until then a page reloads itself', async () => {
  process.argv.push(laterFlag(['console']));
  try {
    const create = jest.fn(() => built);
    const agent = agentOf(create);
    expect((await agent.get('/other')).status).toBe(404);
    expect(sent).not.toHaveBeenCalled();

    const [first, second] = await Promise.all([agent.get('/console/'), agent.get('/console')]);
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(first.headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' });
    expect(first.text).toContain('http-equiv="refresh"');
    expect(first.text).toContain('being built');
    expect(sent).toHaveBeenCalledTimes(1);

    reply('There is no <network>.');
    await eventually(async () => {
      const failed = await agent.get('/console/');
      expect([failed.status, failed.text]).toEqual([503, expect.stringContaining('could not be built')]);
      expect(failed.text).not.toContain('network');
    });
    expect(create).not.toHaveBeenCalled();

    // It was asked for again by the page that said so.
    reply();
    await eventually(async () => {
      expect((await agent.get('/console/')).text).toBe('the console');
    });
    expect(create).toHaveBeenCalledTimes(1);
  } finally {
    process.argv.pop();
  }
});

it('lets programs wait for what is packed when it is first asked for', async () => {
  process.argv.push(laterFlag(['downloads']));
  try {
    const packed: RequestHandler = (_request, response) => {
      response.send('a tarball');
    };
    const routes = createLateRoutes({
      part: 'downloads',
      paths: /^\/downloads/,
      waits: true,
      create: () => packed,
      logger: silentLogger(),
    });
    const agent = supertest(express().use(routes));
    const asking = Promise.all([agent.get('/downloads/cli.tgz'), agent.get('/downloads/index.json')]);
    await eventually(() => {
      expect(sent).toHaveBeenCalledTimes(1);
    });
    process.listeners('message').at(-1)?.({ type: PROVIDE, part: 'downloads' }, undefined);
    expect((await asking).map(({ status, text }) => [status, text])).toEqual([
      [200, 'a tarball'],
      [200, 'a tarball'],
    ]);
  } finally {
    process.argv.pop();
  }
});
