import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

import { AuditAbandonedError, createAuditPool } from '../../src/audit/audit-pool.ts';
import { artifactsOf, body } from '../checks/page-fixture.ts';

/** Never ends: a page would have to be hostile, and other tests see to those. */
const HOPELESS = `<p ${Array.from({ length: 1_000_000 }, (_, index) => `a${index.toString(36)}`).join(' ')}>x`;

/** Threads are numbered as they start. @returns how many have started in this process, this one included */
const threadsSoFar = async (): Promise<number> => {
  const thread = new Worker('', { eval: true });
  const number = thread.threadId;
  await thread.terminate();
  return number;
};

/** Keeps every processor busy many times over until it is told to stop. */
const keepBusy = async (times: number): Promise<() => void> => {
  const count = times * availableParallelism();
  const processes = Array.from({ length: count }, () =>
    spawn('sh', ['-c', 'echo busy; while :; do :; done'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
  await Promise.all(processes.map(({ stdout }) => once(stdout, 'data')));
  return () => {
    for (const child of processes) child.kill('SIGKILL');
  };
};

it('counts the processor time of a page, not the time that it waits for a processor', async () => {
  // Takes a few hundred milliseconds.
  const page = artifactsOf(body('<p>some <b>text</b> and <a href="/x">a link</a>'.repeat(6000)));
  const patient = createAuditPool({ size: 1, timeoutMs: 60_000 });
  const expected = await patient.audit(page);
  const { user, system } = process.cpuUsage();
  await patient.audit(page);
  const spent = process.cpuUsage({ user, system });
  await patient.close();
  const milliseconds = (spent.user + spent.system) / 1000;

  const pool = createAuditPool({ size: 1, timeoutMs: 2.5 * milliseconds, backstopMs: 600_000 });
  await pool.audit(artifactsOf());
  const release = await keepBusy(5);
  try {
    const before = await threadsSoFar();
    // By the clock it takes five times as long as it did.
    expect(await pool.audit(page)).toEqual(expected);
    // Nor did it need its second attempt.
    expect((await threadsSoFar()) - before - 1).toBe(0);
  } finally {
    release();
    await pool.close();
  }
});

it('tries a page that takes too long once more, and only once', async () => {
  const pool = createAuditPool({ size: 1, timeoutMs: 200 });
  await pool.audit(artifactsOf());
  const before = await threadsSoFar();
  await expect(pool.audit(artifactsOf({ html: HOPELESS }))).rejects.toThrow(AuditAbandonedError);
  // The first attempt ran on the thread that was there; another one was started for the second.
  expect((await threadsSoFar()) - before - 1).toBe(1);
  // The next page gets a new one again.
  expect((await pool.audit(artifactsOf())).score).toBeGreaterThan(0);
  await pool.close();
});
