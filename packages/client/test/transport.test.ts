import { ApiError, ConnectionError, createPlatform } from '@platform/client';
import { eventually } from '@platform/testing';

import { startScriptedServer } from './scripted-server.ts';
import type { RecordedRequest, ScriptedAnswer, ScriptedServer } from './scripted-server.ts';

let server: ScriptedServer | undefined;

afterEach(async () => {
  await server?.close();
});

const website = { body: { data: { id: 1, domain: 'a.example' }, status: 200 } };

/** A client of a server that gives these answers in turn, the last one for ever. */
const clientOf = async (
  answers: ScriptedAnswer[],
  options: Parameters<typeof createPlatform>[0] = {},
): Promise<{ platform: ReturnType<typeof createPlatform>; requests: RecordedRequest[] }> => {
  server = await startScriptedServer((_, index) => answers[Math.min(index, answers.length - 1)] ?? {});
  const platform = createPlatform({ url: server.url, key: 'dak_test', ...options });
  return { platform, requests: server.requests };
};

const RETRY_NOW = { 'Retry-After': '0' };

describe('a request', () => {
  it('carries the key, asks for JSON and requests strict handling', async () => {
    const { platform, requests } = await clientOf([website]);
    await platform.websites.show(1);
    expect(requests[0]).toMatchObject({ method: 'GET', url: '/api/v1/websites/1' });
    expect(requests[0]?.headers).toMatchObject({
      authorization: 'Bearer dak_test',
      accept: 'application/json',
      prefer: 'handling=strict',
    });
    expect(requests[0]?.headers).not.toHaveProperty('idempotency-key');
  });

  it('encodes path values and repeats the names of lists in the query', async () => {
    const { platform, requests } = await clientOf([website]);
    await platform.palettes.show('a/b?c');
    await platform.request({ method: 'GET', path: '/x', query: { a: ['1', 'ü'], b: undefined, c: 0 } });
    expect(requests.map(({ url }) => url)).toEqual(['/v1/palettes/a%2Fb%3Fc', '/x?a=1&a=%C3%BC&c=0']);
  });

  it('sends its body as JSON with its own Idempotency-Key', async () => {
    const { platform, requests } = await clientOf([website]);
    await platform.websites.create({ domain: 'a.example' });
    await platform.websites.create({ domain: 'a.example' });
    await platform.websites.create({ domain: 'a.example' }, { idempotencyKey: 'mine' });
    const keys = requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([
      expect.stringMatching(/^[0-9a-f]{32}$/),
      expect.stringMatching(/^[0-9a-f]{32}$/),
      'mine',
    ]);
    expect(keys[0]).not.toBe(keys[1]);
    expect(requests[0]).toMatchObject({
      body: '{"domain":"a.example"}',
      headers: { 'content-type': 'application/json' },
    });
  });

  it('tolerates trailing slashes, and carries the caller’s headers', async () => {
    const { platform, requests } = await clientOf([website], { headers: { 'X-Team': 'web' } });
    const slashed = createPlatform({ url: `${server?.url ?? ''}//`, key: 'dak_test' });
    await slashed.websites.show(1);
    await platform.websites.update(1, { email: 1 }, { headers: { 'If-Match': '"7"' } });
    expect(requests[0]?.url).toBe('/api/v1/websites/1');
    expect(requests[1]?.headers).toMatchObject({ 'x-team': 'web', 'if-match': '"7"' });
  });
});

describe('retries', () => {
  it.each([408, 429, 500, 502, 503, 504])('repeats a request after %i', async (status) => {
    const { platform, requests } = await clientOf([{ status, headers: RETRY_NOW }, website]);
    expect(await platform.websites.show(1)).toMatchObject({ id: 1 });
    expect(requests).toHaveLength(2);
  });

  it.each([400, 401, 403, 404, 405, 409, 412, 413, 422, 501])(
    'does not repeat one after %i',
    async (status) => {
      const { platform, requests } = await clientOf([{ status }, website]);
      await expect(platform.websites.show(1)).rejects.toMatchObject({ status });
      expect(requests).toHaveLength(1);
    },
  );

  it('repeats a POST with the same Idempotency-Key, even when the connection was cut', async () => {
    const { platform, requests } = await clientOf([
      { cut: true },
      { status: 503, headers: RETRY_NOW },
      // The first attempt is still being worked on.
      { status: 409, headers: RETRY_NOW, body: { code: 'idempotency_in_progress' } },
      website,
    ]);
    expect(await platform.websites.create({ domain: 'a.example' })).toMatchObject({ id: 1 });
    expect(requests).toHaveLength(4);
    expect(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
  });

  it('waits as long as Retry-After says, in seconds or until a date', async () => {
    const soon = new Date(Date.now() + 2_000).toUTCString();
    const { platform } = await clientOf([
      { status: 429, headers: { 'Retry-After': '1' } },
      { status: 503, headers: { 'Retry-After': soon } },
      website,
    ]);
    const start = Date.now();
    await platform.websites.show(1);
    expect(Date.now() - start).toBeGreaterThanOrEqual(990);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(soon));
  });

  it('waits no longer than a minute, but reports how long the platform asks for', async () => {
    const { platform, requests } = await clientOf([{ status: 429, headers: { 'Retry-After': '3600' } }]);
    await expect(platform.websites.show(1)).rejects.toMatchObject({ status: 429, retryAfterSeconds: 3600 });
    expect(requests).toHaveLength(1);
  });

  it('gives up after the configured number of attempts', async () => {
    const { platform, requests } = await clientOf([{ status: 500, headers: RETRY_NOW }], { maxRetries: 2 });
    await expect(platform.websites.show(1)).rejects.toMatchObject({ status: 500 });
    await expect(platform.websites.show(1, { maxRetries: 0 })).rejects.toMatchObject({ status: 500 });
    expect(requests).toHaveLength(4);
  });
});

