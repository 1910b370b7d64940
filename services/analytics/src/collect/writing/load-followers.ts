import { plainArray } from '@platform/database';

import type { Month } from '../../partitions/month.ts';
import type { VisitorKey } from '../visits/late-visitors.ts';
import { visitorKey } from '../visits/late-visitors.ts';
import { findTooActive } from '../visits/too-active.ts';
import type { KnownVisitors } from '../visits/assignment-types.ts';
import { onOneShard } from '../../cluster/one-shard.ts';
import { loadKnownVisitors } from './load-visitors.ts';
import type { Run } from './statement.ts';

/** A visit that goes on at midnight, on every day of a month: no person's. */
const MOST_ROUNDS = 31;

const FOLLOWERS = `
  SELECT v.website_id, v.visitor_id, v.continues
  FROM unnest($1::integer[], $2::bigint[]) AS k (website_id, continues)
  JOIN visitors v ON v.website_id = k.website_id AND v.continues = k.continues AND v.continues <> 0`;

const FOLLOWERS_OF_SHARD = `${FOLLOWERS} WHERE ${onOneShard('v.website_id', '$3')}`;

/**
 * Reads visitors together with the ids that they had the days before and after; those who did too
 * much for that are left out.
 */
export const withFollowers = async (
  run: Run,
  keys: readonly VisitorKey[],
  months: readonly Month[],
): Promise<KnownVisitors> => {
  const keyOf = ({ websiteId, visitorId }: VisitorKey): string => visitorKey(websiteId, visitorId);
  const wanted = new Map(keys.map((key) => [keyOf(key), key]));
  const leftOut = new Set<string>();
  for (let round = 1; wanted.size > 0; round += 1) {
    const values = [
      plainArray([...wanted.values()].map(({ websiteId }) => websiteId)),
      plainArray([...wanted.values()].map(({ visitorId }) => visitorId)),
    ];
    const [followers, known] = await Promise.all([
      run<{ website_id: number; visitor_id: string; continues: string }>({
        name: 'load_followers',
        text: FOLLOWERS,
        clusterText: FOLLOWERS_OF_SHARD,
        values,
      }),
      loadKnownVisitors(run, [...wanted.values()], months),
    ]);
    const links = [
      ...followers.rows.map((row) => ({
        from: visitorKey(row.website_id, row.continues),
        to: { websiteId: row.website_id, visitorId: row.visitor_id },
      })),
      ...known.visitors
        .filter(({ continues }) => continues !== '0')
        .map((visitor) => ({
          from: keyOf(visitor),
          to: { websiteId: visitor.websiteId, visitorId: visitor.continues },
        })),
    ];
    let isComplete = true;
    for (const key of findTooActive(known)) leftOut.add(key);
    for (const { from, to } of links) {
      const other = keyOf(to);
      const isNew = !wanted.has(other);
      if (leftOut.has(from) || leftOut.has(other) || (isNew && round >= MOST_ROUNDS))
        leftOut.add(from).add(other);
      else if (isNew) {
        wanted.set(other, to);
        isComplete = false;
      }
    }
    for (const key of leftOut) if (wanted.delete(key)) isComplete = false;
    if (isComplete) return known;
  }
  return { visitors: [], visits: [] };
};
