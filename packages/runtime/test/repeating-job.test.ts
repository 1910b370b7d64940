import { once } from 'node:events';
import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';

import { createRepeatingJob, silentLogger } from '../src/index.ts';

const logger = silentLogger();

afterEach(() => {
  mock.timers.reset();
});

/** Lets time pass, and the job do what is due. */
const pass = async (milliseconds: number): Promise<void> => {
  await turn();
  mock.timers.tick(milliseconds);
  await turn();
};

describe('a repeating job', () => {
  it('carries on after a failed run, and logs it', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
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
    for (let count = 1; count < 3; count += 1) await pass(10);
    await job.stop();
    expect(runs).toBe(3);
    expect(faults).toEqual([[{ err: new Error('no') }, 'testing failed']]);
  });

  it('waits longer after each failure, and no longer once a run succeeds', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    let runs = 0;
    const job = createRepeatingJob({
      name: 'testing',
      everyMilliseconds: 10,
      logger,
      run: () => {
        runs += 1;
        return runs <= 4 ? Promise.reject(new Error('no')) : Promise.resolve();
      },
    });
    job.start();
    for (const pause of [20, 40, 80, 160, 10, 10]) {
      const before = runs;
      await pass(pause - 1);
      expect([pause, runs]).toEqual([pause, before]);
      await pass(1);
      expect([pause, runs]).toEqual([pause, before + 1]);
    }
    await job.stop();
  });

  it('never overlaps; when stopped, it signals the current run, waits for it, and starts no other', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    let [atOnce, most, runs] = [0, 0, 0];
    const job = createRepeatingJob({
      name: 'testing',
      everyMilliseconds: 1,
      logger,
      run: async (signal) => {
        runs += 1;
        most = Math.max(most, ++atOnce);
        await once(signal, 'abort');
        atOnce -= 1;
      },
    });
    job.start();
    await pass(20);
    await job.stop();
    expect({ atOnce, most, runs }).toEqual({ atOnce: 0, most: 1, runs: 1 });
    await pass(10_000);
    expect(runs).toBe(1);
  });

  it('waits before the first run on request', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    let runs = 0;
    const job = createRepeatingJob({
      name: 'testing',
      everyMilliseconds: 5_000,
      firstAfterMilliseconds: 1_000,
      logger,
      run: () => Promise.resolve(void (runs += 1)),
    });
    job.start();
    await pass(999);
    expect(runs).toBe(0);
    await pass(1);
    expect(runs).toBe(1);
    await job.stop();
  });
});
