import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createGuard } from '@platform/guard';
import type { Guard } from '@platform/guard';
import { silentLogger } from '@platform/runtime';
import { describeInBrowser } from '@platform/testing';

import { createBrowserHost } from '../../src/browser/browser-host.ts';
import type { BrowserHost } from '../../src/browser/browser-host.ts';

/** Other notations of 127.0.0.2, names that lead there, and addresses of internal services. */
const HOSTS = [
  '127.0.0.2',
  '2130706434',
  '0x7f000002',
  '0177.0.0.2',
  '127.2',
  '0x7f.0.0.2',
  '127.0.2',
  '①②⑦.0.0.2',
  '127.0.0.2.',
  '[::ffff:127.0.0.2]',
  '[::ffff:7f00:2]',
  '[::127.0.0.2]',
  '[64:ff9b::7f00:2]',
  '[2002:7f00:2::]',
  'localhost',
  'a.localhost',
  '[::1]',
  '0.0.0.0',
  '169.254.169.254',
  '168.63.129.16',
  '10.0.0.1',
  'inside.test',
  'mixed.test',
  'rebinding.test',
  'xn--nside-test.test',
];
/** The ways out that are tried for each of them; link pings are switched off altogether. */
const DOORS = [
  '/beacon',
  '/css',
  '/embed',
  '/events',
  '/fetch',
  '/form',
  '/iframe',
  '/img',
  '/object',

  '/prefetch',
  '/redirected',
  '/script',
  '/video',
  '/worker',
  '/ws',
  '/xhr',
];
const RESOLVED: Record<string, string[][]> = {
  'inside.test': [['127.0.0.2']],
  'mixed.test': [['127.0.0.1', '127.0.0.2']],
  'rebinding.test': [['127.0.0.1'], ['127.0.0.2']],
  'xn--nside-test.test': [['::1']],
};

const listen = async (server: Server, host: string, port = 0): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return (server.address() as AddressInfo).port;
};

/** Tries every door of a page to `target`, an origin without its scheme. */
const attackOn = (target: string): string => `<!doctype html><title>x</title>
<iframe src="http://${target}/iframe"></iframe><img src="http://${target}/img">
<script src="http://${target}/script"></script><link rel=stylesheet href="http://${target}/css">
<link rel=preconnect href="http://${target}"><link rel=dns-prefetch href="//${target}">
<link rel=prefetch href="http://${target}/prefetch"><object data="http://${target}/object"></object>
<video src="http://${target}/video"></video><embed src="http://${target}/embed">
<a id=ping href="#" ping="http://${target}/ping">x</a>
<form id=form method=post target=out action="http://${target}/form"></form><iframe name=out></iframe>
<script>
const safely = (attempt) => { try { Promise.resolve(attempt()).catch(() => 0); } catch {} };
safely(() => fetch('http://${target}/fetch', { mode: 'no-cors' }));
safely(() => fetch('https://${target}/tls', { mode: 'no-cors' }));
safely(() => fetch('/redirect?to=' + encodeURIComponent('http://${target}/redirected'), { mode: 'no-cors' }));
safely(() => navigator.sendBeacon('http://${target}/beacon', 'x'));
safely(() => new WebSocket('ws://${target}/ws'));
safely(() => new WebSocket('wss://${target}/wss'));
safely(() => new EventSource('http://${target}/events'));
safely(() => { const x = new XMLHttpRequest(); x.open('POST', 'http://${target}/xhr'); x.send('x'); });
safely(() => new Worker(URL.createObjectURL(new Blob(["fetch('http://${target}/worker', {mode:'no-cors'})"]))));
safely(() => navigator.serviceWorker.register('/sw.js'));
safely(() => window.open('http://${target}/popup'));
safely(() => document.getElementById('form').submit());
safely(() => document.getElementById('ping').click());
safely(() => {
  const rtc = new RTCPeerConnection({ iceServers: [{ urls: 'stun:${target}' }, { urls: 'turn:${target}?transport=tcp', username: 'a', credential: 'b' }] });
  rtc.createDataChannel('x');
  return rtc.createOffer().then((offer) => rtc.setLocalDescription(offer));
});
safely(() => { const f = document.createElement('iframe'); f.src = 'file:///etc/passwd'; document.body.append(f); });
</script>`;

