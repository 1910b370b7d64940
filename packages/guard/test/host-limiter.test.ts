import { createHostLimiter } from '../src/host-limiter.ts';

describe('limit per target host', () => {
  const signal = new AbortController().signal;

  it('permits a burst, then keeps to the rate', async () => {
    const limiter = createHostLimiter({ perSecond: 50, burst: 10 });
    const startedAt = performance.now();
    for (let index = 0; index < 10; index += 1) await limiter.wait('a.test', 1000, signal);
    await Promise.all(Array.from({ length: 10 }, () => limiter.wait('a.test', 1000, signal)));
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(10 * 20 - 15);
  });

  it('counts each host separately', async () => {
    const limiter = createHostLimiter({ perSecond: 1, burst: 1 }, () => 0);
    await limiter.wait('a.test', 0, signal);
    await limiter.wait('b.test', 0, signal);
    await expect(limiter.wait('a.test', 999, signal)).rejects.toMatchObject({ code: 'timeout' });
  });

  it('does not let refused requests lengthen the queue', async () => {
    let time = 0;
    const limiter = createHostLimiter({ perSecond: 1, burst: 1 }, () => time);
    await limiter.wait('a.test', 0, signal);
    for (let index = 0; index < 100; index += 1)
      await expect(limiter.wait('a.test', 500, signal)).rejects.toMatchObject({ code: 'timeout' });
    time = 1000;
    await limiter.wait('a.test', 0, signal);
  });

  it('does not limit anything at an infinite rate', async () => {
    const limiter = createHostLimiter({ perSecond: Infinity, burst: 1 });
    await Promise.all(Array.from({ length: 1000 }, () => limiter.wait('a.test', 0, signal)));
    await expect(limiter.wait('a.test', 0, signal)).resolves.toBeUndefined();
  });

  it('stops waiting when the request is aborted', async () => {
    const limiter = createHostLimiter({ perSecond: 0.01, burst: 1 });
    await limiter.wait('a.test', 0, signal);
    await expect(limiter.wait('a.test', 1e6, AbortSignal.timeout(20))).rejects.toThrow('abort');
  });
});
