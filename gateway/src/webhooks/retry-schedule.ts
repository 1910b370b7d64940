const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses after failed attempts, as Standard Webhooks 1.0 proposes: ten attempts in three days. */
const PAUSES = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/**
 * Milliseconds after which a delivery is tried again; undefined after the last attempt. A fifth of
 * the pause is random, so that deliveries that failed together don't come back together.
 * @param attempt the one that failed, from 1
 */
export const pauseAfter = (attempt: number, random: () => number = Math.random): number | undefined => {
  const pause = PAUSES[attempt - 1];
  return pause === undefined ? undefined : Math.round(pause * (1 + random() / 5));
};
