const TICK_MILLISECONDS = 250;
/** A longer pause between two ticks is a stall: the process was stopped, or its loop was blocked. */
const STALL_MILLISECONDS = 750;
/** What arrived during a stall is read within this time after it. */
const AFTERMATH_MILLISECONDS = 2_000;

let tickedAt = performance.now();
let stalledUntil = -Infinity;
let timer: NodeJS.Timeout | undefined;

/**
 * Begins to notice stalls of this process. A process that stood still would carry out requests
 * whose clients have been told 504. That the gateway hung up reaches it a moment after the requests
 * do. Absolute deadlines in a header would refuse everything where clocks differ.
 */
export const watchStalls = (): void => {
  tickedAt = performance.now();
  timer ??= setInterval(() => {
    const now = performance.now();
    if (now - tickedAt > STALL_MILLISECONDS) stalledUntil = now + AFTERMATH_MILLISECONDS;
    tickedAt = now;
  }, TICK_MILLISECONDS).unref();
};

/** True for a moment after a stall. */
export const wasStalled = (): boolean => {
  const now = performance.now();
  return now < stalledUntil || (timer !== undefined && now - tickedAt > STALL_MILLISECONDS);
};