describe('time-outs and cancelling', () => {
  it('abandons an attempt after the time-out', async () => {
    const { platform, requests } = await clientOf([{ hang: true }, website], { timeout: 1_000 });
    expect(await platform.websites.show(1)).toMatchObject({ id: 1 });
    expect(requests).toHaveLength(2);
    const again = await clientOf([{ hang: true }], { timeout: 50, maxRetries: 0 });
    const failed = again.platform.websites.show(1);
    await expect(failed).rejects.toBeInstanceOf(ConnectionError);
    await expect(failed).rejects.toMatchObject({ code: 'timeout' });
  });

  it('throws the reason of an aborted signal, during a request and between two', async () => {
    const reason = new Error('The user went away.');
    for (const answer of [{ hang: true }, { status: 503, headers: { 'Retry-After': '30' } }]) {
      const { platform, requests } = await clientOf([answer]);
      const cancel = new AbortController();
      const sending = platform.websites.show(1, { signal: cancel.signal });
      const refused = expect(sending).rejects.toBe(reason);
      await eventually(() => {
        expect(requests).toHaveLength(1);
      });
      setTimeout(() => {
        cancel.abort(reason);
      }, 150);
      await refused;
      expect(requests).toHaveLength(1);
      await server?.close();
    }
  });

  it('sends nothing with a signal that is already aborted', async () => {
    const { platform, requests } = await clientOf([website]);
    await expect(platform.websites.show(1, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(requests).toHaveLength(0);
  });

  it('says when nothing answers at the address', async () => {
    const platform = createPlatform({ url: 'http://127.0.0.1:1', key: 'dak_test', maxRetries: 0 });
    await expect(platform.websites.show(1)).rejects.toMatchObject({ code: 'connection_failed' });
  });
});

describe('errors', () => {
  it('reads those of /api/v1', async () => {
    const body = {
      message: 'The domain is taken.',
      status: 422,
      code: 'invalid_parameter',
      errors: { domain: ['The domain is taken.'] },
      request_id: 'req-1',
    };
    const { platform } = await clientOf([{ status: 422, body }]);
    const failed = platform.websites.create({ domain: 'a.example' });
    await expect(failed).rejects.toBeInstanceOf(ApiError);
    await expect(failed).rejects.toMatchObject({
      message: 'The domain is taken.',
      status: 422,
      code: 'invalid_parameter',
      requestId: 'req-1',
      fields: { domain: ['The domain is taken.'] },
    });
  });

  it('reads those of /v1', async () => {
    const details = [
      { field: 'count', message: 'too small' },
      { field: 'count', message: 'odd' },
      { field: 'constructor', message: 'unknown' },
    ];
    const error = { code: 'invalid_parameter', message: 'count is too small', details };
    const { platform } = await clientOf([
      { status: 400, body: { data: null, error, meta: { request_id: 'req-2' } } },
    ]);
    await expect(platform.palettes.create({ base_color: '#fff' })).rejects.toMatchObject({
      code: 'invalid_parameter',
      status: 400,
      requestId: 'req-2',
      fields: { count: ['too small', 'odd'], constructor: ['unknown'] },
    });
  });

  it('copes with a proxy’s error page', async () => {
    const { platform } = await clientOf([
      { status: 404, body: '<html>Not here</html>', headers: { 'X-Request-Id': 'req-3' } },
    ]);
    await expect(platform.websites.show(1)).rejects.toMatchObject({
      code: 'http_404',
      status: 404,
      requestId: 'req-3',
      fields: {},
      message: 'The platform answered 404.',
    });
  });

  it('treats an answer that should be JSON but is not as a broken connection', async () => {
    const { platform } = await clientOf([{ body: '{"data":' }], { maxRetries: 0 });
    await expect(platform.websites.show(1)).rejects.toMatchObject({ code: 'connection_failed' });
  });
});
