import { once } from 'node:events';
import { request as send } from 'node:http';
import type { IncomingMessage } from 'node:http';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import request from 'supertest';

import { bearer, startService, startTestbed } from './harness.ts';
import type { FakeService, Testbed } from './harness.ts';

let bed: Testbed;
let palette: FakeService;
const clients: Client[] = [];

beforeAll(async () => {
  bed = await startTestbed();
  palette = await startService((incoming, response) => {
    const isKnown = incoming.url?.startsWith('/v1/contrast') === true;
    response.statusCode = isKnown ? 200 : 404;
    const refusal = {
      data: null,
      error: { code: 'not_found', message: 'The palette does not exist.', details: [] },
    };
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify(isKnown ? { data: { ratio: 21 }, meta: {} } : refusal));
  });
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  palette.seen.length = 0;
});
afterAll(async () => {
  await palette.close();
  await bed.close();
});

const targets = () => ({
  analytics: 'http://127.0.0.1:1',
  reports: 'http://127.0.0.1:1',
  palette: palette.url,
});

const connect = async (url: string, headers: Record<string, string>): Promise<Client> => {
  const client = new Client({ name: 'test', version: '1' });
  clients.push(client);
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } });
  await client.connect(transport);
  return client;
};

const contrast = (client: Client) =>
  client.callTool({ name: 'check_contrast', arguments: { foreground: '#000', background: '#fff' } });

const textOf = ({ content }: Awaited<ReturnType<typeof contrast>>): string =>
  (content as { text: string }[])[0]?.text ?? '';

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

const initialize = (url: string) =>
  request(url).post('/mcp').set('Accept', 'application/json, text/event-stream').send(INITIALIZE);

it('lists its tools, each with a description and a schema of its input', async () => {
  const { url } = await bed.gateway({ targets: targets() });
  const client = await connect(url, bearer((await bed.issue()).text));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).sort()).toEqual([
    'check_contrast',
    'create_palette',
    'current_visitors',
    'export_tokens',
    'list_websites',
    'query_statistics',
    'report_page',
    'show_report',
  ]);
  expect(tools.filter(({ description = '' }) => description.length < 20)).toEqual([]);
});

it('sends a request with the key of the client for each call', async () => {
  const { url } = await bed.gateway({ targets: targets() });
  const { key, text } = await bed.issue({ scopes: ['palettes:read'] });
  const answer = await contrast(await connect(url, bearer(text)));
  expect(JSON.parse(textOf(answer))).toEqual({ ratio: 21 });
  const [seen] = palette.seen;
  expect(seen?.url).toBe('/v1/contrast?foreground=%23000&background=%23fff');
  expect(seen?.headers.authorization).toBeUndefined();
  const verifier = await bed.verifier('palette');
  const caller = await verifier.verify(String(seen?.headers['x-identity']));
  expect(caller).toMatchObject({ keyId: key.id, scopes: ['palettes:read'] });
});

it('gives refusals of the platform to the assistant as text', async () => {
  const { url } = await bed.gateway({ targets: targets() });
  const client = await connect(url, bearer((await bed.issue()).text));
  const answer = await client.callTool({
    name: 'export_tokens',
    arguments: { palette_id: 'x', format: 'css' },
  });
  expect([answer.isError, textOf(answer as never)]).toEqual([true, '404: The palette does not exist. []']);
});

it('refuses arguments that a tool does not take, without a request', async () => {
  const { url } = await bed.gateway({ targets: targets() });
  const client = await connect(url, bearer((await bed.issue()).text));
  const answer = await client.callTool({ name: 'check_contrast', arguments: { foreground: 1 } });
  expect(answer.isError).toBe(true);
  expect(palette.seen).toEqual([]);
});

it.each([{}, bearer('dak_wrong'), { Authorization: 'Basic eDp5' }])(
  'refuses %j with 401',
  async (headers) => {
    const { url } = await bed.gateway({ targets: targets() });
    await expect(connect(url, headers)).rejects.toMatchObject({ code: 401 });
  },
);

it('counts its own requests and those of its tools under the limit of the key', async () => {
  const { url } = await bed.gateway({ targets: targets(), limitPerMinute: 10 });
  const client = await connect(url, bearer((await bed.issue()).text));
  const outcomes: string[] = [];
  for (let call = 0; call < 10; call += 1)
    outcomes.push(
      await contrast(client).then(
        (answer) => (answer.isError === true ? textOf(answer).slice(0, 3) : 'ok'),
        (error: unknown) => String((error as { code: number }).code),
      ),
    );
  // Each call costs two requests: its own and the one that it makes.
  expect(outcomes.filter((outcome) => outcome === 'ok').length).toBeLessThanOrEqual(4);
  expect(outcomes.filter((outcome) => outcome === 'ok').length).toBeGreaterThanOrEqual(2);
  expect(outcomes.at(-1)).toBe('429');
});

it.each(['https://evil.example', 'null', 'http://localhost:8081'])('refuses pages of %s', async (origin) => {
  const { url } = await bed.gateway({ targets: targets() });
  const { text } = await bed.issue();
  const { status } = await initialize(url).set(bearer(text)).set('Origin', origin);
  expect(status).toBe(403);
});

it.each(['http://localhost:8080', 'https://assistant.example'])('serves pages of %s', async (origin) => {
  const { url } = await bed.gateway({ targets: targets(), corsOrigins: ['https://assistant.example'] });
  const { text } = await bed.issue();
  const { status, body } = await initialize(url).set(bearer(text)).set('Origin', origin);
  expect([status, body.result.serverInfo.name]).toEqual([200, 'design-and-analytics']);
});

it('makes its calls from the address of the client, which nobody else can claim', async () => {
  const { url } = await bed.gateway({ targets: targets(), trustProxy: 1 });
  const { text } = await bed.issue({ allowedAddresses: ['203.0.113.9'] });
  const headers = { ...bearer(text), 'X-Forwarded-For': '203.0.113.9' };
  const answer = await contrast(await connect(url, headers));
  expect(answer.isError).toBeFalsy();
  expect(palette.seen[0]?.headers['x-forwarded-for']).toBe('203.0.113.9');
  const claimed = await request(url).get('/v1/contrast').set(bearer(text)).set('X-Own-Call', '203.0.113.9');
  expect(claimed.status).toBe(403);
});

it.each(['*/*', 'application/json', 'application/*, text/html', '', 'text/event-stream, application/json'])(
  'answers a client that accepts %j',
  async (accept) => {
    const { url } = await bed.gateway({ targets: targets() });
    const { text } = await bed.issue();
    const answer = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        ...bearer(text),
        'Content-Type': 'application/json',
        ...(accept === '' ? {} : { Accept: accept }),
      },
      body: JSON.stringify(INITIALIZE),
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('json'),
    ]);
  },
);

it('answers a client that sends no Accept at all', async () => {
  const { port } = await bed.gateway({ targets: targets() });
  const { text } = await bed.issue();
  const body = JSON.stringify(INITIALIZE);
  const sent = send({
    port,
    path: '/mcp',
    method: 'POST',
    headers: { ...bearer(text), 'Content-Type': 'application/json' },
  });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  expect(answer.statusCode).toBe(200);
});

it('knows POST only, and answers unreadable bodies with 400', async () => {
  const { url } = await bed.gateway({ targets: targets() });
  const { text } = await bed.issue();
  const got = await request(url).get('/mcp').set(bearer(text));
  expect([got.status, got.headers['allow']]).toEqual([405, 'POST']);
  const unreadable = await request(url).post('/mcp').set(bearer(text)).type('json').send('{"a":');
  expect(unreadable.status).toBe(400);
});
