import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A message that arrived. */
export interface Received {
  headers: Record<string, string>;
  body: string;
}

export interface Receiver {
  url: string;
  received: Received[];
  /** Sets its next answer, and what it does before. */
  answerWith(status: number, before?: () => void): void;
  close(): Promise<void>;
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** A server that webhooks are sent to; it answers 204 unless told otherwise. */
export const startReceiver = async (): Promise<Receiver> => {
  const received: Received[] = [];
  let status = 204;
  let act: () => void = () => undefined;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: headersOf(request), body });
      act();
      response.statusCode = status;
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answerWith(next, before = () => undefined) {
      status = next;
      act = before;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
};

export interface OutboxEntry {
  id: string;
  organisation: string;
}

export interface OutboxService {
  url: string;
  add(event: OutboxEntry): void;
  /** Lists what hasn't been taken. */
  left(): string[];
  /** Called with the path of each request before it is answered. */
  onRequest(act: (path: string) => void): void;
  close(): Promise<void>;
}

/** A service with events of these organisations in its outbox. */
export const startOutbox = async (events: OutboxEntry[]): Promise<OutboxService> => {
  const eventOf = (event: OutboxEntry) => ({
    ...event,
    type: 'report.generated',
    occurred_at: new Date().toISOString(),
    data: { id: 7 },
  });
  let left = events.map(eventOf);
  let act: (path: string) => void = () => undefined;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      act((request.url ?? '').split('?')[0] ?? '');
      if (request.method === 'POST') {
        const { ids } = JSON.parse(body) as { ids: string[] };
        left = left.filter(({ id }) => !ids.includes(id));
        response.writeHead(204).end();
      } else
        response
          .setHeader('Content-Type', 'application/json')
          .end(JSON.stringify({ events: left.slice(0, 100) }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add(event) {
      left.push(eventOf(event));
    },
    left: () => left.map(({ id }) => id),
    onRequest(next) {
      act = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
};
