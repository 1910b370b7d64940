import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';

import { eventually } from '@platform/testing';

import type { WayName } from '../src/forwarding/target.ts';
import { bearer, startTestbed, startService } from './harness.ts';
import type { FakeService, Gateway, Testbed } from './harness.ts';

/** Answers that have begun, and what makes them go on. */
type Held = (() => void)[];

/** A service that misbehaves as its path says. */
const behave = (held: Held, incoming: IncomingMessage, response: ServerResponse): void => {
  const url = new URL(incoming.url ?? '/', 'http://x');
  switch (url.pathname.split('/').at(-1)) {
    case 'upload':
    case 'events': {
      const hash = createHash('sha256');
      let bytes = 0;
      incoming.on('data', (chunk: Buffer) => {
        hash.update(chunk);
        bytes += chunk.length;
      });
      incoming.on('end', () => response.end(JSON.stringify({ bytes, sha256: hash.digest('hex') })));
      return;
    }
    case 'stream': {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: first\n\n');
      held.push(() => response.end('data: last\n\n'));
      return;
    }
    case 'slow':
      return;
    case 'break':
      incoming.socket.destroy();
      return;
    case 'break-later':
      response.writeHead(200, { 'content-length': 1000 });
      response.write('half');
      held.push(() => incoming.socket.destroy());
      return;
    case 'headers':
      response.writeHead(207, 'Odd', {
        'X-Powered-By': 'PHP',
        Server: 'secret/1.0',
        'X-Request-Id': 'not-yours',
        'RateLimit-Policy': '"x";q=1;w=1',
        Connection: 'close, X-Hop',
        'X-Hop': '1',
        'Keep-Alive': 'timeout=1',
        'Set-Cookie': ['a=1', 'b=2'],
        'Cache-Control': 'max-age=5',
        ETag: '"e"',
        'Retry-After': '7',
      });
      response.end('{}');
      return;
    case 'redirect':
      response.writeHead(302, { location: '/r/elsewhere' }).end();
      return;
    default:
      response.setHeader('content-type', 'application/json').end('{"ok":true}');
  }
};

export interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

export const readAll = async (response: IncomingMessage): Promise<Answer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: Buffer.concat(chunks).toString(),
  };
};

/**
 * A gateway in front of a service that misbehaves as its path says, for the suite that calls this.
 * @param way how requests are sent, in this gateway and all others of the suite
 */
export const useProxy = (way: WayName) => {
  let testbed: Testbed;
  let key: string;
  let service: FakeService;
  let gateway: Gateway;
  const held: Held = [];

  beforeAll(async () => {
    const plain = await startTestbed();
    testbed = { ...plain, gateway: (overrides) => plain.gateway({ way, ...overrides }) };
    service = await startService((incoming, response) => {
      behave(held, incoming, response);
    });
    gateway = await testbed.gateway({
      targets: { analytics: service.url, reports: service.url, palette: service.url },
    });
    key = (await testbed.issue()).text;
  });

  afterAll(async () => {
    await testbed.close();
    await service.close();
  });

  /** An upload of `blocks` × 64 KB; chunked unless `announced`. */
  const upload = async (path: string, blocks: number, announced = false): Promise<Answer> => {
    const block = randomBytes(64 * 1024);
    const headers: Record<string, string> = { ...bearer(key), 'content-type': 'application/json' };
    if (announced) headers['content-length'] = String(blocks * block.length);
    const outgoing = httpRequest(`${gateway.url}${path}`, { method: 'POST', headers, agent: false });
    const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
    const refusal = new AbortController();
    outgoing.on('error', () => undefined);
    void answered.then(
      () => {
        refusal.abort();
      },
      () => undefined,
    );
    for (let index = 0; index < blocks && !refusal.signal.aborted; index += 1)
      if (!outgoing.write(block)) await Promise.race([once(outgoing, 'drain'), answered]);
    outgoing.end();
    const [response] = await answered;
    return readAll(response);
  };

  /** Lets the answers go on that have begun: once there is one, as the service may not have the request yet. */
  const letGo = (): Promise<void> =>
    eventually(() => {
      expect(held).not.toEqual([]);
      for (const go of held.splice(0)) go();
    });

  return {
    testbed: () => testbed,
    key: () => key,
    service: () => service,
    gateway: () => gateway,
    upload,
    letGo,
  };
};
