import { createReplicaLag } from '../src/read-from-replica.ts';

describe('the lag of a replica, of which 5 seconds are allowed', () => {
  it('is unknown, and so too large, before both were asked', () => {
    const lag = createReplicaLag(5_000);
    expect(lag.isFresh(0)).toBe(false);
    lag.notePrimary(0, 100n);
    expect(lag.isFresh(0)).toBe(false);
    lag.noteReplica(99n);
    expect(lag.isFresh(0)).toBe(false);
    lag.noteReplica(100n);
    expect(lag.isFresh(0)).toBe(true);
  });

  it('counts from when the primary was asked, not from when the replica answered', () => {
    const lag = createReplicaLag(5_000);
    lag.notePrimary(1_000, 100n);
    lag.notePrimary(2_000, 200n);
    lag.notePrimary(3_000, 300n);
    lag.noteReplica(250n);
    expect(lag.isFresh(7_000)).toBe(true);
    expect(lag.isFresh(7_001)).toBe(false);
    // It caught up.
    lag.noteReplica(300n);
    expect(lag.isFresh(8_000)).toBe(true);
    expect(lag.isFresh(8_001)).toBe(false);
  });

  it('grows while nothing is heard of the primary, though the replica answers', () => {
    const lag = createReplicaLag(5_000);
    lag.notePrimary(0, 100n);
    for (let now = 0; now <= 6_000; now += 1_000) lag.noteReplica(100n);
    expect(lag.isFresh(5_000)).toBe(true);
    expect(lag.isFresh(5_001)).toBe(false);
  });

  it('is small on a primary that writes nothing', () => {
    const lag = createReplicaLag(5_000);
    for (let now = 0; now <= 60_000; now += 1_000) {
      lag.notePrimary(now, 100n);
      lag.noteReplica(100n);
    }
    expect(lag.isFresh(60_000)).toBe(true);
  });

  it('forgets what a replica showed before it was lost', () => {
    const lag = createReplicaLag(5_000);
    lag.notePrimary(0, 100n);
    lag.noteReplica(100n);
    lag.lose();
    expect(lag.isFresh(1)).toBe(false);
    lag.noteReplica(100n);
    expect(lag.isFresh(1)).toBe(false);
  });
});
