import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { freePort } from '@platform/testing';

import { isMet } from '../../src/harness/benchmark.ts';
import type { Benchmark } from '../../src/harness/benchmark.ts';
import { benchmarks } from '../../src/benchmarks.ts';
import { endDescendants, findDescendants } from '../../src/harness/end-descendants.ts';
import { createRegistry } from '../../src/harness/registry.ts';
import { formatResults } from '../../src/harness/result-table.ts';
import { runBenchmark } from '../../src/harness/run-benchmark.ts';

const silent = { quick: true, log: () => undefined };

const benchmark = (changes: Partial<Benchmark> = {}): Benchmark => ({
  id: 'sample',
  title: 'A sample',
  measures: 'Nothing.',
  limitSeconds: 10,
  run: () => Promise.resolve([]),
  ...changes,
});

describe('the registry', () => {
  it('refuses two benchmarks with the same id', () => {
    expect(() => createRegistry([benchmark(), benchmark()])).toThrow('same id');
  });

  it('selects in the order given, and lists what exists when a name is unknown', () => {
    const registry = createRegistry([benchmark({ id: 'a' }), benchmark({ id: 'b' })]);
    expect(registry.select(['b', 'a']).map(({ id }) => id)).toEqual(['b', 'a']);
    expect(() => registry.select(['c'])).toThrow('"c". There are: a, b');
  });

  it('contains only benchmarks that say what they measure and are bounded in time', () => {
    expect(benchmarks.all.length).toBeGreaterThan(5);
    for (const { id, title, measures, limitSeconds } of benchmarks.all) {
      expect(id).toMatch(/^[a-z]+(-[a-z]+)+$/);
      expect(title.length).toBeGreaterThan(5);
      expect(measures.length).toBeGreaterThan(40);
      expect(limitSeconds).toBeLessThanOrEqual(14_400);
    }
  });
});

describe('a figure', () => {
  const figure = { name: 'x', unit: 'ms' };

  it.each([
    [{ ...figure, value: 5 }, null],
    [{ ...figure, value: 5, aim: { atMost: 5 } }, true],
    [{ ...figure, value: 5.1, aim: { atMost: 5 } }, false],
    [{ ...figure, value: 5, aim: { atLeast: 5 } }, true],
    [{ ...figure, value: 4.9, aim: { atLeast: 5 } }, false],
    [{ ...figure, value: Number.NaN, aim: { atLeast: 5 } }, false],
    [{ ...figure, value: Number.NaN, aim: { atMost: 5 } }, false],
  ])('%j is met: %p', (given, expected) => {
    expect(isMet(given)).toBe(expected);
  });
});

describe('a run', () => {
  it('yields figures, and stops what it started in reverse order', async () => {
    const ended: string[] = [];
    const result = await runBenchmark(
      benchmark({
        run({ cleanUp, quick }) {
          cleanUp(() => Promise.resolve(ended.push('first')));
          cleanUp(() => Promise.resolve(ended.push('second')));
          return Promise.resolve([{ name: 'quick', value: Number(quick), unit: '' }]);
        },
      }),
      silent,
    );
    expect(result).toMatchObject({ id: 'sample', error: null, figures: [{ name: 'quick', value: 1 }] });
    expect(ended).toEqual(['second', 'first']);
  });

  it('says what lies behind a failed request', async () => {
    const url = `http://127.0.0.1:${await freePort()}/`;
    const run = async () => {
      await fetch(url);
      return [];
    };
    expect((await runBenchmark(benchmark({ run }), silent)).error).toMatch(/^fetch failed: .*ECONNREFUSED/);
  });

  it('says why there are no figures, and still cleans up', async () => {
    const ended: string[] = [];
    const lines: string[] = [];
    const result = await runBenchmark(
      benchmark({
        run({ cleanUp }) {
          cleanUp(() => Promise.resolve(ended.push('server')));
          cleanUp(() => Promise.reject(new Error('gone already')));
          return Promise.reject(new Error('no memory'));
        },
      }),
      { quick: false, log: (line) => lines.push(line) },
    );
    expect(result).toMatchObject({ error: 'no memory', figures: [] });
    expect(ended).toEqual(['server']);
    expect(lines).toEqual(['sample: gone already']);
  });

  it('is aborted when it takes too long, along with its processes', async () => {
    let pid = 0;
    const result = await runBenchmark(
      benchmark({
        limitSeconds: 0.3,
        run() {
          const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
          pid = child.pid ?? 0;
          return once(child, 'exit').then(() => []);
        },
      }),
      silent,
    );
    expect(result.error).toBe('took longer than 0.3 s');
    const alive = (): boolean => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };
    for (let turn = 0; turn < 100 && alive(); turn += 1)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(alive()).toBe(false);
  });

  it('stops when interrupted', async () => {
    const interruption = new AbortController();
    const running = runBenchmark(benchmark({ run: () => new Promise(() => undefined) }), {
      ...silent,
      signal: interruption.signal,
    });
    interruption.abort();
    expect(await running).toMatchObject({ error: 'was interrupted' });
  });
});

it('ends grandchildren as well', async () => {
  const before = await findDescendants();
  const script = `const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    child.once('exit', () => process.exit(7)); process.on('SIGTERM', () => {}); process.stdout.write('ready');`;
  const parent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  await once(parent.stdout, 'data');
  const exit = once(parent, 'exit');
  await endDescendants(before);
  // It outlives SIGTERM, and ends only because its own child has ended.
  expect((await exit)[0]).toBe(7);
});

it('prints one table with figures, aims and what was missed', () => {
  const table = formatResults([
    {
      id: 'a',
      title: 'Alpha',
      seconds: 3.2,
      error: null,
      figures: [
        { name: 'rate', value: 12_345.678, unit: 'events/s', aim: { atLeast: 8_000 } },
        { name: 'p99', value: 41.25, unit: 'ms', aim: { atMost: 40 } },
        { name: 'bytes', value: 0.1234, unit: '' },
      ],
    },
    { id: 'b', title: 'Beta', seconds: 0.4, error: 'no PostgreSQL', figures: [] },
  ]);
  expect(table.split('\n').map((line) => line.replace(/ {2,}/g, ' | '))).toEqual([
    'figure | value | aim | met?',
    expect.stringMatching(/^─/),
    'Alpha (a, 3 s)',
    ' | rate | 12,346 events/s | ≥ 8,000 events/s | yes',
    ' | p99 | 41.3 ms | ≤ 40 ms | NO',
    ' | bytes | 0.123',
    'Beta (b, 0 s)',
    ' | FAILED: no PostgreSQL',
  ]);
});
