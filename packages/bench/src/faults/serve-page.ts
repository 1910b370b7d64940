import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

const PAGE = `<!doctype html><html lang="en"><head><title>A page to report on</title></head>
<body><h1>Hello</h1><p>${'Some words to read. '.repeat(50)}</p></body></html>`;

/** A customer's machine. */
export interface Customer {
  /** A small page, to be reported on. */
  page: string;
  /** Takes webhooks. */
  hook: string;
  /** Ids of the reports that webhooks have told of. */
  told: ReadonlySet<string>;
  close: () => void;
}

/** The id of the record that a webhook tells of. */
const readId = async (request: IncomingMessage): Promise<string> => {
  const { data } = (await json(request)) as { data?: { id?: unknown } };
  return String(data?.id);
};

/** Serves a page and takes webhooks on this machine. */
export const servePage = async (): Promise<Customer> => {
  const told = new Set<string>();
  const server = createServer((request, response) => {
    if (request.method !== 'POST') {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(PAGE);
      return;
    }
    readId(request).then(
      (id) => {
        told.add(id);
        response.writeHead(204).end();
      },
      // Cut off by a fault: it is sent again.
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    page: `${origin}/page`,
    hook: `${origin}/hook`,
    told,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
};
