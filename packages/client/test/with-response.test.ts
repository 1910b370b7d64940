import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { createPlatform } from '@platform/client';

import { startScriptedServer } from './scripted-server.ts';
import type { ScriptedServer } from './scripted-server.ts';

const run = promisify(execFile);
const CLIENT = new URL('../src/index.ts', import.meta.url).href;

let server: ScriptedServer;

beforeAll(async () => {
  server = await startScriptedServer(({ url }) =>
    url.endsWith('/1')
      ? { body: { data: { id: 1 } }, headers: { 'X-Request-Id': 'req-1' } }
      : { status: 403, body: { code: 'forbidden', message: 'No.' } },
  );
});
afterAll(() => server.close());

/** Runs a program that has a client, in a process that an unhandled rejection would end. */
const program = (lines: string): Promise<{ stdout: string; stderr: string }> => {
  const source = `import { createPlatform } from '${CLIENT}';
    const platform = createPlatform({ url: '${server.url}', key: 'dak_test' });
    ${lines}`;
  const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module'];
  return run(process.execPath, [...flags, '--eval', source]);
};

describe('withResponse', () => {
  it('gives the record and the answer behind it', async () => {
    const platform = createPlatform({ url: server.url, key: 'dak_test' });
    const { data, response } = await platform.websites.show(1).withResponse();
    expect(data).toMatchObject({ id: 1 });
    expect(response.headers.get('X-Request-Id')).toBe('req-1');
  });

  it('leaves a process alive that catches the error of a refused request', async () => {
    const ran = await program(`
      await platform.websites.show(2).withResponse().catch(({ code }) => console.log(code));
      await new Promise((resolve) => setImmediate(resolve));
      console.log('alive');`);
    expect(ran).toEqual({ stdout: 'forbidden\nalive\n', stderr: '' });
  });

  it('rejects both for those who await both', async () => {
    const platform = createPlatform({ url: server.url, key: 'dak_test' });
    const showing = platform.websites.show(2);
    await expect(showing.withResponse()).rejects.toMatchObject({ code: 'forbidden' });
    await expect(showing).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('hides no failure of a request that nobody awaits', async () => {
    await expect(program('void platform.websites.show(2);')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('forbidden'),
    });
  });
});
