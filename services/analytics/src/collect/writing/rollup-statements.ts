import type { LateDay } from './late-days.ts';
import type { PageDelta, QuarterDelta, ValueDelta } from './rollup-delta.ts';
import { inserter, adding } from './unnest-insert.ts';

/** Adds to the sums of quarter hours. */
export const upsertQuarters = inserter<QuarterDelta>(
  'rollup_quarters',
  [
    { name: 'bucket', type: 'timestamptz', of: (row) => row.bucket },
    { name: 'duration_s', type: 'bigint', of: (row) => row.durationS },
    { name: 'engaged_ms', type: 'bigint', of: (row) => row.engagedMs },
    { name: 'scroll', type: 'bigint', of: (row) => row.scroll },
    { name: 'website_id', type: 'integer', of: (row) => row.websiteId },
    { name: 'pageviews', type: 'integer', of: (row) => row.pageviews },
    { name: 'visitors', type: 'integer', of: (row) => row.visitors },
    { name: 'visits', type: 'integer', of: (row) => row.visits },
    { name: 'bounces', type: 'integer', of: (row) => row.bounces },
    { name: 'events', type: 'integer', of: (row) => row.events },
  ],
  `ON CONFLICT (website_id, bucket) DO UPDATE SET ${adding('rollup_quarters', [
    'duration_s',
    'engaged_ms',
    'scroll',
    'pageviews',
    'visitors',
    'visits',
    'bounces',
    'events',
  ])}`,
);

/** Adds to the sums of pages by day. */
export const upsertPages = inserter<PageDelta>(
  'rollup_pages',
  [
    { name: 'engaged_ms', type: 'bigint', of: (row) => row.engagedMs },
    { name: 'scroll', type: 'bigint', of: (row) => row.scroll },
    { name: 'website_id', type: 'integer', of: (row) => row.websiteId },
    { name: 'day', type: 'date', of: (row) => row.day },
    { name: 'page_id', type: 'integer', of: (row) => row.pageId },
    { name: 'pageviews', type: 'integer', of: (row) => row.pageviews },
    { name: 'visitors', type: 'integer', of: (row) => row.visitors },
    { name: 'entries', type: 'integer', of: (row) => row.entries },
    { name: 'exits', type: 'integer', of: (row) => row.exits },
  ],
  `ON CONFLICT (website_id, day, page_id) DO UPDATE SET ${adding('rollup_pages', [
    'engaged_ms',
    'scroll',
    'pageviews',
    'visitors',
    'entries',
    'exits',
  ])}`,
);

/** Adds to the sums of values by day. */
export const upsertValues = inserter<ValueDelta>(
  'rollup_values',
  [
    { name: 'website_id', type: 'integer', of: (row) => row.websiteId },
    { name: 'day', type: 'date', of: (row) => row.day },
    { name: 'value_id', type: 'integer', of: (row) => row.valueId },
    { name: 'visitors', type: 'integer', of: (row) => row.visitors },
    { name: 'visits', type: 'integer', of: (row) => row.visits },
    { name: 'hits', type: 'integer', of: (row) => row.hits },
    { name: 'dimension', type: 'smallint', of: (row) => row.dimension },
  ],
  `ON CONFLICT (website_id, dimension, day, value_id)
     DO UPDATE SET ${adding('rollup_values', ['visitors', 'visits', 'hits'])}`,
);

/** Counts the batches that came late for a day. */
export const countLateWrites = inserter<LateDay>(
  'late_writes',
  [
    { name: 'website_id', type: 'integer', of: (row) => row.websiteId },
    { name: 'day', type: 'date', of: (row) => row.day },
    { name: 'writes', type: 'bigint', of: () => 1 },
  ],
  `ON CONFLICT (website_id, day) DO UPDATE SET ${adding('late_writes', ['writes'])}`,
);
