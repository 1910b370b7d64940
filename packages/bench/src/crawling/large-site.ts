import { createServer } from 'node:http';
import type { Server } from 'node:http';

const SENTENCE = 'A page of a large site says something of its own, and leads to its neighbours. ';

export interface LargeSite {
  readonly server: Server;
  /** How often each page was asked for. */
  readonly visits: Uint32Array;
}

const pageOf = (n: number, pages: number): string => {
  const near = [2 * n + 1, 2 * n + 2, n + 1, n + 7, n * 3 + 5, 0].map((page) => page % pages);
  const links = near.map((page) => `<li><a href="/${page}">Page number ${page}</a></li>`).join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page number ${n} of a large site</title>
<meta name="description" content="${SENTENCE} This is number ${n}."><meta name="viewport" content="width=device-width"></head>
<body><h1>Page ${n}</h1><ul>${links}</ul>${`<p>${SENTENCE.repeat(5)} ${n}</p>`.repeat(20)}</body></html>`;
};

/** A site of pages of about 9 KB, each with six links; `/0` leads to all of them. */
export const createLargeSite = (pages: number): LargeSite => {
  const visits = new Uint32Array(pages);
  const server = createServer((request, response) => {
    const n = Number(/^\/(\d+)$/.exec(request.url ?? '')?.[1] ?? Number.NaN);
    if (!(n < pages)) {
      response.writeHead(404).end();
      return;
    }
    visits[n] = (visits[n] ?? 0) + 1;
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageOf(n, pages));
  });
  return { server, visits };
};
