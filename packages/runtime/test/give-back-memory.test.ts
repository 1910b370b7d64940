import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { collectGarbage, createMemoryLook } from '../src/give-back-memory.ts';

/** A process whose looks, work and heap the test decides on. */
const pretend = () => {
  const state = { now: 0, processorTime: 0, heap: 100, collections: 0 };
  const look = createMemoryLook(
    {
      processorTime: () => state.processorTime,
      heapSize: () => state.heap,
      collect: () => {
        state.collections += 1;
        state.heap = 40;
      },
    },
    () => state.now,
  );
  /** Lets 10 s pass, of which the process works some. */
  const pass = (working: number): number => {
    state.now += 10_000;
    state.processorTime += working;
    look();
    return state.collections;
  };
  return { state, pass };
};

it('collects once when a process rests after its start, and not while it works', () => {
  const { pass } = pretend();
  expect([pass(9_000), pass(2_000), pass(50), pass(50), pass(0)]).toEqual([0, 0, 1, 1, 1]);
});

it('collects again after work, but at most every five minutes', () => {
  const { pass } = pretend();
  pass(50);
  const collections = Array.from({ length: 62 }, (_, count) => pass(count % 2 === 0 ? 5_000 : 50));
  expect(collections.slice(0, 28).at(-1)).toBe(1);
  expect(collections.at(-1)).toBe(3);
});

it('collects again when the heap of a resting process has grown by half', () => {
  const { pass, state } = pretend();
  pass(50);
  for (let count = 0; count < 40; count += 1) expect(pass(50)).toBe(1);
  state.heap = 61;
  expect(pass(50)).toBe(2);
});

it('gives pages of a real process back to the machine', async () => {
  const script = `
    const { ${collectGarbage.name}: collect } = await import(${JSON.stringify(new URL('../src/give-back-memory.ts', import.meta.url).href)});
    let kept = Array.from({ length: 400_000 }, (_, index) => ({ index, text: [index] }));
    const before = process.memoryUsage().heapTotal;
    kept = undefined;
    collect();
    console.log(JSON.stringify([before, process.memoryUsage().heapTotal, typeof globalThis.gc]));`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    '--input-type=module',
    '-e',
    script,
  ]);
  const [before, after, exposed] = JSON.parse(stdout) as [number, number, string];
  expect(after).toBeLessThan(before / 3);
  expect(exposed).toBe('undefined');
});
