import { once } from 'node:events';
import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LoopbackSite {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** Paths of the requests so far, in the order of arrival. */
  readonly paths: string[];
  readonly requests: IncomingMessage[];
  close(): Promise<void>;
}

/** A page that is in order, as far as a page over plain HTTP can be. */
export const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>A page about loopback interfaces</title>
<meta name="description" content="What a loopback interface is, what it is good for, and why services should not let strangers reach it.">
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/style.css">
<link rel="icon" href="/icon.png"></head>
<body><h1>Loopback</h1><p>${'Every machine can talk to itself. '.repeat(60)}</p><img src="/photo.jpg" alt="A loop">
<script src="/app.js" defer></script></body></html>`;

/** A small site: the page at `/`, its files, and 404 elsewhere, unless `listener` answers first. */
export const startSite = async (listener: RequestListener = () => undefined): Promise<LoopbackSite> => {
  const requests: IncomingMessage[] = [];
  const paths: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    paths.push(request.url ?? '');
    listener(request, response);
    if (response.headersSent || response.writableEnded || response.getHeader('x-later') !== undefined) return;
    const files: Record<string, [type: string, body: string]> = {
      '/': ['text/html; charset=utf-8', PAGE],
      '/style.css': ['text/css', 'body { color: #222 }'],
      '/app.js': ['text/javascript', 'document.title += "!"'],
      '/photo.jpg': ['image/jpeg', 'not really a picture'],
      '/icon.png': ['image/png', 'nor is this'],
      '/robots.txt': ['text/plain', `User-agent: *\nDisallow:\nSitemap: /map.xml\n`],
      '/map.xml': [
        'application/xml',
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></urlset>',
      ],
    };
    const file = files[(request.url ?? '').split('?')[0] ?? ''];
    if (!file) response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>');
    else
      response
        .writeHead(200, { 'content-type': file[0], 'content-length': Buffer.byteLength(file[1]) })
        .end(file[1]);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    paths,
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
