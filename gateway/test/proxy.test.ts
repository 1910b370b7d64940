import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { promisify } from 'node:util';

import { eventually } from '@platform/testing';
import request from 'supertest';

import type { WayName } from '../src/forwarding/target.ts';
import { bearer, startService } from './harness.ts';
import { readAll, useProxy } from './proxy-harness.ts';
import type { Answer } from './proxy-harness.ts';

describe.each<WayName>(['pooled', 'streaming'])('over the %s way', (way) => {
  const { testbed, key, service, gateway, upload, letGo } = useProxy(way);

  const MEGABYTE = 1024 * 1024;

  describe('streaming', () => {
    it('stops reading from the service when the client stops reading', async () => {
      let sent = 0;
      const endless = await startService((incoming, response) => {
        const isUnread = incoming.url === '/v1/tokens/unread';
        const write = (): void => {
          do if (isUnread) sent += 64 * 1024;
          while (response.write(Buffer.alloc(64 * 1024)));
          response.once('drain', write);
        };
        write();
      });
      const other = await testbed().gateway({
        targets: { analytics: endless.url, reports: endless.url, palette: endless.url },
      });
      const socket = connect(other.port, '127.0.0.1');
      socket.write(`GET /v1/tokens/unread HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key()}\r\n\r\n`);
      socket.pause();
      await eventually(() => {
        expect(sent).toBeGreaterThan(0);
      });
      // In the time in which a client that does read is sent three times as much.
      const outgoing = httpRequest(`${other.url}/v1/tokens/read`, { headers: bearer(key()), agent: false });
      const [response] = (await once(outgoing.end(), 'response')) as [IncomingMessage];
      let read = 0;
      for await (const chunk of response) if ((read += (chunk as Buffer).length) > 60 * MEGABYTE) break;
      outgoing.destroy();
      expect(sent).toBeLessThan(20 * MEGABYTE);
      socket.destroy();
      const connections = promisify(endless.server.getConnections.bind(endless.server));
      await eventually(async () => {
        expect(await connections()).toBe(0);
      });
      await endless.close();
    });

    it.each([true, false])('forwards an upload of 4 MB (announced: %s)', async (announced) => {
      const { status, body } = await upload('/api/v1/events', 64, announced);
      expect(status).toBe(200);
      expect(JSON.parse(body)).toMatchObject({ bytes: 4 * MEGABYTE });
    });

    it('forwards parts of an answer as they arrive', async () => {
      const outgoing = httpRequest(`${gateway().url}/api/v1/stats/1/stream`, { headers: bearer(key()) });
      outgoing.end();
      const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
      const [first] = (await once(response, 'data')) as [Buffer];
      expect(first.toString()).toBe('data: first\n\n');
      expect(response.complete).toBe(false);
      await letGo();
      const [last] = (await once(response, 'data')) as [Buffer];
      expect(last.toString()).toBe('data: last\n\n');
    });

    it('aborts the request to the service when the client disconnects', async () => {
      const outgoing = httpRequest(`${gateway().url}/v1/palettes/slow`, { headers: bearer(key()) });
      outgoing.on('error', () => undefined);
      outgoing.end();
      const arrived = service().seen.length;
      const closed = new Promise<void>((resolve) => {
        service().server.once('request', (incoming: IncomingMessage) =>
          incoming.once('close', () => {
            resolve();
          }),
        );
      });
      await eventually(() => {
        expect(service().seen.length).toBeGreaterThan(arrived);
      });
      outgoing.destroy();
      await closed;
    });
  });

  describe('the size of a body', () => {
    it.each([
      ['/v1/palettes/upload', true],
      ['/v1/palettes/upload', false],
      ['/api/v1/websites/upload', true],
      ['/api/v1/websites/upload', false],
    ])('over 100 KB is 413 in the dialect of the area: %s (announced: %s)', async (path, announced) => {
      const { status, body } = await upload(path, 16, announced);
      expect(status).toBe(413);
      const parsed = JSON.parse(body);
      if (path.startsWith('/v1')) expect(parsed.error.code).toBe('payload_too_large');
      else expect(parsed).toMatchObject({ status: 413 });
    });

    it.each([
      ['/v1/palettes/upload', 100],
      ['/v1/themes/upload', 8_192],
    ])('for %s may be %i KB and not a byte more', async (path, kilobytes) => {
      const post = (bytes: number) =>
        request(gateway().url).post(path).set(bearer(key())).type('json').send('x'.repeat(bytes));
      const { text } = await post(kilobytes * 1024).expect(200);
      expect(JSON.parse(text)).toMatchObject({ bytes: kilobytes * 1024 });
      await post(kilobytes * 1024 + 1).expect(413);
    });

    it('does not cost the connection: the next request on it is answered', async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const send = (bytes: number): Promise<Answer> =>
        new Promise((resolve, reject) => {
          const outgoing = httpRequest(
            `${gateway().url}/v1/palettes/upload`,
            { method: 'POST', agent, headers: { ...bearer(key()), 'transfer-encoding': 'chunked' } },
            (response) => {
              readAll(response).then(resolve, reject);
            },
          );
          outgoing.on('error', reject);
          outgoing.end(Buffer.alloc(bytes));
        });
      expect((await send(300_000)).status).toBe(413);
      expect((await send(1_000)).status).toBe(200);
      agent.destroy();
    });
  });

  describe("a service's answer", () => {
    it('arrives without headers about the service', async () => {
      const answer = await request(gateway().url).get('/r/headers').set('X-Request-Id', 'mine');
      expect(answer.status).toBe(207);
      for (const name of ['x-powered-by', 'server', 'x-hop', 'keep-alive']) {
        if (name === 'keep-alive') expect(answer.headers[name]).not.toBe('timeout=1');
        else expect(answer.headers[name]).toBeUndefined();
      }
      expect(answer.headers).toMatchObject({
        'x-request-id': 'mine',
        'cache-control': 'max-age=5',
        etag: '"e"',
        'retry-after': '7',
        'set-cookie': ['a=1', 'b=2'],
      });
      expect(answer.headers['ratelimit-policy']).toBeUndefined();
    });

    it('may be a redirect, which the client follows', async () => {
      const answer = await request(gateway().url).get('/r/redirect');
      expect(answer.status).toBe(302);
      expect(answer.headers['location']).toBe('/r/elsewhere');
    });

    it('keeps the connection open or closes it, as the client asked', async () => {
      const ask = (connection: string): Promise<string> =>
        new Promise((resolve) => {
          const socket = connect(gateway().port, '127.0.0.1');
          socket.once('data', (chunk: Buffer) => {
            resolve(/^connection: (.*)$/im.exec(chunk.toString())?.[1]?.trim() ?? '');
            socket.destroy();
          });
          socket.write(`GET /t.js HTTP/1.1\r\nHost: a\r\nConnection: ${connection}\r\n\r\n`);
        });
      expect(await ask('close')).toBe('close');
      expect(await ask('keep-alive')).toBe('keep-alive');
    });
  });
});
