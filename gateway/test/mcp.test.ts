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

const named = (things: readonly { name: string }[]): string[] => things.map(({ name }) => name).sort();

it('lists its tools, each with a description and a schema of its input', async () => {
  const { url } = await bed.gateway({ targets: targets() });
  const client = await connect(url, bearer((await bed.issue()).text));
  const { tools } = await client.listTools();
  expect(named(tools)).toEqual([
    'check_contrast',
    'crawl_site',
    'create_funnel',
    'create_goal',
    'create_palette',
    'create_theme',
    'create_website',
    'current_visitors',
    'export_tokens',
    'list_exports',
    'list_funnels',
    'list_goals',
    'list_palettes',
    'list_reports',
    'list_sites',
    'list_themes',
    'list_websites',
    'preview_deletion',
    'query_statistics',
    'report_page',
    'show_palette',
    'show_report',
    'show_site',
    'show_theme',
    'show_usage',
    'show_website',
  ]);
  expect(tools.filter(({ description = '' }) => description.length < 20)).toEqual([]);
  // Read by assistants before they do anything.
  expect(JSON.stringify(tools).length).toBeLessThan(16_000);
});

it('offers only what the scopes of the key allow, and names the scope that a call lacks', async () => {
  const { url } = await bed.gateway({ targets: targets() });
  const { text } = await bed.issue({ scopes: ['stats:read', 'palettes:write'] });
  const client = await connect(url, bearer(text));
  expect(named((await client.listTools()).tools)).toEqual([
    'check_contrast',
    'create_palette',
    'current_visitors',
    'list_funnels',
    'list_goals',
    'list_palettes',
    'list_themes',
    'query_statistics',
    'show_palette',
    'show_theme',
  ]);
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(named(resourceTemplates)).toEqual(['palette', 'theme']);
  expect((await client.listPrompts()).prompts).toEqual([]);
  const refused = await client.callTool({ name: 'list_websites', arguments: {} });
  expect([refused.isError, textOf(refused as never)]).toEqual([
    true,
    '403: The key lacks the scope websites:read.',
  ]);
  expect(palette.seen).toEqual([]);
  await expect(client.readResource({ uri: 'platform://websites/7' })).rejects.toMatchObject({
    code: -32_002,
  });
});

it('reads the documentation and records by address, and words tasks', async () => {
  const { url } = await bed.gateway({ targets: targets() });
  const client = await connect(url, bearer((await bed.issue()).text));
  const { resources } = await client.listResources();
  expect(named(resources)).toEqual(expect.arrayContaining(['errors.md', 'settings.md']));
  const guide = await client.readResource({ uri: 'platform://docs/errors.md' });
  expect(guide.contents).toEqual([
    { uri: 'platform://docs/errors.md', mimeType: 'text/markdown', text: expect.stringMatching(/^# /) },
  ]);
  const missing = client.readResource({ uri: 'platform://palettes/pal_x' });
  await expect(missing).rejects.toMatchObject({
    code: -32_002,
    message: expect.stringContaining('does not exist'),
  });
  expect(named((await client.listPrompts()).prompts)).toContain('improve_page');
  const prompt = await client.getPrompt({ name: 'improve_page', arguments: { url: 'https://a.example/' } });
  expect(JSON.stringify(prompt.messages)).toContain('https://a.example/');
  await expect(client.getPrompt({ name: 'improve_page' })).rejects.toMatchObject({ code: -32_602 });
});

it.each([
  ['tools/call', { name: 'no_such_tool', arguments: {} }, -32_602],
  ['tools/call', {}, -32_602],
  ['tools/list', { cursor: 'x' }, -32_602],
  ['prompts/get', { name: 'no_such_prompt' }, -32_602],
  ['resources/read', { uri: 'platform://docs/../secrets' }, -32_002],
  ['resources/read', { uri: 'platform://websites/0' }, -32_002],
  ['no/such/method', {}, -32_601],
])('answers %s with %j by the error %d', async (method, params, code) => {
  const { url } = await bed.gateway({ targets: targets() });
  const { text } = await bed.issue();
  const { status, body } = await request(url)
    .post('/mcp')
    .set(bearer(text))
    .send({ jsonrpc: '2.0', id: 9, method, params });
  expect([status, body]).toEqual([
    200,
    { jsonrpc: '2.0', id: 9, error: expect.objectContaining({ code, message: expect.any(String) }) },
  ]);
});

it.each([
  ['{"a":', 400, -32_700],
  ['[1, 2]', 400, -32_700],
  ['{"jsonrpc":"1.0"}', 400, -32_700],
  [JSON.stringify({ a: 'x'.repeat(200_000) }), 413, -32_600],
])('answers the body %.20s with %d', async (body, status, code) => {
  const { url } = await bed.gateway({ targets: targets() });
  const { text } = await bed.issue();
  const answer = await request(url).post('/mcp').set(bearer(text)).type('json').send(body);
  expect([answer.status, answer.body]).toEqual([
    status,
    { jsonrpc: '2.0', id: null, error: expect.objectContaining({ code }) },
  ]);
});

it('takes notifications without an answer, and refuses a version that nobody speaks', async () => {
  const { url } = await bed.gateway({ targets: targets() });
  const { text } = await bed.issue();
  const sent = { jsonrpc: '2.0', method: 'notifications/initialized' };
  const taken = await request(url).post('/mcp').set(bearer(text)).send(sent);
  expect([taken.status, taken.text]).toEqual([202, '']);
  const { status } = await request(url)
    .post('/mcp')
    .set({ ...bearer(text), 'Mcp-Protocol-Version': '1999-01-01' })
    .send({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  expect(status).toBe(400);
});

it('answers with a stream of events where a client takes nothing else', async () => {
  const { url } = await bed.gateway({ targets: targets() });
  const { text } = await bed.issue();
  const answer = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { ...bearer(text), 'Content-Type': 'application/json', Accept: 'text/event-stream' },
    body: JSON.stringify(INITIALIZE),
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  expect(await answer.text()).toMatch(/^event: message\ndata: \{.*"serverInfo"/);
  const neither = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { ...bearer(text), 'Content-Type': 'application/json', Accept: 'text/html' },
    body: JSON.stringify(INITIALIZE),
  });
  expect(neither.status).toBe(406);
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

it.each([
  '*/*',
  'application/json',
  'text/event-stream',
  'application/*;q=0.5, text/event-stream;q=0.1',
  'text/html, */*;q=0.1',
])('talks to the protocol’s own client when it accepts %j', async (accept) => {
  const { url } = await bed.gateway({ targets: targets() });
  const { text } = await bed.issue();
  const client = new Client({ name: 'test', version: '1' });
  clients.push(client);
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: bearer(text) },
    fetch: (address, init) => {
      const headers = new Headers(init?.headers);
      headers.set('Accept', accept);
      return fetch(address, { ...init, headers });
    },
  });
  await client.connect(transport);
  expect((await client.listTools()).tools.length).toBeGreaterThan(20);
  expect(JSON.parse(textOf(await contrast(client)))).toEqual({ ratio: 21 });
  expect((await client.listResources()).resources.length).toBeGreaterThan(5);
  expect((await client.listPrompts()).prompts.length).toBeGreaterThan(0);
});

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

it('knows POST only', async () => {
  const { url } = await bed.gateway({ targets: targets() });
  const { text } = await bed.issue();
  const got = await request(url).get('/mcp').set(bearer(text));
  expect([got.status, got.headers['allow']]).toEqual([405, 'POST']);
});
