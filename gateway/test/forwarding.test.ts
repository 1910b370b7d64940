import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

import { eventually } from '@platform/testing';

import type { WayName } from '../src/forwarding/target.ts';
import { startTestbed } from './harness.ts';
import type { Gateway, Testbed } from './harness.ts';

let testbed: Testbed;
let key: string;

/**
 * The service's next answer, byte for byte, sent once it has received as much of the request as
 * `after` says. `cut` closes the connection.
 */
let script: { text: string; cut?: boolean; after?: string };
let asked: string[];
let service: Server;
let url: string;
const sockets = new Set<Socket>();

beforeAll(async () => {
  testbed = await startTestbed();
  key = (await testbed.issue()).text;
  service = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      asked.push(chunk.toString('latin1'));
      if (script.after !== undefined && !asked.join('').endsWith(script.after)) return;
      if (script.cut) socket.end(script.text, 'latin1');
      else socket.write(script.text, 'latin1');
    });
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});

afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  service.close();
  await testbed.close();
});

beforeEach(() => {
  asked = [];
});

/** Sends bytes on one connection and collects what comes back until `enough` of it has. */
const exchange = async (gateway: Gateway, text: string, enough: (answer: string) => boolean) => {
  const socket = connect(gateway.port, '127.0.0.1');
  let answer = '';
  let isClosed = false;
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
  socket.on('close', () => (isClosed = true));
  socket.write(text, 'latin1');
  await eventually(() => {
    if (!isClosed && !enough(answer)) throw new Error(`so far: ${answer}`);
  });
  socket.destroy();
  return answer;
};

const head = (method: string, more = ''): string =>
  `${method} /v1/palettes HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n${more}\r\n`;

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const endsWith =
  (text: string) =>
  (answer: string): boolean =>
    answer.endsWith(text);

