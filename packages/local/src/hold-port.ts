import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';

const RETRY_SECONDS = 2;

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="${RETRY_SECONDS}">
<meta name="viewport" content="width=device-width"><title>The platform is starting</title>
<body style="font:16px/1.5 system-ui,sans-serif;margin:20vh auto;max-width:32rem;padding:0 1rem;color-scheme:light dark">
<h1>The platform is starting</h1><p>This page reloads itself until it is up.</p>`;

/** Answers while the platform starts: it is alive, it isn't ready, and everything else is to be tried again. */
const answer: RequestListener = (request, response) => {
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Connection', 'close');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (request.url === '/health/live') {
    response.setHeader('Content-Type', 'application/json').end('{"status":"ok"}');
    return;
  }
  response.statusCode = 503;
  response.setHeader('Retry-After', RETRY_SECONDS);
  if (request.url === '/health/ready')
    response
      .setHeader('Content-Type', 'application/json')
      .end('{"status":"unavailable","failing":["starting"]}');
  else if (request.headers.accept?.includes('text/html') === true)
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(PAGE);
  else
    response
      .setHeader('Content-Type', 'application/json')
      .end(JSON.stringify({ message: 'The platform is starting. Try again in a moment.', status: 503 }));
};

const listen = (port: number, host: string | undefined): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer(answer);
    server.once('error', reject);
    server.listen(port, host, () => {
      resolve(server);
    });
  });

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });

/**
 * Holds a port, and answers on it, until the gateway is about to listen. Otherwise, if two platforms started on
 * the same port at once, the second would mistake the first one's gateway for its own.
 * @returns a function that releases it; may be called more than once
 * @throws an error that names the port if it is taken
 */
export const holdPort = async (port: number, host?: string): Promise<() => Promise<void>> => {
  const server = await listen(port, host).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new Error(
        `Port ${port} is in use by another process. Choose another one: PORT=${port + 1} npm start`,
      );
    if (code === 'EACCES')
      throw new Error(`Port ${port} may not be used by this user. Choose one above 1023.`);
    throw error;
  });
  return () => close(server);
};
