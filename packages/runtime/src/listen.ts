import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { activeTracing } from '@platform/tracing';

import { SetupError } from './settings.ts';

export interface ListeningServer {
  server: Server;
  port: number;
  /**
   * Goes on answering for this long, and tells clients with each answer to close the connection. So
   * a gateway leaves by itself, instead of meeting a connection that is just being closed.
   */
  drain(milliseconds: number): Promise<void>;
  /** Ends idle connections and waits for requests in flight. */
  close(): Promise<void>;
}

const KEEP_ALIVE_MILLISECONDS = 70_000;

const foreignHost = (_port: number, host: string): string =>
  `HOST is ${host}, which is no address of this machine; 0.0.0.0 stands for all of them.`;

const FAULTS: Readonly<Record<string, (port: number, host: string, setting: string) => string>> = {
  EADDRINUSE: (port, _host, setting) =>
    `Port ${port} is in use by another process; set ${setting} to a free one.`,
  EACCES: (port, _host, setting) =>
    `Port ${port} may not be used by this user; set ${setting} to another one.`,
  EADDRNOTAVAIL: foreignHost,
  ENOTFOUND: foreignHost,
  EAI_AGAIN: foreignHost,
};

/**
 * A connection becomes idle when its last request ends, so idle ones are closed until none is left.
 */
const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve, reject) => {
    const sweep = setInterval(() => {
      server.closeIdleConnections();
    }, 50);
    server.close((error?: NodeJS.ErrnoException) => {
      clearInterval(sweep);
      if (error && error.code !== 'ERR_SERVER_NOT_RUNNING') reject(error);
      else resolve();
    });
  });

/**
 * Starts an HTTP server that keeps idle connections for 70 s. Node announces that in `Keep-Alive`,
 * and the agent of the gateway's proxy drops an idle connection a second before: a request sent on
 * a connection that the server is just closing would fail with ECONNRESET.
 * @param options.refusesWithoutHost false where the handler itself refuses requests without a Host
 *   header, which Node.js answers with an empty 400
 * @param options.setting the one that names the port; PORT unless given
 * @throws SetupError that names the setting, if the port is taken or the host isn't this machine's
 */
export const listen = (
  handler: RequestListener,
  options: { port: number; host?: string; refusesWithoutHost?: boolean; setting?: string },
): Promise<ListeningServer> => {
  const { port, host = '0.0.0.0', refusesWithoutHost = true, setting = 'PORT' } = options;
  const http = {
    keepAliveTimeout: KEEP_ALIVE_MILLISECONDS,
    headersTimeout: 75_000,
    requireHostHeader: refusesWithoutHost,
  };
  const server = createServer(http, activeTracing()?.serve(handler) ?? handler);
  let isDraining = false;
  server.prependListener('request', (_request, response) => {
    if (isDraining) response.setHeader('Connection', 'close');
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const explain = FAULTS[error.code ?? ''];
      reject(explain ? new SetupError(explain(port, host, setting), { cause: error }) : error);
    });
    server.listen(port, host, () => {
      resolve({
        server,
        port: (server.address() as AddressInfo).port,
        async drain(milliseconds) {
          isDraining = true;
          await sleep(milliseconds);
        },
        close: () => closeServer(server),
      });
    });
  });
};
