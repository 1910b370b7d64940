/**
 * The table that all others are placed with. It has a row for every website that was ever written
 * to, which lends the writer's statements the website's shard (docs/adr/0032).
 */
export const ANCHOR = 'dictionary_heads';

/** Tables that grow with the traffic. On Citus their rows live on the node of their website. */
export const DISTRIBUTED_TABLES = [
  ANCHOR,
  'dictionary',
  'events',
  'visits',
  'rollup_quarters',
  'rollup_pages',
  'rollup_values',
  'rollup_vitals',
  'salts',
  'ended_days',
  'visitors',
  'event_ids',
  'late_writes',
  'drops',
  'month_sums',
  'month_sums_days',
  'month_sums_pages',
  'month_sums_values',
  'column_blocks',
  'goal_days',
  'click_days',
  'imported_days',
  'imported_pages',
  'imported_values',
] as const;
