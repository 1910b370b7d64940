import { createBrowserHost, failedRendering } from './browser-host.ts';
import type { BrowserHost, BrowserHostDeps } from './browser-host.ts';
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { GuardedProxy } from '@platform/guard';
import type { Logger } from '@platform/runtime';
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

interface RemoteBrowserDeps {
  readonly guard: { startProxy(options: { socketPath: string }): Promise<GuardedProxy> };
  /** The folder that a renderer shares with us. */
  readonly folder: string;
  readonly logger: Logger;
}

/** Others may be ahead of us. */
const TIMEOUT = 10 * 60_000;
const MAX_ANSWER = 48 * 1024 ** 2;

/**
 * A browser in a container without any network. It takes tasks over one Unix socket, and reaches
 * the outside through another, which leads to the guard’s proxy in this process.
 */
export const createRemoteBrowser = ({ guard, folder, logger }: RemoteBrowserDeps): BrowserHost => {
  const proxyName = `proxy-${randomUUID()}.sock`;
  let proxy: Promise<GuardedProxy> | undefined;

  const ask = async (name: string, content: RendererRequest): Promise<RendererAnswer | null> => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const asking = request(
      { socketPath: join(folder, TASKS_SOCKET), method: 'POST', signal: AbortSignal.timeout(TIMEOUT) },
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
    const starting = (proxy ??= guard.startProxy({ socketPath: join(folder, proxyName) }));
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
    async render(url, bound) {
      if (!(await startProxy())) return { page: null, rendering: failedRendering('no_browser') };
      const answer = await ask('rendering', {
        task: { kind: 'render', url, bound },
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

/** The browser of a renderer’s `folder`, or one that this process starts itself. */
export const createBrowser = ({
  folder,
  ...deps
}: BrowserHostDeps & Omit<RemoteBrowserDeps, 'folder'> & { folder: string | undefined }): BrowserHost =>
  folder === undefined ? createBrowserHost(deps) : createRemoteBrowser({ ...deps, folder });
