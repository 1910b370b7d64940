/** What a range can be cut into. */
export const INTERVALS = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const;
export type Interval = (typeof INTERVALS)[number];