describe.each<WayName>(['pooled', 'streaming'])('over the %s way', (way) => {
  let gateway: Gateway;

  beforeAll(async () => {
    gateway = await testbed.gateway({ way, targets: { analytics: url, reports: url, palette: url } });
  });

  it('interim answers stay here and the final one is passed on', async () => {
    script = { text: `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${ok}` };
    const answer = await exchange(gateway, head('GET'), endsWith('ok'));
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(answer).not.toMatch(/Early|Link/i);
  });

  it('a 100 Continue that nobody asked for is passed over, or refused by its reason', async () => {
    script = { text: `HTTP/1.1 100 Continue\r\n\r\n${ok}` };
    for (const more of ['', 'Content-Length: 0\r\n']) {
      const isWhole = (answer: string): boolean => /\r\n\r\n(ok|\{.*\})$/s.test(answer);
      const answer = await exchange(gateway, head(more === '' ? 'GET' : 'POST', more), isWhole);
      expect(answer).not.toContain('100 Continue');
      expect(answer).toMatch(
        way === 'streaming' ? /^HTTP\/1\.1 200 / : /^HTTP\/1\.1 502 [^]*an answer that HTTP doesn't allow/,
      );
    }
  });

  it('an answer without a body ends with its head', async () => {
    for (const [method, start] of [
      ['HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 12\r\nETag: "e"\r\n\r\n'],
      ['GET', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 12\r\nETag: "e"\r\n\r\n'],
      ['DELETE', 'HTTP/1.1 204 No Content\r\nETag: "e"\r\n\r\n'],
    ] as const) {
      script = { text: start };
      const answer = await exchange(gateway, head(method), (text) => text.includes('\r\n\r\n'));
      expect(answer).toMatch(new RegExp(`^${start.split('\r\n')[0]}`));
      expect(answer).toMatch(/^etag: "e"\r$/im);
      expect(answer).toMatch(/\r\n\r\n$/);
    }
  });

  it('two answers on one connection stay apart', async () => {
    script = {
      text: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX-T: 1\r\n\r\n',
    };
    const both = (answer: string): boolean =>
      answer.split('HTTP/1.1 200').length === 3 && /0\r\n\r\n$/.test(answer);
    const answer = await exchange(gateway, head('GET') + head('GET'), both);
    expect(answer.match(/hello/g)).toHaveLength(2);
    expect(answer).not.toMatch(/X-T/i);
  });

  it.each([
    ['a length twice', 'Content-Length: 2\r\nContent-Length: 3\r\n\r\nok!'],
    ['a length and chunks', 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n'],
    ['a header without a name', ': x\r\nContent-Length: 2\r\n\r\nok'],
    ['a control character in a header', 'X-A: a\x01b\r\nContent-Length: 2\r\n\r\nok'],
  ])('an answer with %s is 502', async (_what, rest) => {
    script = { text: `HTTP/1.1 200 OK\r\n${rest}`, cut: true };
    const answer = await exchange(gateway, head('POST', 'Content-Length: 0\r\n'), endsWith('}'));
    expect(answer).toMatch(/^HTTP\/1\.1 502 /);
  });

  it('an answer that is cut off is cut off for the client, and its connection is not used again', async () => {
    script = { text: 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this', cut: true };
    const answer = await exchange(gateway, head('GET') + head('GET'), () => false);
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
    script = { text: ok };
    expect(await exchange(gateway, head('GET'), endsWith('ok'))).toMatch(/^HTTP\/1\.1 200/);
  });

  it('what the service says about origins counts, and what it varies by is kept', async () => {
    const more = 'Access-Control-Allow-Origin: https://a.example\r\nVary: Accept\r\n';
    script = { text: `HTTP/1.1 200 OK\r\n${more}Content-Length: 2\r\n\r\nok` };
    const narrow = await testbed.gateway({
      way,
      corsOrigins: ['https://b.example'],
      targets: { analytics: url, reports: url, palette: url },
    });
    const answer = await exchange(narrow, head('GET', 'Origin: https://b.example\r\n'), endsWith('ok'));
    expect(answer.match(/access-control-allow-origin: .*/gi)).toEqual([
      expect.stringContaining('https://a.example'),
    ]);
    expect(answer.match(/^vary: .*$/gim)).toEqual([expect.stringMatching(/Origin, Accept/)]);
  });

  it('a client that waits for 100 Continue gets it', async () => {
    script = { text: ok };
    const start = head(
      'POST',
      'Content-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n',
    );
    const socket = connect(gateway.port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString();
      if (answer.endsWith('Continue\r\n\r\n')) socket.write('{}');
    });
    socket.write(start);
    await eventually(() => {
      expect(answer).toMatch(/200 OK[^]*ok$/);
    });
    socket.destroy();
    expect(asked.join('')).not.toMatch(/expect/i);
  });

  it('headers of the connection and of the gateway do not reach the service', async () => {
    script = { text: ok };
    const forged =
      'X-Identity: forged\r\nX-Quota-Exhausted: all\r\nX-Timeout-Ms: 1\r\nX-Forwarded-Host: evil\r\n';
    const connection = 'Connection: keep-alive, x-hop\r\nX-Hop: 1\r\nTE: trailers\r\nUpgrade: h2c\r\n';
    await exchange(gateway, head('GET', forged + connection), endsWith('ok'));
    const sent = asked.join('');
    expect(sent).not.toMatch(/forged|x-hop|^te:|upgrade|evil|quota|authorization/im);
    expect(sent.match(/^x-timeout-ms: .*$/gim)).toHaveLength(1);
    expect(sent.toLowerCase().match(/^host: .*$/gm)).toEqual([`host: ${new URL(url).host}`]);
  });

  it('a small body arrives whole with its length, however it was cut into pieces', async () => {
    const body = '{"name":"a"}';
    script = { text: ok, after: body };
    const socket = connect(gateway.port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.write(head('POST', `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`));
    for (const letter of body) {
      socket.write(letter);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await eventually(() => {
      expect(answer).toMatch(/200 OK/);
    });
    socket.destroy();
    const sent = asked.join('');
    expect(sent.match(/content-length: (\d+)/i)?.[1]).toBe(String(body.length));
    expect(sent.endsWith(body)).toBe(true);
  });

  it('the next request on a connection is answered after one that failed', async () => {
    script = { text: 'nonsense\r\n\r\n', cut: true };
    const socket = connect(gateway.port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.write(head('POST', 'Content-Length: 2\r\n') + '{}');
    await eventually(() => {
      expect(answer).toMatch(/502 Bad Gateway[^]*}$/);
    });
    script = { text: ok };
    socket.write(head('GET'));
    await eventually(() => {
      expect(answer).toMatch(/200 OK[^]*ok$/);
    });
    socket.destroy();
  });
});
