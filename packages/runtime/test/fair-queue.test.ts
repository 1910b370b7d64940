import { createFairQueue } from '../src/index.ts';
import type { FairQueue } from '../src/index.ts';

const queueOf = (options: { longestWaitMilliseconds?: number } = {}): FairQueue =>
  createFairQueue({
    atOnce: 1,
    most: { each: { pieces: 3, bytes: 300 }, all: { pieces: 5, bytes: 500 } },
    longestWaitMilliseconds: 60_000,
    busy: () => new Error('busy'),
    ...options,
  });

/** Occupies a queue until it is released. */
const occupy = (queue: FairQueue) => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const done = queue.run('first', 0, () => promise);
  return () => {
    resolve(undefined);
    return done;
  };
};

describe('a fair queue', () => {
  it('lets askers take turns, however much one of them wants', async () => {
    const queue = queueOf();
    const release = occupy(queue);
    const order: string[] = [];
    const sent = ['a', 'a', 'a', 'b', 'c'].map((asker) =>
      queue.run(asker, 1, () => Promise.resolve(order.push(asker))),
    );
    await release();
    await Promise.all(sent);
    expect(order).toEqual(['a', 'b', 'c', 'a', 'a']);
  });

  it.each([
    ['pieces of one asker', ['a', 'a', 'a', 'a', 'b'], 1, [3]],
    ['bytes of one asker', ['a', 'a', 'b'], 200, [1]],
    ['pieces of all', ['a', 'a', 'b', 'b', 'c', 'c'], 1, [5]],
    ['bytes of all', ['a', 'b', 'c'], 200, [2]],
  ])('refuses what is beyond the %s', async (_, askers, bytes, refused) => {
    const queue = queueOf();
    const release = occupy(queue);
    const sent = Promise.allSettled(askers.map((asker) => queue.run(asker, bytes, () => Promise.resolve())));
    await release();
    const places = (await sent).flatMap(({ status }, place) => (status === 'rejected' ? [place] : []));
    expect(places).toEqual(refused);
  });

  it('refuses what has waited too long, and goes on', async () => {
    const queue = queueOf({ longestWaitMilliseconds: -1 });
    const release = occupy(queue);
    const late = queue.run('a', 1, () => Promise.resolve('done'));
    const refusal = expect(late).rejects.toThrow('busy');
    await release();
    await refusal;
    expect(await queue.run('a', 1, () => Promise.resolve('done'))).toBe('done');
  });

  it('goes on after work that failed', async () => {
    const queue = queueOf();
    const failed = queue.run('a', 1, () => Promise.reject(new Error('broken')));
    const next = queue.run('b', 1, () => Promise.resolve('done'));
    await expect(failed).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });
});
