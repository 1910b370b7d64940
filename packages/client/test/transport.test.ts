import { ConnectionError, createPlatform } from '@platform/client';
import { eventually } from '@platform/testing';

import { useScriptedClients, website } from './scripted-client.ts';

const clientOf = useScriptedClients();

const RETRY_NOW = { 'Retry-After': '0' };

/** Makes the client's pauses end at once. @returns those there were, as they come */
const skipPauses = () => {
  const pauses: { from: number; milliseconds: number }[] = [];
  const { setTimeout: start } = globalThis;
  const skip = (run: (...words: unknown[]) => void, milliseconds = 0, ...words: unknown[]) => {
    // Node.js has timers of its own for connections, which last other times.
    const isPause = words.length === 0 && milliseconds > 5_000 && milliseconds <= 30_000;
    if (isPause) pauses.push({ from: Date.now(), milliseconds });
    return start(run, isPause ? 0 : milliseconds, ...words);
  };
  jest.spyOn(globalThis, 'setTimeout').mockImplementation(skip as typeof setTimeout);
  return pauses;
};

afterEach(() => {
  jest.restoreAllMocks();
});

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

  it.each(['', ' ', '.', '..', undefined, null, NaN, {}])(
    'is not made for %p as a part of its path',
    async (value) => {
      const { platform, requests } = await clientOf([website]);
      const id = value as string;
      for (const call of [
        () => platform.palettes.show(id),
        () => platform.sessions.end(id),
        () => platform.webhooks.deliveries.show('whk_1', id),
      ])
        expect(call).toThrow(
          expect.objectContaining({ code: 'invalid_argument', message: expect.stringMatching(/^\/v1\//) }),
        );
      expect(requests).toEqual([]);
    },
  );

  it('goes to the address in the environment, with its key, where none is given', async () => {
    const { url, requests } = await clientOf([website]);
    expect(() => createPlatform()).toThrow(expect.objectContaining({ code: 'no_address' }));
    Object.assign(process.env, { PLATFORM_URL: url, PLATFORM_KEY: 'dak_environment' });
    try {
      await createPlatform().websites.show(1);
      await createPlatform({ key: 'dak_given' }).websites.show(1);
      await createPlatform({ url, timeout: 60_000 }).websites.show(1);
    } finally {
      delete process.env['PLATFORM_URL'];
      delete process.env['PLATFORM_KEY'];
    }
    expect(requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer dak_environment',
      'Bearer dak_given',
      // A key of the environment is not for another address.
      undefined,
    ]);
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
    const { platform, requests, url } = await clientOf([website], { headers: { 'X-Team': 'web' } });
    const slashed = createPlatform({ url: `${url}//`, key: 'dak_test' });
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

  it('gives a POST an Idempotency-Key however its method is spelt', async () => {
    const { platform, requests } = await clientOf([{ cut: true }, website]);
    await platform.request({ method: 'post', path: '/api/v1/websites', body: { domain: 'a.example' } });
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'POST']);
    const keys = requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]]);
  });

  it('sends a method in capitals, as servers know no others', async () => {
    const { platform, requests } = await clientOf([website]);
    await platform.request({ method: 'patch', path: '/api/v1/websites/1', body: { email: 1 } });
    expect(requests[0]?.method).toBe('PATCH');
  });

  it('waits as long as Retry-After says, in seconds or until a date', async () => {
    const until = new Date(Date.now() + 30_000).toUTCString();
    const answers = [
      { status: 429, headers: { 'Retry-After': '7' } },
      { status: 503, headers: { 'Retry-After': until } },
      website,
    ];
    const { platform } = await clientOf(answers, { timeout: 0 });
    const pauses = skipPauses();
    await platform.websites.show(1);
    const [seconds, date] = pauses;
    expect(seconds?.milliseconds).toBe(7_000);
    expect((date?.from ?? 0) + (date?.milliseconds ?? 0)).toBeGreaterThanOrEqual(Date.parse(until));
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
