import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const PAGE = `<!doctype html><html lang="en"><head><title>A page to report on</title></head>
<body><h1>Hello</h1><p>${'Some words to read. '.repeat(50)}</p></body></html>`;

/** Serves a small page on this machine, to be reported on. */
export const servePage = async (): Promise<{ page: string; close: () => void }> => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    page: `http://127.0.0.1:${(server.address() as AddressInfo).port}/page`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
};
