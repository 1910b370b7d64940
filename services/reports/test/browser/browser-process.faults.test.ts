import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createGuard } from '@platform/guard';
import type { Guard } from '@platform/guard';
import { silentLogger } from '@platform/runtime';
import { describeInBrowser, eventually } from '@platform/testing';

import { createBrowserHost, processTree } from '../../src/browser/browser-host.ts';
import type { BrowserHost } from '../../src/browser/browser-host.ts';

const PAGES: Readonly<Record<string, string>> = {
  '/fine': '<!doctype html><title>Fine</title><h1>Fine</h1>',
  '/endless': '<!doctype html><title>x</title><script>for (;;);</script>',
  '/growing': `<!doctype html><title>x</title><script>
    const kept = [];
    setInterval(() => { for (let i = 0; i < 8; i++) kept.push(new Uint8Array(16 << 20).fill(1)); }, 10);
  </script>`,
  '/strings': `<!doctype html><title>x</title><script>
    const kept = [];
    for (;;) kept.push(Array.from({ length: 1e5 }, (_, i) => 'text ' + i + kept.length));
  </script>`,
  '/elements': `<!doctype html><title>x</title><body><script>
    for (;;) document.body.append(document.createElement('canvas'), 'x'.repeat(1000));
  </script>`,
};
const SECRET = 'nobody-may-see-this';

const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
};

describeInBrowser('the browser’s processes', () => {
  let guard: Guard;
  let site: Server;
  let origin: string;
  let host: BrowserHost;

  beforeAll(async () => {
    site = createServer((request, response) => {
      response.setHeader('content-type', 'text/html').end(PAGES[request.url?.split('?')[0] ?? ''] ?? '');
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${String((site.address() as AddressInfo).port)}`;
    guard = createGuard({ allow: ['127.0.0.1'], userAgent: 'test' });
  });
  const createHost = (limits: { pageTimeout?: number } = {}): BrowserHost =>
    createBrowserHost({
      guard,
      env: { ...process.env, DATABASE_URL: SECRET, CREDENTIALS_KEY: SECRET },
      logger: silentLogger(),
      ...limits,
    });
  beforeEach(() => {
    host = createHost();
  });
  afterEach(async () => {
    await host.close();
  });
  afterAll(async () => {
    await guard.close();
    site.closeAllConnections();
    site.close();
  });

  const children = () => processTree(process.pid).filter(({ pid }) => pid !== process.pid);
  const browsers = () => children().filter(({ pid }) => commandOf(pid).includes('--remote-debugging'));
  const isFine = async () => {
    expect((await host.render(`${origin}/fine`, null)).page?.html).toContain('<h1>Fine</h1>');
  };

  it.each(['/endless', '/growing', '/strings', '/elements'])(
    'end with a page that never does (%s), and the next page is rendered',
    async (path) => {
      await host.close();
      host = createHost({ pageTimeout: 12_000 });
      expect((await host.render(`${origin}${path}`, null)).page).toBeNull();
      await isFine();
      expect(browsers().length).toBeGreaterThan(0);
      await host.close();
      await eventually(() => {
        expect(browsers()).toEqual([]);
      }, 30_000);
    },
    240_000,
  );

  it('render 20 pages that are asked for at once', async () => {
    const urls = Array.from({ length: 20 }, (_, index) => `${origin}/fine?${String(index)}`);
    const rendered = await Promise.all(urls.map((url) => host.render(url, null)));
    expect(rendered.filter(({ page }) => page?.html.includes('<h1>Fine</h1>'))).toHaveLength(20);
  }, 600_000);

  it('are started again after one was killed, and leave nothing behind', async () => {
    await isFine();
    const [driver] = children().filter(({ pid }) => commandOf(pid).includes('browser-worker'));
    process.kill(driver?.pid ?? 0, 'SIGKILL');
    // Either of the two may notice first: one page may be lost, but not a second one.
    await host.render(`${origin}/fine`, null);
    await isFine();
    await host.close();
    await eventually(() => {
      expect(browsers()).toEqual([]);
    }, 30_000);
  });

  it('hold no secret in their environment', async () => {
    await isFine();
    const environments = children().flatMap(({ pid }) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8');
      } catch {
        return [];
      }
    });
    expect(environments.length).toBeGreaterThan(0);
    expect(environments.filter((text) => text.includes(SECRET))).toEqual([]);
  });
});
