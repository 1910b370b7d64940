import { launchBrowser } from '@platform/browser';
import { laterFlag, PROVIDE, silentLogger } from '@platform/runtime';
import { describeInBrowser } from '@platform/testing';
import express from 'express';
import type { AddressInfo } from 'node:net';

import { createLateRoutes } from '../src/console/late-routes.ts';

describeInBrowser('the page that stands in for a console that is being built', () => {
  const original: unknown = Reflect.get(process, 'send');
  beforeAll(() => {
    Object.assign(process, { send: () => true });
    process.argv.push(laterFlag(['console']));
  });
  afterAll(() => {
    Object.assign(process, { send: original });
    process.argv.pop();
  });

  it('becomes the console, with the secret of the link that was opened', async () => {
    const routes = createLateRoutes({
      part: 'console',
      paths: /^\/console/,
      waits: false,
      create: () => (_request, response) => {
        response.send('<!doctype html><p>The console</p>');
      },
      logger: silentLogger(),
    });
    const server = express().use(routes).listen(0, '127.0.0.1');
    const browser = await launchBrowser(process.env);
    try {
      const page = await browser.newPage();
      const { port } = server.address() as AddressInfo;
      const link = `http://127.0.0.1:${port}/console/#sign-in=secret`;
      await page.goto(link);
      await page.getByRole('heading', { name: 'The console is being built' }).waitFor();
      process.listeners('message').at(-1)?.({ type: PROVIDE, part: 'console', fault: undefined }, undefined);
      await page.getByText('The console', { exact: true }).waitFor();
      expect(page.url()).toBe(link);
    } finally {
      await browser.close();
      server.close();
    }
  });
});
