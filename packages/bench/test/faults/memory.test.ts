import { spawn } from 'node:child_process';

import { endProcess } from '@platform/testing';

import { memoryByProcess, totalOf } from '../../src/faults/memory.ts';

it('tells the memory of each process of ours by its name, and of none that has ended', async () => {
  const ended = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1_000)']);
  const large = spawn(process.execPath, [
    '--eval',
    'a = Buffer.alloc(2e8, 1); console.log(); setInterval(() => a, 1e3)',
  ]);
  try {
    await new Promise((resolve) => large.stdout.once('data', resolve));
    await endProcess(ended, 'SIGKILL');
    const members = Object.entries({
      postgres: process.pid,
      'gateway-1': process.pid,
      'gateway-2': large.pid ?? 0,
      'reports-worker-1': ended.pid ?? 0,
    }).map(([name, pid]) => ({ name, pid }));
    const sizes = await memoryByProcess(members);
    expect([...sizes.keys()]).toEqual(['gateway-1', 'gateway-2']);
    expect(sizes.get('gateway-2')).toBeGreaterThan(200);
    expect(sizes.get('gateway-2')).toBeLessThan(400);
    expect(totalOf(sizes)).toBe((sizes.get('gateway-1') ?? 0) + (sizes.get('gateway-2') ?? 0));
    expect(await memoryByProcess([])).toEqual(new Map());
  } finally {
    await endProcess(large, 'SIGKILL');
  }
});
