export const FREQUENCIES = ['daily', 'weekly', 'monthly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** The time of day, and of the week, at which something repeats. */
export interface Times {
  /** 1 is Monday. Of a monthly schedule it is the first such day. */
  readonly weekday: number;
  /** 0–23, in `timezone`. */
  readonly hour: number;
  /** IANA name. */
  readonly timezone: string;
}

/** Of a schedule that doesn't name its own. */
export const USUAL_TIMES: Times = { weekday: 1, hour: 6, timezone: 'UTC' };
