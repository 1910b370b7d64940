import { eventually } from '@platform/testing';

import type { LogPosition, ReplicaWatch } from '../src/read-from-replica.ts';
import { watchReplica } from '../src/read-from-replica.ts';

const FOREVER_MILLISECONDS = 3_600_000;
/** Compares often, and nothing ages while a test runs. */
const OFTEN = 10;

const of = (position: bigint, end: bigint | null = position): LogPosition => ({
  server: '1',
  position,
  end,
});

let changes: { isFresh: boolean; reason?: unknown }[];
/** Answers of the servers; the primary is asked before and after the replica. */
let before: bigint;
let after: bigint | Error;
let replayed: bigint;
let comparisons: number;
let watch: ReplicaWatch;

/** Waits until everything was asked again since. */
const compared = async (): Promise<void> => {
  const since = comparisons;
  await eventually(() => {
    expect(comparisons).toBeGreaterThan(since + 2);
  });
};

beforeEach(() => {
  changes = [];
  comparisons = 0;
  [before, after, replayed] = [1_000n, 1_000n, 1_000n];
  let isAfter = false;
  watch = watchReplica({
    primary: {
      read() {
        const asked = isAfter ? after : before;
        isAfter = false;
        return asked instanceof Error ? Promise.reject(asked) : Promise.resolve(of(asked));
      },
      close: () => Promise.resolve(),
    },
    replica: {
      read() {
        isAfter = true;
        comparisons += 1;
        return Promise.resolve(of(replayed, null));
      },
      close: () => Promise.resolve(),
    },
    maxLagMilliseconds: FOREVER_MILLISECONDS,
    everyMilliseconds: OFTEN,
    onChange: (isFresh, reason) => changes.push({ isFresh, reason }),
  });
});
afterEach(() => watch.stop());

const isFreshSoon = (): Promise<void> =>
  eventually(() => {
    expect(watch.isFresh()).toBe(true);
  });

describe('the watch over a replica', () => {
  it('trusts a replica that replays what the primary writes between the questions', async () => {
    [before, replayed, after] = [1_000n, 1_050n, 1_100n];
    await isFreshSoon();
    await compared();
    expect(changes).toEqual([{ isFresh: true, reason: undefined }]);
  });

  it('loses a replica ahead of the primary: it shows a history that was abandoned', async () => {
    await isFreshSoon();
    // The primary was restored to an earlier time; its system identifier stays the same.
    [before, after] = [500n, 510n];
    await eventually(() => {
      expect(watch.isFresh()).toBe(false);
    });
    await compared();
    expect(watch.isFresh()).toBe(false);
    expect(changes).toHaveLength(2);
    expect(String(changes[1]?.reason)).toMatch(/history that the primary has left/);
  });

  it('does not trust that replica again when the primary overtakes it, only once it was rebuilt', async () => {
    await isFreshSoon();
    [before, after] = [500n, 510n];
    await eventually(() => {
      expect(watch.isFresh()).toBe(false);
    });
    // Between the two questions, the primary passes the replica's position.
    [before, after] = [990n, 1_010n];
    await compared();
    expect(watch.isFresh()).toBe(false);
    [before, replayed, after] = [1_100n, 1_100n, 1_100n];
    await isFreshSoon();
  });

  it('proves nothing while the primary answers only the first question, but loses nothing either', async () => {
    await isFreshSoon();
    watch.lose(new Error('once'));
    after = new Error('The primary is away.');
    const read = watch.unlessLost(compared().then(() => 'read'));
    await compared();
    expect(watch.isFresh()).toBe(false);
    expect(await read).toBe('read');
  });
});
