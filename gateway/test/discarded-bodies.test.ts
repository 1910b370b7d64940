import { connect } from 'node:net';

import { bearer, startService, startTestbed } from './harness.ts';
import type { FakeService, Gateway, Testbed } from './harness.ts';

let testbed: Testbed;
let service: FakeService;
let gateway: Gateway;
let key: string;

beforeAll(async () => {
  testbed = await startTestbed();
  // Answers at once, and reads whatever comes.
  service = await startService((request, response) => {
    request.resume();
    response.end('{}');
  });
  gateway = await testbed.gateway({ targets: { palette: service.url }, limitPerMinute: 600 });
  key = (await testbed.issue()).text;
});

afterAll(async () => {
  await testbed.close();
  await service.close();
});

const MEGABYTE = 1024 ** 2;
const PIECE = Buffer.alloc(64 * 1024, 'x');

/** Sends a body as fast as it is taken. Returns the status, and how many bytes went away until the end. */
const flood = (path: string, length: number | 'chunked', token = key) =>
  new Promise<{ status: number; bytes: number }>((resolve) => {
    const socket = connect(gateway.port, '127.0.0.1');
    let [bytes, answer] = [0, ''];
    const isChunked = length === 'chunked';
    const piece = isChunked
      ? Buffer.concat([Buffer.from(`${PIECE.length.toString(16)}\r\n`), PIECE, Buffer.from('\r\n')])
      : PIECE;
    const write = (): void => {
      while (!socket.destroyed && (isChunked || bytes < length)) {
        bytes += piece.length;
        if (!socket.write(piece)) {
          socket.once('drain', write);
          return;
        }
      }
    };
    socket.on('data', (data) => (answer += data.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      resolve({ status: Number(answer.slice(9, 12)), bytes });
    });
    const size = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n${size}\r\n\r\n`,
    );
    write();
  });

it.each([
  ['the gateway itself', '/v1/keys', 4_096 * MEGABYTE, 413],
  ['a service', '/v1/themes', 4_096 * MEGABYTE, 413],
  ['anybody with a wrong key', '/v1/palettes', 4_096 * MEGABYTE, 401],
])('a body of gigabytes for %s is refused, and little of it is read', async (_who, path, length, status) => {
  const found = await flood(path, length, status === 401 ? 'dak_wrong' : key);
  expect(found.status).toBe(status);
  expect(found.bytes).toBeLessThan(100 * MEGABYTE);
});

it('an endless body for the gateway itself is cut off', async () => {
  const found = await flood('/v1/keys', 'chunked');
  expect(found.bytes).toBeLessThan(500 * MEGABYTE);
});

it('a client over its limit reads so, whatever it sends, and goes on with the connection', async () => {
  const { text } = await testbed.issue({ rateLimit: 1 });
  const body = 'x'.repeat(3 * MEGABYTE);
  const statuses: number[] = [];
  for (let time = 0; time < 4; time += 1) {
    const answer = await fetch(`${gateway.url}/v1/tokens/import`, {
      method: 'POST',
      headers: { ...bearer(text), 'content-type': 'application/json' },
      body,
    });
    await answer.arrayBuffer();
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([200, 429, 429, 429]);
});
