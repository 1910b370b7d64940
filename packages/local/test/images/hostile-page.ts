import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Addresses that a page must not reach: compose's other services, and open ports of machines. */
const insideOf = (machine: string, port: number): string[] => [
  `http://127.0.0.1:${port}`,
  `http://localhost:${port}`,
  `http://[::1]:${port}`,
  `http://${machine}:${port}`,
  'http://gateway:8080',
  'http://reports:8082',
  'http://reports-worker:8085',
  'http://postgres:5432',
  'http://redis:6379',
  'http://169.254.169.254',
  'file:///secrets/database-url',
];

const pageWith = (inside: readonly string[]): string => {
  const tried = JSON.stringify(inside);
  const embedded = inside
    .map((origin) => `<img src="${origin}/img" alt=""><iframe src="${origin}/iframe"></iframe>`)
    .join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page that tries to get elsewhere</title>
<meta name="viewport" content="width=device-width"></head><body><h1>Hello</h1><p>${'Some words to read. '.repeat(60)}</p>
<p id="told">Nothing yet</p>${embedded}<script>
const told = [];
for (const origin of ${tried}) {
  fetch(origin + '/fetch', { mode: 'no-cors' }).then(() => told.push(origin), () => undefined);
  new WebSocket(origin.replace(/^\\w+:/, 'ws:') + '/socket').onopen = () => told.push(origin);
  navigator.sendBeacon(origin + '/beacon');
}
setTimeout(() => { document.getElementById('told').textContent = 'Got to: ' + told.join(' '); }, 1500);
</script></body></html>`;
};

export interface HostilePage {
  /** Its address, on the address that the guard allows. */
  page: string;
  /** Where this machine listens for what must not arrive. */
  inside: string;
  /** Requests to this machine under any name but the page's own: must stay empty. */
  arrivals: readonly string[];
  close(): void;
}

/**
 * Serves a page that requests what it must not reach, and listens there.
 * @param allowed this machine's address that the guard lets reports reach
 * @param other another address of this machine
 */
export const serveHostilePage = async (allowed: string, other: string): Promise<HostilePage> => {
  const arrivals: string[] = [];
  const inside = createServer((request, response) => {
    arrivals.push(`${request.headers.host ?? ''}${request.url ?? ''}`);
    response.end('inside');
  });
  inside.on('upgrade', (request, socket) => {
    arrivals.push(`${request.headers.host ?? ''}${request.url ?? ''}`);
    socket.destroy();
  });
  await new Promise<void>((resolve) => inside.listen(0, other, resolve));
  const { port } = inside.address() as AddressInfo;
  const html = pageWith(insideOf(other, port));
  const site = createServer((request, response) => {
    const isPage = request.url === '/';
    response.writeHead(isPage ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(isPage ? html : 'no');
  });
  await new Promise<void>((resolve) => site.listen(0, allowed, resolve));
  return {
    page: `http://${allowed}:${(site.address() as AddressInfo).port}/`,
    inside: `http://${other}:${port}`,
    arrivals,
    close() {
      for (const server of [inside, site]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
};
