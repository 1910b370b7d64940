import type pg from 'pg';

import type { SiteDay, TrafficEvent, TrafficSite } from '@platform/traffic';

import { createCopyWriter } from './copy-writer.ts';
import { VISIT_COLUMNS } from './dimensions.ts';
import { createSiteDictionary } from './site-dictionary.ts';
import { createVisitTracker } from './visit-tracker.ts';
import type { VisitRow } from './visit-tracker.ts';

export interface RowCounts {
  readonly events: number;
  readonly visits: number;
  readonly drops: number;
}

export interface RowWriter {
  add(siteDay: SiteDay): Promise<void>;
  /** Writes what is left and commits. */
  end(): Promise<RowCounts>;
}

const KINDS = { pageview: 0, event: 1, engagement: 2 } as const;
/** Numbers of `drops.reason`. */
const REASONS = { bot: 2, ai_crawler: 3, referrer_spam: 5 } as const;
const NO_VISIT = 9;

const EVENT_COLUMNS = [
  'ts',
  'visit_id',
  'website_id',
  'page_id',
  'name_id',
  'engaged_ms',
  'kind',
  'flags',
  'scroll',
  'props',
];
const VISIT_ROW_COLUMNS = [
  'started_at',
  'last_at',
  'visitor_id',
  'visit_id',
  'website_id',
  'pageviews',
  'events',
  'engaged_ms',
  'scroll',
  'first_today',
  'entry_page_id',
  'exit_page_id',
  ...VISIT_COLUMNS,
];

const time = (instant: number): string => new Date(instant).toISOString();

/** Turns days of traffic into rows of events, visits, dictionaries and drops. */
export const createRowWriter = async (
  connect: () => Promise<pg.Client>,
  websites: readonly { id: number; site: TrafficSite }[],
): Promise<RowWriter> => {
  const [events, visits] = await Promise.all([
    createCopyWriter(connect, 'events', EVENT_COLUMNS),
    createCopyWriter(connect, 'visits', VISIT_ROW_COLUMNS),
  ]);
  const states = new Map(
    websites.map(({ id, site }) => {
      const dictionary = createSiteDictionary();
      return [site, { id, dictionary, tracker: createVisitTracker(site.seed, dictionary) }] as const;
    }),
  );
  const drops = new Map<string, number>();
  const counts = { events: 0, visits: 0, drops: 0 };

  const drop = (id: number, day: string, reason: number): void => {
    const key = `${id}\t${day}\t${reason}`;
    drops.set(key, (drops.get(key) ?? 0) + 1);
    counts.drops += 1;
  };

  const writeVisits = (id: number, rows: readonly VisitRow[]): void => {
    counts.visits += rows.length;
    for (const visit of rows)
      visits.row([
        time(visit.startedAt),
        time(visit.lastAt),
        visit.visitorId,
        visit.visitId,
        id,
        visit.pageviews,
        visit.events,
        visit.engagedMs,
        visit.scroll,
        visit.firstToday,
        visit.entryPageId,
        visit.exitPageId,
        ...visit.dimensionIds,
      ]);
  };

  const propsOf = ({ kind, props }: TrafficEvent): string =>
    kind === 'event' ? JSON.stringify(props) : '{}';

  return {
    async add(siteDay) {
      const state = states.get(siteDay.site);
      if (!state) throw new Error(`${siteDay.site.domain} is not one of the websites.`);
      const { id, tracker } = state;
      writeVisits(id, tracker.begin(siteDay));
      for (const event of siteDay.events) {
        const place = event.unwanted ? null : tracker.add(event);
        if (!place) {
          drop(id, siteDay.day, event.unwanted ? REASONS[event.unwanted.reason] : NO_VISIT);
          continue;
        }
        counts.events += 1;
        events.row([
          time(event.ts),
          place.visitId,
          id,
          place.pageId,
          place.nameId,
          event.engagedMs,
          KINDS[event.kind],
          place.flags,
          event.scroll,
          propsOf(event),
        ]);
      }
      await events.drain();
      await visits.drain();
    },

    async end() {
      for (const { id, tracker } of states.values()) writeVisits(id, tracker.end());
      await Promise.all([events.end(), visits.end()]);
      const dictionary = await createCopyWriter(connect, 'dictionary', [
        'website_id',
        'id',
        'dimension',
        'value',
        'title',
      ]);
      const heads = await createCopyWriter(connect, 'dictionary_heads', [
        'website_id',
        'last_id',
        'day',
        'new_values',
      ]);
      for (const { id, dictionary: own } of states.values()) {
        for (const entry of own.entries)
          dictionary.row([id, entry.id, entry.dimension, entry.value, entry.title]);
        heads.row([id, own.entries.length, time(0).slice(0, 10), 0]);
      }
      const dropped = await createCopyWriter(connect, 'drops', ['website_id', 'day', 'reason', 'count']);
      for (const [key, count] of drops) dropped.row([...key.split('\t'), count]);
      await Promise.all([dictionary.end(), heads.end(), dropped.end()]);
      return counts;
    },
  };
};
