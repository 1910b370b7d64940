import { hashPassword, verifyPassword } from '@platform/page-access';

import { createBoundedPool } from '../src/password.ts';

describe('a bounded pool', () => {
  it('runs as many jobs as it may, queues some, and refuses the rest', async () => {
    const run = createBoundedPool({ concurrent: 2, waiting: 3, retryAfterSeconds: 1 });
    let running = 0;
    let most = 0;
    const job = async (): Promise<string> => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 10));
      running -= 1;
      return 'done';
    };
    const outcomes = await Promise.allSettled(Array.from({ length: 9 }, () => run(job)));
    expect(most).toBe(2);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ kind: 'rate_limited', retryAfterSeconds: 1 });
    expect(await run(job)).toBe('done');
  });

  it('carries on after a job that fails', async () => {
    const run = createBoundedPool({ concurrent: 1, waiting: 1, retryAfterSeconds: 1 });
    await expect(run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await run(() => Promise.resolve(1))).toBe(1);
  });
});

describe('many passwords at once', () => {
  it('are hashed up to a bound, and refused with 429 beyond it', async () => {
    const hash = await hashPassword('x');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 120 }, (_, index) =>
        index % 2 === 0 ? hashPassword('x') : verifyPassword('x', hash),
      ),
    );
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    // Two run and sixteen wait.
    expect(refused).toHaveLength(102);
    for (const outcome of refused) expect(outcome).toMatchObject({ reason: { kind: 'rate_limited' } });
    expect(await verifyPassword('x', hash)).toBe(true);
  });
});
