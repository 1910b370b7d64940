import { plainArray, textArray } from '@platform/database';

import type { Visitor } from '../visits/visit.ts';
import { insertOnShard } from '../../cluster/one-shard.ts';
import type { Statement } from './statement.ts';

const VISITORS = ['visitor_id', 'continues', 'website_id', 'day', 'seen'];

const VISITORS_SOURCE = 'unnest($1::bigint[], $2::bigint[], $3::integer[], $4::date[], $5::text[])';

const VISITORS_CONFLICT =
  'ON CONFLICT (website_id, visitor_id) DO UPDATE SET seen = excluded.seen, continues = excluded.continues';

/** `seen` is an array itself, which unnest would flatten. It travels as text. */
export const upsertVisitors = (visitors: readonly Visitor[]): Statement => ({
  name: 'insert_visitors',
  text: `INSERT INTO visitors (${VISITORS.join(', ')})
     SELECT visitor_id, continues, website_id, day, seen::integer[]
     FROM ${VISITORS_SOURCE} AS v (${VISITORS.join(', ')}) ${VISITORS_CONFLICT}`,
  clusterText: insertOnShard({
    table: 'visitors',
    columns: VISITORS,
    source: VISITORS_SOURCE,
    websites: '$6',
    conflict: VISITORS_CONFLICT,
    expressions: { seen: 'k.seen::integer[]' },
  }),
  values: [
    plainArray(visitors.map(({ visitorId }) => visitorId)),
    plainArray(visitors.map(({ continues }) => continues)),
    plainArray(visitors.map(({ websiteId }) => websiteId)),
    plainArray(visitors.map(({ day }) => day)),
    textArray(visitors.map(({ seen }) => plainArray(seen))),
  ],
});
