import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, createServer as createSocketServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';

import type { Logger } from '@platform/runtime';

import { createBrowserHost } from './browser-host.ts';
import type { BrowserProxy } from './browser-host.ts';
import { PROXY_SOCKET, TASKS_SOCKET } from './renderer-messages.ts';
import type { RendererAnswer, RendererRequest } from './renderer-messages.ts';

export interface RendererOptions {
  readonly folder: string;
  /** Where to look for Chromium. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly logger: Logger;
}

/** Connects a port, which is all that Chromium can use, to the socket of a proxy. */
const startForwarder = async (socketPath: () => string | null): Promise<BrowserProxy> => {
  const sockets = new Set<Socket>();
  const server = createSocketServer((client) => {
    const path = socketPath();
    if (path === null) {
      client.destroy();
      return;
    }
    const upstream = connect(path);
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
 * Takes tasks for a browser over a Unix socket in the folder, one at a time. @returns how to end that
 */
export const serveRenderer = async ({
  folder,
  env,
  logger,
}: RendererOptions): Promise<() => Promise<void>> => {
  let proxyPath: string | null = null;
  const guard = { startProxy: () => startForwarder(() => proxyPath) };
  const browser = createBrowserHost({ guard, env, logger, isContained: true });
  let last: Promise<unknown> = Promise.resolve();

  const perform = async ({ task, proxy }: RendererRequest): Promise<RendererAnswer> => {
    if (task.kind === 'print')
      return { page: null, pdf: (await browser.print(task.markup))?.toString('base64') ?? null };
    proxyPath = proxy !== null && PROXY_SOCKET.test(proxy) ? join(folder, proxy) : null;
    const { page, rendering } = await browser.render(task.url, task.bound);
    proxyPath = null;
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
      const turn = last.then(() => (response.closed ? null : perform(content)));
      last = turn.catch(() => undefined);
      response.end(JSON.stringify(await turn));
    };
    answer().catch((error: unknown) => {
      logger.warn({ err: error }, 'a task could not be performed');
      response.destroy();
    });
  });
  server.requestTimeout = 0;
  const path = join(folder, TASKS_SOCKET);
  // Left behind by a renderer that was killed.
  await rm(path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  return async () => {
    server.close();
    server.closeAllConnections();
    await browser.close();
  };
};
