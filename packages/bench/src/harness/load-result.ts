/** Result of a load. */
export interface LoadResult {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Answers with the expected status. */
  readonly acknowledged: number;
  /** All other answers, and requests without one. */
  readonly failed: number;
}
