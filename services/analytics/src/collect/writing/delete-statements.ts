import { plainArray, timeArray } from '@platform/database';

import type { Visit } from '../visits/visit.ts';
import { spanOf } from './load-settled.ts';
import type { Statement } from './statement.ts';

const DELETE_EVENTS = `DELETE FROM events e
  USING unnest($1::integer[], $2::bigint[], $3::timestamptz[], $4::timestamptz[]) AS k (website_id, visit_id, first, last)
  WHERE e.website_id = k.website_id AND e.visit_id = k.visit_id AND e.ts BETWEEN k.first AND k.last`;

/** Removes events of visits that are settled again. */
export const deleteEvents = (visits: readonly Visit[]): Statement => ({
  name: 'delete_events',
  text: DELETE_EVENTS,
  clusterText: `${DELETE_EVENTS} AND e.website_id = ANY ($5::integer[])`,
  values: [
    plainArray(visits.map(({ websiteId }) => websiteId)),
    plainArray(visits.map(({ visitId }) => visitId)),
    timeArray(visits.map((visit) => spanOf(visit)[0])),
    timeArray(visits.map((visit) => spanOf(visit)[1])),
  ],
});

const DELETE_VISITS = `DELETE FROM visits v
  USING unnest($1::integer[], $2::bigint[], $3::timestamptz[]) AS k (website_id, visitor_id, started_at)
  WHERE v.website_id = k.website_id AND v.visitor_id = k.visitor_id AND v.started_at = k.started_at`;

/** Removes visits that are settled again. */
export const deleteVisits = (visits: readonly Visit[]): Statement => ({
  name: 'delete_visits',
  text: DELETE_VISITS,
  clusterText: `${DELETE_VISITS} AND v.website_id = ANY ($4::integer[])`,
  values: [
    plainArray(visits.map(({ websiteId }) => websiteId)),
    plainArray(visits.map(({ visitorId }) => visitorId)),
    timeArray(visits.map(({ startedAt }) => startedAt)),
  ],
});
