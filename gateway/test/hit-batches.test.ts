import type { IncomingMessage, ServerResponse } from 'node:http';

import type { PassedHit } from '@platform/http';
import { IDENTITY_HEADER } from '@platform/identity';
import { eventually } from '@platform/testing';

import { bearer, startService, startTestbed } from './harness.ts';
import type { FakeService, Gateway, Testbed } from './harness.ts';

let testbed: Testbed;
let service: FakeService;
let gateway: Gateway;
/** The batches that the service was passed. */
let batches: PassedHit[][];
/** The service's reaction to a batch. */
let onBatch: (hits: readonly PassedHit[], response: ServerResponse) => void;

const readText = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
};

/** Answers the hit whose body is `503` with 503, and all others with 204; the last one first. */
const answerEach = (hits: readonly PassedHit[], response: ServerResponse): void => {
  response.writeHead(200, { 'Content-Type': 'application/jsonl', 'Cache-Control': 'no-store' });
  hits
    .map(({ body }, place) =>
      body === '503' ? [place, 503, { 'Retry-After': '2' }, 'body of 503'] : [place, 204],
    )
    .toReversed()
    .forEach((verdict) => response.write(`${JSON.stringify(verdict)}\n`));
  response.end();
};

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const text = await readText(request);
  if (request.url !== '/hits') {
    response.writeHead(204, { 'X-Pass-Hits': '/hits' }).end();
    return;
  }
  const hits = JSON.parse(text) as PassedHit[];
  batches.push(hits);
  onBatch(hits, response);
};

const send = (body: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${gateway.url}/collect`, { method: 'POST', body, headers });

const sendMany = (count: number): Promise<Response[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => send(String(index))));

beforeAll(async () => {
  testbed = await startTestbed();
});

beforeEach(async () => {
  batches = [];
  onBatch = answerEach;
  service = await startService((request, response) => void answer(request, response));
  const { url } = service;
  gateway = await testbed.gateway({ targets: { analytics: url, reports: url, palette: url } });
  // From its answer, the gateway learns that the service takes many at once.
  const first = await send('first');
  expect([first.status, first.headers.get('x-pass-hits')]).toEqual([204, null]);
});

afterEach(async () => {
  await gateway.close();
  await service.close();
});

afterAll(() => testbed.close());

describe('hits that arrive together', () => {
  it('are passed on in fewer requests, and each is answered', async () => {
    const answers = await sendMany(40);
    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(204));
    expect(batches.length).toBeLessThan(40);
    const bodies = batches.flatMap((hits) => hits.map(({ body }) => Number(body)));
    expect(bodies.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index));
  });

  it('get their own verdicts, with headers and body', async () => {
    const [fine, refused] = await Promise.all([send('1', { 'X-Request-Id': 'one' }), send('503')]);
    expect([fine.status, fine.headers.get('cache-control'), fine.headers.get('x-request-id')]).toEqual([
      204,
      'no-store',
      'one',
    ]);
    expect([refused.status, refused.headers.get('retry-after'), await refused.text()]).toEqual([
      503,
      '2',
      'body of 503',
    ]);
  });

  it('carry what the service reads of them, the address that is vouched for, and no credentials', async () => {
    const { text } = await testbed.issue();
    await send('1', {
      'User-Agent': 'Browser/1',
      'X-Forwarded-For': '203.0.113.9',
      Cookie: 'a=1',
      'X-Request-Id': 'one',
      ...bearer(text),
    });
    const { headers } = batches[0]?.[0] ?? { headers: {} };
    expect(headers).toMatchObject({
      'user-agent': 'Browser/1',
      'x-forwarded-for': '127.0.0.1',
      'x-request-id': 'one',
      'x-timeout-ms': '5000',
    });
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['cookie']));
    expect(JSON.stringify(batches)).not.toContain(text);
  });

  it('come with an identity of the gateway’s own, whose scope no key has', async () => {
    await send('1');
    const verifier = await testbed.verifier('analytics');
    const passed = service.seen.find(({ url }) => url === '/hits');
    const caller = await verifier.verify(String(passed?.headers[IDENTITY_HEADER]));
    expect(caller).toMatchObject({ keyId: 'gateway', scopes: ['hits:pass'] });
  });

  it('are sent one by one to a service that takes no batches any more', async () => {
    onBatch = (_hits, response) => response.writeHead(404).end('{}');
    const answers = await sendMany(10);
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(204));
    const tried = batches.length;
    await sendMany(10);
    expect(batches.length).toBe(tried);
  });

  it('are lost with a 502 where the service breaks off, but those that it had answered', async () => {
    const breakOff: (() => void)[] = [];
    onBatch = (hits, response) => {
      response.writeHead(200, { 'Content-Type': 'application/jsonl' });
      const first = hits.findIndex(({ body }) => body === '0');
      response.write(first === -1 ? '' : `${JSON.stringify([first, 204])}\n`);
      breakOff.push(() => response.destroy());
    };
    const [first, ...others] = ['0', '1', '2'].map((body) => send(body));
    expect((await first)?.status).toBe(204);
    // They may be in the batch of the first, or in another.
    const ended = Promise.all(others).then((answers) => answers.map(({ status }) => status));
    await eventually(() => {
      expect(batches.flat()).toHaveLength(3);
    });
    for (const go of breakOff) go();
    expect(await ended).toEqual([502, 502]);
  });
});

describe('the path of batches', () => {
  it('is not routed from outside', async () => {
    const answered = await fetch(`${gateway.url}/hits`, { method: 'POST', body: '[]' });
    expect(answered.status).toBe(404);
  });
});
