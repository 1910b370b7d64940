import { setImmediate as turn } from 'node:timers/promises';

import { DeadlineError, withDeadline } from '../src/index.ts';

describe('a deadline', () => {
  it('passes on the result or error of work that is in time', async () => {
    expect(await withDeadline(Promise.resolve(7), 1_000)).toBe(7);
    await expect(withDeadline(Promise.reject(new Error('no')), 1_000)).rejects.toThrow('no');
  });

  it('rejects with the given error when the work is late', async () => {
    const never = new Promise<never>(() => undefined);
    await expect(withDeadline(never, 10)).rejects.toThrow(new DeadlineError(10));
    await expect(withDeadline(never, 10, () => new RangeError('late'))).rejects.toThrow('late');
  });

  it('leaves no unhandled rejection when work fails after the deadline', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    const work = Promise.withResolvers<never>();
    await expect(withDeadline(work.promise, 5)).rejects.toThrow('timed out');
    work.reject(new Error('too late to matter'));
    // Node.js tells of unhandled rejections before the next turn of the event loop.
    await turn();
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });
});
