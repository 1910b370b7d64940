import { setTimeout as sleep } from 'node:timers/promises';

import { createRepeatingJob, silentLogger } from '../src/index.ts';

const logger = silentLogger();

describe('a repeating job', () => {
  it('carries on after a failed run, and logs it', async () => {
    let runs = 0;
    const faults: unknown[] = [];
    const job = createRepeatingJob({
      name: 'testing',
      everyMilliseconds: 5,
      logger: { error: (...fault: unknown[]) => faults.push(fault) },
      run: () => {
        runs += 1;
        return runs === 1 ? Promise.reject(new Error('no')) : Promise.resolve();
      },
    });
    job.start();
    while (runs < 3) await sleep(5);
    await job.stop();
    expect(faults).toEqual([[{ err: new Error('no') }, 'testing failed']]);
  });

  it('waits longer after each failure, and no longer once a run succeeds', async () => {
    const begun: number[] = [];
    const job = createRepeatingJob({
      name: 'testing',
      everyMilliseconds: 10,
      logger,
      run: () => {
        begun.push(performance.now());
        return begun.length <= 4 ? Promise.reject(new Error('no')) : Promise.resolve();
      },
    });
    job.start();
    const pauses = (): number[] => begun.slice(1).map((at, index) => at - begun[index]!);
    // Timers are at most a millisecond early; how late they are is the machine's affair.
    while (Math.min(...pauses().slice(4)) >= 160) await sleep(5);
    await job.stop();
    for (const [index, least] of [20, 40, 80, 160].entries())
      expect(pauses()[index]).toBeGreaterThanOrEqual(least - 1);
    expect(Math.min(...pauses().slice(4))).toBeLessThan(160);
  });

  it('never overlaps; when stopped, it signals the current run, waits for it, and starts no other', async () => {
    let atOnce = 0;
    let most = 0;
    let runs = 0;
    const job = createRepeatingJob({
      name: 'testing',
      everyMilliseconds: 1,
      logger,
      run: async (signal) => {
        runs += 1;
        most = Math.max(most, ++atOnce);
        while (!signal.aborted) await sleep(2);
        atOnce -= 1;
      },
    });
    job.start();
    await sleep(20);
    await job.stop();
    expect({ atOnce, most, runs }).toEqual({ atOnce: 0, most: 1, runs: 1 });
    await sleep(10);
    expect(runs).toBe(1);
  });

  it('waits before the first run on request', async () => {
    let runs = 0;
    const run = () => Promise.resolve(void (runs += 1));
    const job = createRepeatingJob({
      name: 'testing',
      everyMilliseconds: 1_000,
      firstAfterMilliseconds: 1_000,
      logger,
      run,
    });
    job.start();
    await sleep(10);
    await job.stop();
    expect(runs).toBe(0);
  });
});
