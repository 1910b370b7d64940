export interface ReplicaLag {
  /**
   * Notes a position of the primary's log.
   * @param askedAt when it was asked for: everything committed earlier is at or before the position
   */
  notePrimary(askedAt: number, position: bigint): void;
  /** Notes how far the replica, which must follow the primary's history, has replayed the log. */
  noteReplica(position: bigint): void;
  /** Forgets what is known about the replica, for example after a fault. */
  lose(): void;
  /** True if the replica is known to show everything that was committed `maxLag` before `now`. */
  isFresh(now: number): boolean;
}

/**
 * Proves an upper bound on the age of a replica's data, from positions in the primary's log. This
 * doesn't depend on any server's clock, doesn't mistake a replica that no longer receives anything
 * for one that has nothing to receive, and writes nothing.
 * @param maxLag in the unit of the times given, milliseconds here
 */
export const createReplicaLag = (maxLag: number): ReplicaLag => {
  let waiting: { askedAt: number; position: bigint }[] = [];
  /** The replica shows everything that was committed before this time. */
  let provenAt = -Infinity;
  return {
    notePrimary(askedAt, position) {
      waiting = waiting.filter((sample) => askedAt - sample.askedAt <= maxLag);
      waiting.push({ askedAt, position });
    },
    noteReplica(position) {
      const reached = waiting.filter((sample) => sample.position <= position);
      provenAt = Math.max(provenAt, ...reached.map(({ askedAt }) => askedAt));
      waiting = waiting.filter((sample) => sample.position > position);
    },
    lose() {
      provenAt = -Infinity;
      waiting = [];
    },
    isFresh: (now) => now - provenAt <= maxLag,
  };
};
