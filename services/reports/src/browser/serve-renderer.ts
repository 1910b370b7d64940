import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, createServer as createSocketServer } from 'node:net';
import type { AddressInfo, NetConnectOpts, Socket } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';

import type { Logger } from '@platform/runtime';

import { createBrowserHost } from './browser-host.ts';
import type { BrowserProxy } from './browser-host.ts';
import { PROXY_PORT, PROXY_SOCKET, TASKS_SOCKET } from './renderer-messages.ts';
import type { RendererAnswer, RendererRequest } from './renderer-messages.ts';

export interface RendererOptions {
  /** A folder of sockets that askers share, or the address where they ask over the network. */
  readonly at: { readonly folder: string } | { readonly host: string; readonly port: number };
  /** Where to look for Chromium. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly logger: Logger;
}

/** Connects a port, which is all that Chromium can use, to a proxy. */
const startForwarder = async (proxyOf: () => NetConnectOpts | null): Promise<BrowserProxy> => {
  const sockets = new Set<Socket>();
  const server = createSocketServer((client) => {
    const proxy = proxyOf();
    if (proxy === null) {
      client.destroy();
      return;
    }
    const upstream = connect(proxy);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        for (const socket of sockets) socket.destroy();
      }),
  };
};

/**
 * Takes tasks for a browser, one at a time, over a Unix socket in a folder or over the network, which then must let
 * askers through only. @returns how to end that
 */
export const serveRenderer = async ({ at, env, logger }: RendererOptions): Promise<() => Promise<void>> => {
  let proxy: NetConnectOpts | null = null;
  const guard = { startProxy: () => startForwarder(() => proxy) };
  const browser = createBrowserHost({ guard, env, logger, isContained: true });
  let last: Promise<unknown> = Promise.resolve();

  /** The way out that an asker names: never to another machine than the one that asks. */
  const proxyOf = (name: string | null, asker: string | undefined): NetConnectOpts | null => {
    if (name === null) return null;
    if ('folder' in at) return PROXY_SOCKET.test(name) ? { path: join(at.folder, name) } : null;
    return PROXY_PORT.test(name) && asker !== undefined ? { host: asker, port: Number(name) } : null;
  };

  const perform = async (
    { task, proxy: name }: RendererRequest,
    asker: string | undefined,
  ): Promise<RendererAnswer> => {
    if (task.kind === 'print')
      return { page: null, pdf: (await browser.print(task.markup))?.toString('base64') ?? null };
    proxy = proxyOf(name, asker);
    const { page, rendering } = await browser.render(task.url, task.bound, task);
    proxy = null;
    const screenshots = page?.screenshots.map(({ device, image }) => ({
      device,
      image: image.toString('base64'),
    }));
    return {
      page: page && { ...page, pending: [...page.pending], screenshots: screenshots ?? [] },
      rendering,
      pdf: null,
    };
  };
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const content = (await json(request)) as RendererRequest;
      // One at a time: the way out belongs to the page that is being rendered.
      const turn = last.then(() => (response.closed ? null : perform(content, request.socket.remoteAddress)));
      last = turn.catch(() => undefined);
      response.end(JSON.stringify(await turn));
    };
    answer().catch((error: unknown) => {
      logger.warn({ err: error }, 'a task could not be performed');
      response.destroy();
    });
  });
  server.requestTimeout = 0;
  const address = 'folder' in at ? { path: join(at.folder, TASKS_SOCKET) } : at;
  // Left behind by a renderer that was killed.
  if ('path' in address) await rm(address.path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, resolve);
  });
  return async () => {
    server.close();
    server.closeAllConnections();
    await browser.close();
  };
};
