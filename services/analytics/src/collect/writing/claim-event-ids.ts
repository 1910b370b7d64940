import { insertOnShard } from '../../cluster/one-shard.ts';

const CLAIM_COLUMNS = ['website_id', 'event_id', 'seen_at'];

const CLAIM_SOURCE = `(SELECT *, $3::timestamptz FROM unnest($1::integer[], $2::uuid[]))`;

const CLAIM_CONFLICT = `ON CONFLICT (website_id, event_id) DO NOTHING
  RETURNING website_id, replace(event_id::text, '-', '') AS event_id`;

/** Stores event ids and returns those that were new. */
export const CLAIM = `
  INSERT INTO event_ids (${CLAIM_COLUMNS.join(', ')})
  SELECT * FROM ${CLAIM_SOURCE} AS k (${CLAIM_COLUMNS.join(', ')}) ORDER BY website_id, event_id ${CLAIM_CONFLICT}`;

export const CLAIM_ON_SHARD = insertOnShard({
  table: 'event_ids',
  columns: CLAIM_COLUMNS,
  source: CLAIM_SOURCE,
  websites: '$4',
  conflict: CLAIM_CONFLICT,
});

/** Key of an event id in the set that `claimEventIds` returns. */
export const eventKey = (websiteId: number, eventId: string): string => `${websiteId} ${eventId}`;
