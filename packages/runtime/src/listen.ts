import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ListeningServer {
  server: Server;
  port: number;
  /** Ends idle connections and waits for requests in flight. */
  close(): Promise<void>;
}

const KEEP_ALIVE_MILLISECONDS = 70_000;

/** Connections become idle as their last request ends, so the idle ones are ended again and again until none is left. */
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
 * Starts an HTTP server. Idle connections are kept for 70 s, longer than the gateway keeps them (65 s): the side that
 * opens connections must be the one that closes them, or a request meets a closing socket (ECONNRESET).
 * Rejects with a message that names the port if it is taken.
 */
export const listen = (
  handler: RequestListener,
  options: { port: number; host?: string },
): Promise<ListeningServer> => {
  const { port, host = '0.0.0.0' } = options;
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MILLISECONDS, headersTimeout: 75_000 }, handler);
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(taken ? new Error(`Port ${port} is in use by another process; set PORT to a free one.`) : error);
    });
    server.listen(port, host, () => {
      resolve({
        server,
        port: (server.address() as AddressInfo).port,
        close: () => closeServer(server),
      });
    });
  });
};
