import { plainArray } from '@platform/database';

import type { Month } from '../../partitions/month.ts';
import { partitionName } from '../../partitions/partition-name.ts';
import type { VisitorKey } from '../visits/late-visitors.ts';
import type { KnownVisitors } from '../visits/assignment-types.ts';
import { onOneShard } from '../../cluster/one-shard.ts';
import type { Run } from './statement.ts';
import type { VisitorRow, VisitRow } from './visitor-rows.ts';
import { toVisitor, toVisit, VISIT_COLUMNS } from './visitor-rows.ts';

const LOAD_VISITORS = `
  SELECT v.website_id, v.visitor_id, v.continues, v.day::text AS day, v.seen
  FROM unnest($1::integer[], $2::bigint[]) AS k (website_id, visitor_id)
  JOIN visitors v USING (website_id, visitor_id)`;

const LOAD_VISITORS_OF_SHARD = `${LOAD_VISITORS} WHERE ${onOneShard('v.website_id', '$3')}`;

const epochMs = (column: string): string => `(extract(epoch FROM v.${column}) * 1000)::bigint`;

/**
 * Reads the months' partitions directly. A condition on `started_at` would choose them, too, but
 * makes the index (website_id, started_at) look as good as the key; then every visitor costs all
 * visits of the website.
 */
const loadVisits = (month: Month, onShard = 'true'): string => `
  WITH k AS (SELECT * FROM unnest($1::integer[], $2::bigint[]) AS k (website_id, visitor_id)),
  wanted AS (
    SELECT website_id, visitor_id FROM k
    UNION SELECT v.website_id, v.continues FROM k JOIN visitors v USING (website_id, visitor_id)
      WHERE v.continues <> 0 AND ${onShard}
  )
  SELECT ${VISIT_COLUMNS.map((column) => `v.${column}`).join(', ')},
    ${epochMs('started_at')} AS started_ms, ${epochMs('last_at')} AS last_ms
  FROM wanted JOIN ${partitionName('visits', month)} v USING (website_id, visitor_id)
  WHERE ${onShard}`;

/** Reads visitors, and their visits that began in these months, oldest first. */
export const loadKnownVisitors = async (
  run: Run,
  keys: readonly VisitorKey[],
  months: readonly Month[],
): Promise<KnownVisitors> => {
  const values = [
    plainArray(keys.map(({ websiteId }) => websiteId)),
    plainArray(keys.map(({ visitorId }) => visitorId)),
  ];
  const [visitors, ...visits] = await Promise.all([
    run<VisitorRow>({
      name: 'load_visitors',
      text: LOAD_VISITORS,
      clusterText: LOAD_VISITORS_OF_SHARD,
      values,
    }),
    ...months.map((month) =>
      run<VisitRow>({
        name: `load_visits_${month}`,
        text: loadVisits(month),
        clusterText: loadVisits(month, onOneShard('v.website_id', '$3')),
        values,
      }),
    ),
  ]);
  return {
    visitors: visitors.rows.map(toVisitor),
    visits: visits
      .flatMap(({ rows }) => rows)
      .map(toVisit)
      .sort((a, b) => a.startedAt - b.startedAt),
  };
};
