import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { eventually } from '@platform/testing';

import { startPretendPlatform } from './pretend-platform.ts';
import type { PretendAnswer } from './pretend-platform.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const POLL = 'GET /api/v1/reports/1';

/** A process of `dap report check` that waits for a report on a platform. */
const check = (url: string): ChildProcessByStdio<null, Readable, Readable> =>
  spawn(process.execPath, [MAIN, 'report', 'check', 'https://example.com/'], {
    env: { ...process.env, DAP_URL: url, DAP_KEY: 'dak_test' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const startPlatform = (poll: PretendAnswer) =>
  startPretendPlatform((route) => {
    if (route === POLL) return poll;
    if (route === 'POST /api/v1/reports') return { body: { data: { id: 1, status: 'pending' } } };
    return { body: { data: [], meta: { current_page: 1, last_page: 1 } } };
  });

describe('dap report check, while it waits for a report', () => {
  it('exits with 3 when the platform refuses to show it', async () => {
    const refusal = { status: 403, body: { code: 'forbidden', message: 'The key may not.' } };
    const platform = await startPlatform(refusal);
    const child = check(platform.url);
    const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect([code, err]).toEqual([3, 'dap: The key may not.\n']);
    await platform.close();
  });

  it.each([
    ['during a request', undefined],
    ['between two requests', { body: { data: { id: 1, status: 'pending' } } }],
  ])('exits with 130 on Ctrl-C %s', async (_, poll) => {
    const platform = await startPlatform(poll);
    const child = check(platform.url);
    const ended = Promise.all([text(child.stderr), once(child, 'exit')]);
    await eventually(() => {
      expect(platform.routes).toContain(POLL);
    });
    child.kill('SIGINT');
    const [err, [code]] = await ended;
    expect([code, err]).toEqual([130, '']);
    await platform.close();
  });
});
