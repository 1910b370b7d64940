import { createHash } from 'node:crypto';

import { ConnectionError, createPlatform, PlatformError } from '@platform/client';

import { startScriptedServer } from './scripted-server.ts';
import type { ScriptedAnswer, ScriptedServer } from './scripted-server.ts';

const CONTENT = ':root { --brand: #3366cc; }';
const WANTED = { palette_id: 'pal_1', format: 'css' } as const;

let server: ScriptedServer | undefined;

afterEach(async () => {
  await server?.close();
});

const jobOf = (status: string): ScriptedAnswer => ({
  body: {
    data: {
      id: 'exp_1',
      status,
      filename: 'tokens.css',
      media_type: 'text/css',
      sha256: createHash('sha256').update(CONTENT).digest('hex'),
    },
  },
});

/** A client of a platform that gives these answers to requests for the file, the last one for ever. */
const clientOf = async (
  files: ScriptedAnswer[],
  { status = 'completed', ...options }: Parameters<typeof createPlatform>[0] & { status?: string } = {},
) => {
  let asked = 0;
  server = await startScriptedServer(({ url }) =>
    url.endsWith('/file') ? (files[Math.min(asked++, files.length - 1)] ?? {}) : jobOf(status),
  );
  const platform = createPlatform({ url: server.url, key: 'dak_test', ...options });
  return { platform, requests: server.requests, asked: () => asked };
};

describe('exports.download', () => {
  it('gives the file with its name and type', async () => {
    const { platform, requests } = await clientOf([{ body: CONTENT }]);
    const file = await platform.exports.download(WANTED);
    expect(file).toMatchObject({ filename: 'tokens.css', mediaType: 'text/css' });
    expect(file.text()).toBe(CONTENT);
    expect(requests.at(-1)).toMatchObject({ url: '/v1/tokens/exp_1/file', headers: { accept: '*/*' } });
  });

  it('waits for a job longer than the client waits for other answers', async () => {
    server = await startScriptedServer(({ method, url }) => {
      if (url.endsWith('/file')) return { body: CONTENT };
      return method === 'POST' ? jobOf('queued') : { ...jobOf('completed'), delay: 6_000 };
    });
    const { url, requests } = server;
    const platform = createPlatform({ url, key: 'dak_test', timeout: 5_000, maxRetries: 0 });
    expect((await platform.exports.download(WANTED)).text()).toBe(CONTENT);
    expect(requests.map((request) => request.url)).toEqual([
      '/v1/tokens/export',
      '/v1/tokens/exp_1/status?wait=20',
      '/v1/tokens/exp_1/file',
    ]);
  });

  it('asks again for a file whose connection was cut', async () => {
    const { platform, asked } = await clientOf([{ body: CONTENT, half: 'cut' }, { body: CONTENT }]);
    expect((await platform.exports.download(WANTED)).text()).toBe(CONTENT);
    expect(asked()).toBe(2);
  });

  it('says that the connection was lost when it is cut every time', async () => {
    const { platform } = await clientOf([{ body: CONTENT, half: 'cut' }], { maxRetries: 1 });
    const failed = platform.exports.download(WANTED);
    await expect(failed).rejects.toBeInstanceOf(ConnectionError);
    await expect(failed).rejects.toMatchObject({ code: 'connection_failed' });
  });

  it('abandons a file that stops arriving after the time-out', async () => {
    const { platform, asked } = await clientOf([{ body: CONTENT, half: 'stalled' }], {
      // The answers before it must not take so long, on a busy machine either.
      timeout: 3_000,
      maxRetries: 1,
    });
    await expect(platform.exports.download(WANTED)).rejects.toMatchObject({ code: 'timeout' });
    expect(asked()).toBe(2);
  });

  it('gives a cancelled download its reason while the file arrives', async () => {
    const { platform } = await clientOf([{ body: CONTENT, half: 'stalled' }]);
    const signal = AbortSignal.timeout(300);
    await expect(platform.exports.download(WANTED, { signal })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });

  it('refuses a file that is not the one that was made', async () => {
    const { platform } = await clientOf([{ body: 'another file' }]);
    await expect(platform.exports.download(WANTED)).rejects.toMatchObject({ code: 'checksum_mismatch' });
  });

  it.each(['queued', 'processing'])('gives up when the export stays %s for too long', async (status) => {
    const { platform, requests } = await clientOf([], { status });
    const failed = platform.exports.download(WANTED, { waitFor: 300 });
    await expect(failed).rejects.toBeInstanceOf(PlatformError);
    await expect(failed).rejects.toMatchObject({
      code: 'still_pending',
      message: `Export exp_1 is still ${status}. Ask for it later.`,
    });
    const asked = requests.filter(({ url }) => url.includes('/status'));
    expect(asked[0]?.url).toBe('/v1/tokens/exp_1/status?wait=1');
    // A platform that answers at once isn't asked without a pause.
    expect(asked.length).toBeLessThan(5);
  });
});

describe('a request for bytes', () => {
  it('has them in its answer', async () => {
    const { platform } = await clientOf([{ body: CONTENT }]);
    const { body, response } = await platform.request({ method: 'GET', path: '/file', raw: 'bytes' });
    expect(body).toBeInstanceOf(Uint8Array);
    expect(new TextDecoder().decode(body as Uint8Array)).toBe(CONTENT);
    expect(response.status).toBe(200);
  });
});
