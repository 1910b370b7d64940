import { createServer } from 'node:http';
import type { Server } from 'node:http';

const PICTURE = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';

/** A kilobyte or two with a style, a script that builds elements, and a picture. */
const pageOf = (address: string): string => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>A small page</title><meta name="viewport" content="width=device-width"><style>p { color: #222 }</style></head>
<body><main><h1>Small</h1><p>${address.replaceAll(/[^\w/?=]/g, '')}</p><img src="${PICTURE}" alt=""><ul></ul></main>
<script>for (let n = 0; n < 100; n += 1) {
  const item = document.createElement('li');
  item.textContent = 'Item ' + n;
  document.querySelector('ul').append(item);
}</script></body></html>`;

/**
 * Serves one small page at `/`, whatever the query: on slow 4G, a larger one would spend most of its
 * time on the way.
 */
export const createSmallSite = (): Server =>
  createServer((request, response) => {
    const address = request.url ?? '/';
    if (!address.startsWith('/?')) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageOf(address));
  });
