import { adding, inserter } from './unnest-insert.ts';
import type { VitalDelta } from './vital-deltas.ts';

/** Adds to the histograms of web vitals by day, page and device. */
export const upsertVitals = inserter<VitalDelta>(
  'rollup_vitals',
  [
    { name: 'website_id', type: 'integer', of: (row) => row.websiteId },
    { name: 'day', type: 'date', of: (row) => row.day },
    { name: 'page_id', type: 'integer', of: (row) => row.pageId },
    { name: 'device_id', type: 'integer', of: (row) => row.deviceId },
    { name: 'hits', type: 'integer', of: (row) => row.hits },
    { name: 'vital', type: 'smallint', of: (row) => row.vital },
    { name: 'bucket', type: 'smallint', of: (row) => row.bucket },
  ],
  `ON CONFLICT (website_id, day, vital, page_id, device_id, bucket)
     DO UPDATE SET ${adding('rollup_vitals', ['hits'])}`,
);
