import { HIT_DIMENSIONS } from '../../dimensions/stored-dimensions.ts';
import type { EventRow, VisitChange } from '../visits/assignment-types.ts';
import { inserter } from './unnest-insert.ts';

export const insertEvents = inserter<EventRow>('events', [
  { name: 'ts', type: 'timestamptz', of: (row) => row.ts },
  { name: 'visit_id', type: 'bigint', of: (row) => row.visitId },
  { name: 'website_id', type: 'integer', of: (row) => row.websiteId },
  { name: 'page_id', type: 'integer', of: (row) => row.pageId },
  { name: 'name_id', type: 'integer', of: (row) => row.nameId },
  { name: 'engaged_ms', type: 'integer', of: (row) => row.engagedMs },
  { name: 'kind', type: 'smallint', of: (row) => row.kind },
  { name: 'flags', type: 'smallint', of: (row) => row.flags },
  { name: 'scroll', type: 'smallint', of: (row) => row.scroll },
  { name: 'props', type: 'jsonb', of: (row) => row.props },
]);

export const upsertVisits = inserter<VisitChange>(
  'visits',
  [
    { name: 'started_at', type: 'timestamptz', of: ({ after }) => after.startedAt },
    { name: 'last_at', type: 'timestamptz', of: ({ after }) => after.lastAt },
    { name: 'visitor_id', type: 'bigint', of: ({ after }) => after.visitorId },
    { name: 'visit_id', type: 'bigint', of: ({ after }) => after.visitId },
    { name: 'website_id', type: 'integer', of: ({ after }) => after.websiteId },
    { name: 'pageviews', type: 'integer', of: ({ after }) => after.pageviews },
    { name: 'events', type: 'integer', of: ({ after }) => after.events },
    { name: 'engaged_ms', type: 'integer', of: ({ after }) => after.engagedMs },
    { name: 'scroll', type: 'integer', of: ({ after }) => after.scroll },
    { name: 'first_today', type: 'integer', of: ({ after }) => after.firstToday },
    { name: 'entry_page_id', type: 'integer', of: ({ after }) => after.entryPageId },
    { name: 'exit_page_id', type: 'integer', of: ({ after }) => after.exitPageId },
    ...HIT_DIMENSIONS.map((dimension) => ({
      name: `${dimension}_id`,
      type: 'integer' as const,
      of: ({ after }: VisitChange) => after.dimensionIds[dimension],
    })),
  ],
  // What is fixed when a visit opens is not written again.
  `ON CONFLICT (website_id, visitor_id, started_at) DO UPDATE SET last_at = excluded.last_at, pageviews = excluded.pageviews,
     events = excluded.events, engaged_ms = excluded.engaged_ms, scroll = excluded.scroll, exit_page_id = excluded.exit_page_id`,
);
