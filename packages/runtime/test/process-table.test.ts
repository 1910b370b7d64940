import { execFile, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { commandLineOf, listProcesses } from '../src/index.ts';

const run = promisify(execFile);
const TABLE = fileURLToPath(new URL('../src/run-process.ts', import.meta.url));

describe('the table of processes', () => {
  it('tells who started whom', async () => {
    const child = spawn('sleep', ['60']);
    try {
      expect(await listProcesses()).toContainEqual({ pid: child.pid, parent: process.pid });
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('tells a process by its program and words', async () => {
    const child = spawn('sleep', ['61']);
    try {
      expect(await commandLineOf(child.pid ?? 0)).toBe('sleep 61');
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('has no words for a process that isn’t there', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await new Promise((resolve) => child.once('close', resolve));
    expect(await commandLineOf(child.pid ?? 0)).toBe('');
  });

  // Images such as node:24-slim have none.
  (process.platform === 'linux' ? it : it.skip)('needs no ps', async () => {
    const ask = `
      const { commandLineOf, listProcesses } = await import(${JSON.stringify(TABLE)});
      const rows = await listProcesses();
      const own = rows.some(({ pid, parent }) => pid === process.pid && parent === process.ppid);
      console.log(JSON.stringify([own, (await commandLineOf(process.pid)).startsWith(process.execPath)]));`;
    const words = ['--experimental-strip-types', '--no-warnings', '--input-type=module', '-e', ask];
    const { stdout } = await run(process.execPath, words, { env: { PATH: '/nowhere' } });
    expect(JSON.parse(stdout)).toEqual([true, true]);
  });
});