describeInBrowser('a hostile page in the browser', () => {
  let guard: Guard;
  let host: BrowserHost;
  let site: Server;
  let inside: Server;
  let origin: string;
  let port: number;
  let page = '';
  const arrivals: string[] = [];
  /** Paths asked of the site itself, which the guard permits. */
  const permitted = new Set<string>();
  const lookups = new Map<string, number>();

  beforeAll(async () => {
    inside = createServer((request, response) => {
      arrivals.push(`${request.headers.host ?? ''} ${request.url ?? ''}`);
      response.end('inside');
    });
    // Every connection counts, also one that never speaks HTTP.
    inside.on('connection', () => arrivals.push('a connection'));
    port = await listen(inside, '127.0.0.2');
    site = createServer((request, response) => {
      const url = new URL(request.url ?? '/', 'http://site');
      permitted.add(url.pathname);
      const to = url.searchParams.get('to');
      if (url.pathname === '/redirect' && to !== null) response.writeHead(302, { location: to }).end();
      // Not the page again, which would open itself without end.
      else if (DOORS.includes(url.pathname)) response.end();
      else response.setHeader('content-type', 'text/html').end(page);
    });
    origin = `http://127.0.0.1:${String(await listen(site, '127.0.0.1'))}`;
    guard = createGuard({
      allow: ['127.0.0.1'],
      userAgent: 'test',
      resolveHost: (name) => {
        const asked = lookups.get(name) ?? 0;
        lookups.set(name, asked + 1);
        const answers = RESOLVED[name];
        const answer = answers?.[Math.min(asked, answers.length - 1)];
        return answer ? Promise.resolve(answer) : Promise.reject(new Error('unknown'));
      },
    });
    host = createBrowserHost({ guard, env: process.env, logger: silentLogger() });
  });
  afterAll(async () => {
    await host.close();
    await guard.close();
    site.closeAllConnections();
    site.close();
    inside.closeAllConnections();
    inside.close();
  });

  // Without this, attacks that never began would pass for attacks that were stopped.
  it('gets through each of its doors to a site that the guard permits', async () => {
    page = attackOn(new URL(origin).host);
    await host.render(`${origin}/control`, null);
    expect(DOORS.filter((door) => !permitted.has(door))).toEqual([]);
    expect(arrivals).toEqual([]);
  }, 90_000);

  it('reaches only what the guard permits', async () => {
    page = HOSTS.map((name) => attackOn(`${name}:${String(port)}`)).join('\n');
    permitted.clear();
    await host.render(`${origin}/attack`, null);
    // The page ran: its own redirects were asked for.
    expect([...permitted]).toEqual(expect.arrayContaining(['/attack', '/redirect']));
    expect(arrivals).toEqual([]);
  }, 90_000);

  it.each(['127.0.0.2', 'inside.test', 'localhost'])(
    'gets nowhere by navigating to %s',
    async (name) => {
      page = `<script>location.href = 'http://${name}:${String(port)}/navigated'</script>`;
      await host.render(`${origin}/navigate`, null);
      expect(arrivals).toEqual([]);
    },
    60_000,
  );

  it('is rendered in full when it does no harm, and is measured and photographed', async () => {
    page = `<!doctype html><html lang=en><title>t</title><div id=root></div><img alt="" src="/x.png">
      <script>document.getElementById('root').innerHTML = '<h1>Made by a script</h1>'; console.error('broken');</script>`;
    const rendered = await host.render(`${origin}/fine`, null);
    expect(rendered?.html).toContain('<h1>Made by a script</h1>');
    expect(rendered?.facts.consoleErrors).toContain('broken');
    const { metrics } = rendered?.facts ?? {};
    expect(metrics?.fcp).toBeGreaterThan(0);
    expect(metrics?.lcp).toBeGreaterThanOrEqual(metrics?.fcp ?? Infinity);
    expect(metrics?.ttfb).toBeGreaterThan(0);
    expect(metrics?.cls).toBeGreaterThanOrEqual(0);
    expect(metrics?.tbt).toBeGreaterThanOrEqual(0);
    expect(
      rendered?.screenshots.map(({ device, image }) => [device, image.subarray(0, 3).toString('hex')]),
    ).toEqual([
      ['desktop', 'ffd8ff'],
      ['phone', 'ffd8ff'],
    ]);
    expect(rendered?.facts.violations).not.toBeNull();
  }, 60_000);
});
