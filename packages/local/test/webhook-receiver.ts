import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { eventually } from '@platform/testing';

import type { Platform } from '../src/index.ts';

export interface Received {
  type: string;
  data: Record<string, unknown>;
}

/** Reports can be made of it. */
const PAGE = '<!doctype html><html lang="en"><title>A page to report on</title><h1>Hello</h1></html>';

/** A program of a customer that takes webhooks, and has a page. */
export interface WebhookReceiver {
  url: string;
  /** Waits for the first event of a type. */
  event(type: string): Promise<Received>;
  /** Events of a type so far. */
  count(type: string): number;
  close(): void;
}

/** Alerts are looked at once a minute, and a busy machine is slow. */
const PATIENCE_MILLISECONDS = 150_000;

export const startWebhookReceiver = async (): Promise<WebhookReceiver> => {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    if (request.method !== 'POST') {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(PAGE);
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push(JSON.parse(Buffer.concat(chunks).toString()) as Received);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const of = (type: string): Received[] => received.filter((event) => event.type === type);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    event: (type) =>
      eventually(() => {
        const [first] = of(type);
        if (first === undefined) throw new Error(`No ${type} among ${JSON.stringify(received)}`);
        return first;
      }, PATIENCE_MILLISECONDS),
    count: (type) => of(type).length,
    close: () => server.close(),
  };
};

/** Sends JSON to the platform and gives `data` of its answer. */
export const post = async (
  { url, key }: Pick<Platform, 'url' | 'key'>,
  path: string,
  body: object,
): Promise<Record<string, unknown>> => {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const json = (await answer.json()) as { data: Record<string, unknown> };
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(json)}`);
  return json.data;
};
