import { randomUUID, createHash } from 'node:crypto';
import { request } from 'node:http';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

import { unavailable } from '@platform/errors';
import type { GuardedProxy, ProxyAddress } from '@platform/guard';
import type { Logger } from '@platform/runtime';

import { createBrowserHost, failedRendering } from './browser-host.ts';
import type { BrowserHost, BrowserHostDeps, PrintPage } from './browser-host.ts';
import { rendererAnswerSchema, TASKS_SOCKET } from './renderer-messages.ts';
import type { RendererAnswer, RendererRequest } from './renderer-messages.ts';

/** Passes on at most this many bytes, and fails at the first one beyond. */
const limitBytes = (most: number): Transform => {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > most) done(new Error(`More than ${most} bytes came.`));
      else done(null, chunk);
    },
  });
};

/**
 * Where a renderer is: behind the sockets of a folder that it shares with us, or at an address, from where it reaches
 * the proxy on a port of ours.
 */
export type RendererLocation =
  { readonly folder: string } | { readonly url: string; readonly proxyPort: number };

interface RemoteBrowserDeps {
  readonly guard: { startProxy(listenOn: ProxyAddress): Promise<GuardedProxy> };
  readonly renderer: RendererLocation;
  readonly logger: Logger;
}

/** Others may be ahead of us. */
const TIMEOUT = 10 * 60_000;
const MAX_ANSWER = 48 * 1024 ** 2;

/** Where tasks are sent, where our proxy listens, and how the renderer is told of it. */
const meet = (renderer: RendererLocation) => {
  if ('url' in renderer) {
    const { hostname, port } = new URL(renderer.url);
    return {
      target: { host: hostname, port },
      listenOn: { port: renderer.proxyPort },
      proxyName: String(renderer.proxyPort),
    };
  }
  const proxyName = `proxy-${randomUUID()}.sock`;
  return {
    target: { socketPath: join(renderer.folder, TASKS_SOCKET) },
    listenOn: { socketPath: join(renderer.folder, proxyName) },
    proxyName,
  };
};

/**
 * A browser in a container without secrets, and without any network but what leads here. It takes tasks over one
 * socket, and reaches the outside through another, which leads to the guard’s proxy in this process.
 */
export const createRemoteBrowser = ({ guard, renderer, logger }: RemoteBrowserDeps): BrowserHost => {
  const { target, listenOn, proxyName } = meet(renderer);
  let proxy: Promise<GuardedProxy> | undefined;

  const ask = async (name: string, content: RendererRequest): Promise<RendererAnswer | null> => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const asking = request(
      { ...target, method: 'POST', signal: AbortSignal.timeout(TIMEOUT) },
      (response) => {
        text(response.pipe(limitBytes(MAX_ANSWER))).then(resolve, reject);
        response.on('error', reject);
      },
    );
    asking.on('error', reject);
    asking.end(JSON.stringify(content));
    try {
      return await rendererAnswerSchema.validateAsync(JSON.parse(await promise));
    } catch (error) {
      logger.warn({ err: error, task: name }, 'the renderer failed');
      return null;
    }
  };

  /** Its way out: started once, and again where that failed, as the folder may be mounted late. */
  const startProxy = async (): Promise<boolean> => {
    const starting = (proxy ??= guard.startProxy(listenOn));
    try {
      await starting;
      return true;
    } catch (error) {
      if (proxy === starting) proxy = undefined;
      logger.warn({ err: error }, 'the proxy for the renderer could not be started');
      return false;
    }
  };

  return {
    async render(url, bound, options = {}) {
      if (!(await startProxy())) return { page: null, rendering: failedRendering('no_browser') };
      const answer = await ask('rendering', {
        task: { kind: 'render', url, bound, ...options },
        proxy: proxyName,
      });
      if (!answer?.page)
        return {
          page: null,
          rendering: answer?.rendering ?? failedRendering(answer ? 'crash' : 'no_browser'),
        };
      const screenshots = answer.page.screenshots.map(({ device, image }) => ({
        device,
        image: Buffer.from(image, 'base64'),
      }));
      const { partial: cause, pending, benchmarkIndex } = answer.page;
      const rendering = answer.rendering ?? {
        state: cause === null ? 'complete' : 'partial',
        reason: cause,
        pending: [...pending],
        benchmarkIndex,
        attempts: 1,
      };
      return { page: { ...answer.page, screenshots }, rendering };
    },
    async print(markup) {
      const answer = await ask('printing', { task: { kind: 'print', markup }, proxy: null });
      return typeof answer?.pdf === 'string' ? Buffer.from(answer.pdf, 'base64') : null;
    },
    async close() {
      const started = await proxy?.catch(() => undefined);
      await started?.close();
    },
  };
};

/** The browser of a renderer, or one that this process starts itself. */
export const createBrowser = ({
  renderer,
  ...deps
}: BrowserHostDeps &
  Omit<RemoteBrowserDeps, 'renderer'> & { renderer: RendererLocation | undefined }): BrowserHost =>
  renderer === undefined ? createBrowserHost(deps) : createRemoteBrowser({ ...deps, renderer });

/** Below what a gateway waits for an answer by default. */
const WAIT_MILLISECONDS = 20_000;

/** A print that is ready stays for whoever asks again. */
const KEPT_MILLISECONDS = 5 * 60_000;

const MOST_KEPT = 20;

const LATE = Symbol('late');

/**
 * Prints documents within a wait: where the browser has yet to start, or has pages before it, the request
 * is answered with 503 and `Retry-After`, the print goes on, and the next request gets it.
 * @throws AppError `unavailable` after the wait
 */
export const createPrinter = (print: PrintPage, waitMilliseconds = WAIT_MILLISECONDS): PrintPage => {
  const prints = new Map<string, Promise<Buffer | null>>();

  const begin = (key: string, markup: string): Promise<Buffer | null> => {
    const printing = print(markup);
    const forget = (): void => {
      if (prints.get(key) === printing) prints.delete(key);
    };
    prints.set(key, printing);
    for (const oldest of prints.keys()) {
      if (prints.size <= MOST_KEPT) break;
      prints.delete(oldest);
    }
    printing.then((pdf) => {
      if (pdf === null) forget();
      else setTimeout(forget, KEPT_MILLISECONDS).unref();
    }, forget);
    return printing;
  };

  return async (markup) => {
    const key = createHash('sha256').update(markup).digest('hex');
    const printing = prints.get(key) ?? begin(key, markup);
    const ended = new AbortController();
    const late = pause(waitMilliseconds, LATE, { signal: ended.signal }).catch(() => LATE);
    try {
      const pdf = await Promise.race([printing, late]);
      if (typeof pdf === 'symbol') throw unavailable('The PDF is still being made; ask for it again.');
      return pdf;
    } finally {
      ended.abort();
    }
  };
};
