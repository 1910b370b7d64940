import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createGuard } from '@platform/guard';
import type { Guard } from '@platform/guard';
import { freePorts, silentLogger } from '@platform/runtime';
import { describeInBrowser } from '@platform/testing';

import type { BrowserHost } from '../../src/browser/browser-host.ts';
import { createRemoteBrowser } from '../../src/browser/create-browser.ts';
import { serveRenderer } from '../../src/browser/serve-renderer.ts';

const listen = async (server: Server, host = '127.0.0.1'): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return `http://${host}:${String((server.address() as AddressInfo).port)}`;
};

describeInBrowser('a renderer in a container of its own', () => {
  let folder: string;
  let guards: Guard[];
  let browsers: BrowserHost[];
  let site: Server;
  let inside: Server;
  let origin: string;
  let secret: string;
  let closeRenderer: () => Promise<void>;
  const arrivals: string[] = [];
  const visits: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'renderer-'));
    inside = createServer((_request, response) => response.end(String(arrivals.push('inside'))));
    secret = await listen(inside, '127.0.0.2');
    site = createServer((incoming, response) => {
      visits.push(incoming.url ?? '');
      response.setHeader('content-type', 'text/html');
      response.end(`<!doctype html><title>t</title><h1>${incoming.url ?? ''}</h1>
        <script>fetch('${secret}/', { mode: 'no-cors' }).catch(() => 0)</script><img alt="" src="${secret}/x.png">`);
    });
    origin = await listen(site);
    closeRenderer = await serveRenderer({ at: { folder }, env: process.env, logger: silentLogger() });
    // Two workers share it; the second one isn't allowed to reach anything.
    guards = [['127.0.0.1'], []].map((allow) => createGuard({ allow, userAgent: 'test' }));
    browsers = guards.map((guard) =>
      createRemoteBrowser({ guard, renderer: { folder }, logger: silentLogger() }),
    );
  });
  afterAll(async () => {
    for (const browser of browsers) await browser.close();
    await closeRenderer();
    for (const guard of guards) await guard.close();
    for (const server of [site, inside]) {
      server.closeAllConnections();
      server.close();
    }
    await rm(folder, { recursive: true });
  });

  it('renders for several workers at once, each through its own guard', async () => {
    const [first, second] = browsers;
    const outcomes = await Promise.all([
      first?.render(`${origin}/one`, null),
      first?.render(`${origin}/two`, null),
      second?.render(`${origin}/other`, null),
    ]);
    const [one, two, other] = outcomes.map((outcome) => outcome?.page ?? null);

    expect(one?.html).toContain('<h1>/one</h1>');
    expect(two?.html).toContain('<h1>/two</h1>');
    expect(other).toBeNull();
    expect(outcomes[2]?.rendering).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/network|http_error/),
    });
    expect(one?.screenshots.map(({ image }) => image.subarray(0, 3).toString('hex'))).toEqual([
      'ffd8ff',
      'ffd8ff',
    ]);
    expect(arrivals).toEqual([]);
  });

  it('prints without a way out', async () => {
    const pdf = await browsers[1]?.print(`<h1>Printed</h1><img src="${secret}/x.png">`);
    expect(pdf?.subarray(0, 5).toString()).toBe('%PDF-');
    expect(arrivals).toEqual([]);
  });

  it('survives a malformed task and an unknown proxy', async () => {
    const send = (body: string) =>
      new Promise<string>((resolve) => {
        const asking = request({ socketPath: join(folder, 'tasks.sock'), method: 'POST' }, (response) => {
          response.resume().on('close', () => {
            resolve('answered');
          });
        });
        asking.on('error', () => {
          resolve('refused');
        });
        asking.end(body);
      });
    expect(await send('no json')).toBe('refused');
    expect(await send('{}')).toBe('refused');
    const stray = {
      task: { kind: 'render', url: `${origin}/stray`, bound: null },
      proxy: '../../run/docker.sock',
    };
    expect(await send(JSON.stringify(stray))).toBe('answered');
    expect((await browsers[0]?.render(`${origin}/after`, null))?.page?.html).toContain('<h1>/after</h1>');
  });

  it('is not believed when it answers something else', async () => {
    const liar = await mkdtemp(join(tmpdir(), 'liar-'));
    const server = createServer((_request, response) =>
      response.end(JSON.stringify({ page: { html: 5, facts: {}, screenshots: 'x' }, pdf: null })),
    );
    await new Promise<void>((resolve) => server.listen(join(liar, 'tasks.sock'), resolve));
    const [guard] = guards;
    if (!guard) throw new Error('no guard');
    const browser = createRemoteBrowser({ guard, renderer: { folder: liar }, logger: silentLogger() });
    expect((await browser.render(`${origin}/one`, null)).page).toBeNull();
    await browser.close();
    server.close();
    await rm(liar, { recursive: true });
  });

  it('renders over the network, too, through the port of whoever asks and no other', async () => {
    const [[guard], [taskPort = 0, proxyPort = 0]] = [guards, await freePorts(2)];
    if (!guard) throw new Error('no guard');
    const close = await serveRenderer({
      at: { host: '127.0.0.1', port: taskPort },
      env: process.env,
      logger: silentLogger(),
    });
    const url = `http://127.0.0.1:${taskPort}`;
    const browser = createRemoteBrowser({ guard, renderer: { url, proxyPort }, logger: silentLogger() });
    expect((await browser.render(`${origin}/networked`, null)).page?.html).toContain('<h1>/networked</h1>');
    expect(arrivals).toEqual([]);
    for (const proxy of [
      '/run/docker.sock',
      'proxy-00000000-0000-0000-0000-000000000000.sock',
      '127.0.0.2:80',
    ])
      await expect(
        fetch(url, {
          method: 'POST',
          body: JSON.stringify({ task: { kind: 'render', url: `${origin}/stray`, bound: null }, proxy }),
        }).then((answer) => answer.json()),
      ).resolves.toMatchObject({ page: null });
    expect(visits).not.toContain('/stray');
    await browser.close();
    await close();
  });

  it('renders nothing while its way out can’t be opened, and does so afterwards', async () => {
    const [guard] = guards;
    if (!guard) throw new Error('no guard');
    let isMounted = false;
    const late: Pick<Guard, 'startProxy'> = {
      startProxy: (options) =>
        isMounted ? guard.startProxy(options) : Promise.reject(new Error('no such folder')),
    };
    const browser = createRemoteBrowser({ guard: late, renderer: { folder }, logger: silentLogger() });
    expect(await browser.render(`${origin}/early`, null)).toMatchObject({
      page: null,
      rendering: { state: 'failed', reason: 'no_browser' },
    });
    isMounted = true;
    expect((await browser.render(`${origin}/later`, null)).page?.html).toContain('<h1>/later</h1>');
    await browser.close();
  });
});
