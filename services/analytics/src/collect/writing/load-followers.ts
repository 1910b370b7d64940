import { plainArray } from '@platform/database';

import type { Month } from '../../partitions/month.ts';
import type { VisitorKey } from '../visits/late-visitors.ts';
import { visitorKey } from '../visits/late-visitors.ts';
import type { KnownVisitors } from '../visits/assignment-types.ts';
import { onOneShard } from '../../cluster/one-shard.ts';
import { loadKnownVisitors } from './load-visitors.ts';
import type { Run } from './statement.ts';

const FOLLOWERS = `
  SELECT v.website_id, v.visitor_id
  FROM unnest($1::integer[], $2::bigint[]) AS k (website_id, continues)
  JOIN visitors v ON v.website_id = k.website_id AND v.continues = k.continues AND v.continues <> 0`;

const FOLLOWERS_OF_SHARD = `${FOLLOWERS} WHERE ${onOneShard('v.website_id', '$3')}`;

/** Reads visitors together with the ids that they had the days before and after. */
export const withFollowers = async (
  run: Run,
  keys: readonly VisitorKey[],
  months: readonly Month[],
): Promise<KnownVisitors> => {
  const wanted = new Map(keys.map((key) => [visitorKey(key.websiteId, key.visitorId), key]));
  for (;;) {
    const before = wanted.size;
    const values = [
      plainArray([...wanted.values()].map(({ websiteId }) => websiteId)),
      plainArray([...wanted.values()].map(({ visitorId }) => visitorId)),
    ];
    const [followers, known] = await Promise.all([
      run<{ website_id: number; visitor_id: string }>({
        name: 'load_followers',
        text: FOLLOWERS,
        clusterText: FOLLOWERS_OF_SHARD,
        values,
      }),
      loadKnownVisitors(run, [...wanted.values()], months),
    ]);
    const found = followers.rows.map((row) => ({ websiteId: row.website_id, visitorId: row.visitor_id }));
    const continued = known.visitors.flatMap(({ websiteId, continues }) =>
      continues === '0' ? [] : [{ websiteId, visitorId: continues }],
    );
    for (const key of [...found, ...continued]) wanted.set(visitorKey(key.websiteId, key.visitorId), key);
    if (wanted.size === before) return known;
  }
};
