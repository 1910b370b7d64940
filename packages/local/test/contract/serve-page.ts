import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A small page to report on. */
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page that the contract suite reports on</title>
<meta name="viewport" content="width=device-width"><meta name="description" content="${'words '.repeat(20)}"><style>:root { --brand: #3366cc }</style></head>
<body><h1>Hello</h1><p>${'Some words to read. '.repeat(100)}</p></body></html>`;

/** A PNG of 16 × 16 pixels, red and blue. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAGklEQVR42mO4o6aGFakmv8aKGEY1jGoYvhoAAuNNkK/q4JwAAAAASUVORK5CYII=';

/**
 * Serves the page on a free port.
 * @param name of this machine in the page's address, if it isn't the address it is served on
 */
export const servePage = async (
  address = '127.0.0.1',
  name = address,
): Promise<{ page: string; close: () => void }> => {
  const server = createServer((request, response) => {
    if (request.url === '/page.png') {
      response.writeHead(200, { 'Content-Type': 'image/png' }).end(Buffer.from(PICTURE, 'base64'));
      return;
    }
    const found = request.url === '/' || request.url?.startsWith('/page') === true;
    response
      .writeHead(found ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8' })
      .end(found ? PAGE : 'no');
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    page: `http://${name}:${port}/page`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
};
