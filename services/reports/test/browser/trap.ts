import { createSocket } from 'node:dgram';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createGuard } from '@platform/guard';
import { silentLogger } from '@platform/runtime';

import { createBrowserHost } from '../../src/browser/browser-host.ts';
import type { BrowserHost } from '../../src/browser/browser-host.ts';

/** Where names lead, one list of addresses for each time they are asked for. */
const RESOLVED: Record<string, string[][]> = {
  'inside.test': [['127.0.0.2']],
  'mixed.test': [['127.0.0.1', '127.0.0.2']],
  'rebinding.test': [['127.0.0.1'], ['127.0.0.2']],
  'xn--nside-test.test': [['::1']],
};

const listen = async (server: Server, host: string): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return (server.address() as AddressInfo).port;
};

export interface Trap {
  readonly host: BrowserHost;
  /** Of the site that the guard permits, at 127.0.0.1. */
  readonly origin: string;
  /** Of the server at 127.0.0.2 that nothing may reach, by TCP and by UDP. */
  readonly port: number;
  readonly arrivals: readonly string[];
  /** Paths asked of the site itself. */
  readonly permitted: Set<string>;
  /** Where the site was asked to redirect to. */
  readonly redirects: Set<string>;
  /** The page that the site serves. */
  page: string;
  stop(): Promise<void>;
}

/** A browser behind the guard, a site that it may open, and a server inside that must stay alone. */
export const setTrap = async (doors: readonly string[]): Promise<Trap> => {
  const arrivals: string[] = [];
  const inside = createServer((request, response) => {
    arrivals.push(`${request.headers.host ?? ''} ${request.url ?? ''}`);
    response.end('inside');
  });
  // Every connection counts, also one that never speaks HTTP.
  inside.on('connection', () => arrivals.push('a connection'));
  const port = await listen(inside, '127.0.0.2');
  const udp = createSocket('udp4', () => arrivals.push('a datagram'));
  await new Promise<void>((resolve) => udp.bind(port, '127.0.0.2', resolve));
  const permitted = new Set<string>();
  const redirects = new Set<string>();
  const site = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://site');
    permitted.add(url.pathname);
    const to = url.searchParams.get('to');
    if (url.pathname === '/redirect' && to !== null) {
      redirects.add(to);
      // Headers are bytes: browsers read them as UTF-8.
      response.writeHead(302, { location: Buffer.from(to).toString('latin1') }).end();
    }
    // Not the page again, which would open itself without end.
    else if (doors.includes(url.pathname)) response.end();
    else response.setHeader('content-type', 'text/html; charset=utf-8').end(trap.page);
  });
  const origin = `http://127.0.0.1:${String(await listen(site, '127.0.0.1'))}`;
  const lookups = new Map<string, number>();
  const guard = createGuard({
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
  // The pages are ours. In Docker’s containers there is no sandbox, which the browser otherwise starts in.
  const host = createBrowserHost({ guard, env: process.env, logger: silentLogger(), isContained: true });
  const trap: Trap = {
    host,
    origin,
    port,
    arrivals,
    permitted,
    redirects,
    page: '',
    async stop() {
      await host.close();
      await guard.close();
      udp.close();
      for (const server of [site, inside]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
  return trap;
};
