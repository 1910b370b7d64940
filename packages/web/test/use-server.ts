import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on a free port for the tests of a suite, such as the site that a report is about. */
export const useServer = (listener: RequestListener): { readonly url: string } => {
  const server = createServer(listener);
  beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    get url() {
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    },
  };
};

/** A site of one page. */
export const useSite = (body = '<title>A shop</title><h1>Shop</h1>'): { readonly url: string } =>
  useServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end(`<!doctype html>${body}`);
  });
