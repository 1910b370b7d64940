import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createGuard } from '@platform/guard';
import type { Guard } from '@platform/guard';
import { silentLogger } from '@platform/runtime';
import { describeInBrowser, eventually } from '@platform/testing';

import { createBrowserHost } from '../../src/browser/browser-host.ts';
import type { BrowserHost } from '../../src/browser/browser-host.ts';
import { blockingTime } from '../../src/browser/measure-page.ts';

/** Works and pushes its content down when it has been there for a while. */
const LATE = `<!doctype html><html lang="en"><title>Late</title><body>${'<p>Text of the page.</p>'.repeat(30)}
<script>
  addEventListener('load', () => setTimeout(() => {
    const end = performance.now() + 400;
    while (performance.now() < end);
    const banner = document.createElement('p');
    banner.style.height = '400px';
    document.body.prepend(banner);
  }, 700));
</script></body></html>`;

describeInBrowser('the metrics of a page', () => {
  let guard: Guard;
  let site: Server;
  let host: BrowserHost;
  let origin: string;

  beforeAll(async () => {
    site = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(LATE));
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${String((site.address() as AddressInfo).port)}`;
    guard = createGuard({ allow: ['127.0.0.1'], userAgent: 'test' });
    // The pages are ours. In Docker’s containers there is no sandbox, which the browser otherwise starts in.
    host = createBrowserHost({ guard, env: process.env, logger: silentLogger(), isContained: true });
  });
  afterAll(async () => {
    await host.close();
    await guard.close();
    site.closeAllConnections();
    site.close();
  });

  it('count what happens after it was loaded', async () => {
    // A page that takes longer than half a minute, as on a very busy machine, isn’t rendered at all.
    const metrics = await eventually(async () => {
      const { page: rendered } = await host.render(`${origin}/`, null);
      if (!rendered) throw new Error('The page could not be rendered.');
      return rendered.facts.metrics;
    });
    // A task of 400 ms blocks for 350; a shift of most of what is shown by half the phone’s height.
    expect(metrics.tbt).toBeGreaterThanOrEqual(300);
    expect(metrics.cls).toBeGreaterThan(0.05);
  });
});

it('count what tasks last beyond 50 ms after the first paint', () => {
  expect(blockingTime([[0, 40]], 0)).toBe(0);
  expect(blockingTime([[100, 90]], 50)).toBe(40);
  expect(blockingTime([[0, 200]], 120)).toBe(30);
  expect(blockingTime([[0, 200]], 180)).toBe(0);
  expect(blockingTime([[0, 200]], 300)).toBe(0);
  expect(blockingTime([[100, 90]], null)).toBe(0);
});
