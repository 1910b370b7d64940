import { mock } from 'node:test';

import { createBackgroundThread } from '../src/index.ts';
import type { BackgroundThread } from '../src/index.ts';
import type { ThreadFault } from '../src/serve-thread.ts';
import type { functions } from './fixtures/thread.ts';

type Call = BackgroundThread<typeof functions>['call'];

let thread: BackgroundThread<typeof functions> | undefined;
let ends: unknown[];

let asProcess: boolean;

const start = (
  options: { milliseconds?: number; atOnce?: number; mostWaiting?: number; idleMilliseconds?: number } = {},
) => {
  ends = [];
  thread = createBackgroundThread<typeof functions>({
    entry: new URL('./fixtures/thread.ts', import.meta.url),
    data: { name: 'seven' },
    asProcess,
    memoryMegabytes: 32,
    milliseconds: 60_000,
    atOnce: 2,
    mostWaiting: 2,
    onEnd: (cause) => ends.push(cause),
    ...options,
  });
  return thread;
};

afterEach(async () => {
  mock.timers.reset();
  await thread?.stop();
});

describe.each(['thread', 'process'])('a background %s', (kind) => {
  beforeAll(() => {
    asProcess = kind === 'process';
  });

  it('answers calls', async () => {
    const { call } = start();
    expect(await Promise.all([call('double', 4), call('double', 5), call('double', 6)])).toEqual([8, 10, 12]);
  });

  it('passes on what a function throws, and goes on', async () => {
    const { call } = start();
    await expect(call('refuse', 'too far')).rejects.toMatchObject({ name: 'RangeError', message: 'too far' });
    expect(await call('double', 1)).toBe(2);
    expect(ends).toEqual([]);
  });

  it('lets calls wait for each other, and refuses those beyond', async () => {
    const { call } = start({ atOnce: 1, mostWaiting: 1 });
    const [first, second, third] = [call('wait', 50), call('double', 2), call('double', 3)];
    await expect(third).rejects.toMatchObject({ name: 'ThreadError', fault: 'busy' });
    await first;
    expect(await second).toBe(4);
  });

  it.each<[how: string, fault: ThreadFault, end: (call: Call) => Promise<unknown>]>([
    ['exits', 'ended', (call) => call('exit', 3)],
    ['throws outside of a call', 'ended', (call) => call('crash', 'out of the blue')],
    ['runs out of memory', 'memory', (call) => call('hoard', null)],
  ])('fails what is under way when it %s, and starts again', async (_, fault, end) => {
    const { call } = start();
    const before = await call('id', null);
    const neighbour = call('wait', 60_000);
    const [ended, beside] = await Promise.allSettled([end(call), neighbour]);
    expect(ended).toMatchObject({ status: 'rejected', reason: { name: 'ThreadError', fault } });
    expect(beside).toMatchObject({ status: 'rejected', reason: { name: 'ThreadError' } });
    expect(ends).toHaveLength(1);
    expect(await call('id', null)).not.toBe(before);
  });

  it('is replaced when a call takes too long, and makes the others again', async () => {
    const { call } = start({ milliseconds: 6_000 });
    const before = await call('id', null);
    mock.timers.enable({ apis: ['setTimeout'] });
    const hanging = expect(call('hang', null)).rejects.toMatchObject({ name: 'ThreadError', fault: 'late' });
    mock.timers.tick(4_500);
    const [beside, behind] = [call('id', null), call('double', 4)];
    mock.timers.tick(1_500);
    await hanging;
    expect(await beside).not.toBe(before);
    expect(await behind).toBe(8);
  });

  it('drops a call that waits too long', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const { call } = start({ milliseconds: 1_000, atOnce: 1 });
    await call('id', null);
    const both = Promise.allSettled([call('hang', null), call('double', 1)]);
    mock.timers.tick(1_000);
    expect(await both).toMatchObject([{ reason: { fault: 'late' } }, { reason: { fault: 'late' } }]);
  });

  it('gives its calls the time that it takes to start', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const { call } = start({ milliseconds: 1_000 });
    const first = call('double', 4);
    mock.timers.tick(1_000);
    expect(await first).toBe(8);
  });

  it('ends when it has nothing to do, and starts again', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const { call } = start({ idleMilliseconds: 1_000 });
    const before = await call('id', null);
    mock.timers.tick(900);
    expect(await call('id', null)).toBe(before);
    mock.timers.tick(1_000);
    expect(await call('id', null)).not.toBe(before);
    expect(ends).toEqual([]);
  });

  it('ends when it is stopped, with all that waits, and takes no more calls', async () => {
    const { call, stop } = start({ atOnce: 1 });
    expect(await call('double', 1)).toBe(2);
    const left = Promise.allSettled([call('wait', 60_000), call('double', 1)]);
    await stop();
    expect(await left).toMatchObject([{ reason: { fault: 'ended' } }, { reason: { fault: 'ended' } }]);
    await expect(call('double', 1)).rejects.toMatchObject({ fault: 'ended' });
    expect(ends).toEqual([]);
  });
});

it('a thread knows its data', async () => {
  asProcess = false;
  expect(await start().call('data', null)).toEqual({ name: 'seven' });
});

it('a process does not know the settings of the one that started it', async () => {
  asProcess = true;
  const names: unknown = await start().call('environment', null);
  expect(Object.keys(process.env)).toContain('PATH');
  expect(names).not.toContain('PATH');
});
