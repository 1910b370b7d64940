// What answers on the gateway's port before the gateway does. Plain JavaScript for Node.js 18 and newer: `start.js`
// answers so while the packages are still being installed.
import { createServer } from 'node:http';

const RETRY_SECONDS = 2;

/** A page that reloads itself, as the gateway's own pages look. */
export const waitingPage = (title, text) => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta http-equiv="refresh" content="${RETRY_SECONDS}"><meta name="viewport" content="width=device-width"><title>${title}</title>
<body style="font:16px/1.5 system-ui,sans-serif;margin:20vh auto;max-width:32rem;padding:0 1rem;color-scheme:light dark">
<h1>${title}</h1><p>${text}</p>`;

const PAGE = waitingPage('The platform is starting', 'This page reloads itself until it is up.');

/** Answers while the platform starts: it is alive, it isn't ready, and everything else is to be tried again. */
const answer = (request, response) => {
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Connection', 'close');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  const json = (text) => response.setHeader('Content-Type', 'application/json').end(text);
  if (request.url === '/health/live') return json('{"status":"ok"}');
  response.statusCode = 503;
  response.setHeader('Retry-After', RETRY_SECONDS);
  if (request.url === '/health/ready') return json('{"status":"unavailable","failing":["starting"]}');
  if (request.headers.accept?.includes('text/html'))
    return response.setHeader('Content-Type', 'text/html; charset=utf-8').end(PAGE);
  return json(JSON.stringify({ message: 'The platform is starting. Try again in a moment.', status: 503 }));
};

const listen = (port, host) =>
  new Promise((resolve, reject) => {
    const server = createServer(answer);
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });

/**
 * Holds a port, and answers on it, until the gateway is about to listen. Otherwise, if two platforms started on
 * the same port at once, the second would mistake the first one's gateway for its own.
 * @returns a function that releases it; may be called more than once
 * @throws an error that names the port if it is taken
 */
export const holdPort = async (port, host) => {
  const server = await listen(port, host).catch((error) => {
    if (error.code === 'EADDRINUSE')
      throw new Error(
        `Port ${port} is in use by another process. Choose another one: PORT=${port + 1} npm start`,
      );
    if (error.code === 'EACCES')
      throw new Error(`Port ${port} may not be used by this user. Choose one above 1023.`);
    throw error;
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections?.();
    });
};
