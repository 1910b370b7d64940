import { setImmediate } from 'node:timers/promises';

import type { CollectService } from '../collect/collect-service.ts';
import type { Outcome, ServerHit } from '../collect/hit.ts';
import { NO_DETAILS } from '../collect/intake/hit-body.ts';
import type { DropReason } from '../exclusions/rules/drop-reasons.ts';

/** One event of a server, as it is sent. */
export interface EventBody {
  id?: string;
  site_key: string;
  name: string;
  url?: string | null;
  referrer?: string | null;
  title?: string | null;
  time?: string;
  ip?: string | null;
  user_agent?: string | null;
  screen?: string | null;
  language?: string | null;
  props?: Record<string, string | number | boolean>;
}

/** The hit that a server's event describes. */
export const toServerHit = (event: EventBody): ServerHit => ({
  body: {
    ...NO_DETAILS,
    siteKey: event.site_key,
    name: event.name,
    url: event.url ? URL.parse(event.url) : null,
    referrer: event.referrer ?? '',
    title: event.title ?? '',
    screen: event.screen ?? '',
    language: event.language ?? '',
    props: event.props ?? {},
    id: event.id ?? '',
  },
  sender: {
    address: event.ip ?? '',
    userAgent: event.user_agent ?? '',
    origin: '',
    acceptLanguage: '',
  },
  time: event.time === undefined ? null : Date.parse(event.time),
});

/** Events that are read before others get their turn. */
const AT_ONCE = 20;

export interface EventsResult {
  readonly received: number;
  readonly stored: number;
  readonly dropped: Readonly<Partial<Record<DropReason, number>>>;
}

export interface EventsService {
  /**
   * Stores a server's events, each once however often it is sent. Resolves when all have committed.
   */
  store(organisation: string, events: readonly EventBody[], deadline: number): Promise<EventsResult>;
}

/** How a promise ends. It may be told before anybody asks. */
const settled = async <Value>(promise: Promise<Value>): Promise<PromiseSettledResult<Value>> => {
  const [result] = await Promise.allSettled([promise]);
  return result;
};

/** Takes events from servers, live or backfilled. */
export const createEventsService = (collect: Pick<CollectService, 'fromServer'>): EventsService => ({
  async store(organisation, events, deadline) {
    const taken: Promise<PromiseSettledResult<Outcome>>[] = [];
    for (const [place, event] of events.entries()) {
      // Others get their turn in between: to read a thousand events at once would hold them up.
      if (place > 0 && place % AT_ONCE === 0) await setImmediate();
      taken.push(settled(collect.fromServer(toServerHit(event), organisation, deadline)));
    }
    const results = await Promise.all(taken);
    // Every event has an outcome before a failure is reported: what a client sends again must not
    // overtake the rest.
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason as Error;
    const dropped: Partial<Record<DropReason, number>> = {};
    let stored = 0;
    for (const result of results) {
      if (result.status === 'rejected') continue;
      if (result.value === 'stored') stored += 1;
      else if (result.value !== 'ignored') dropped[result.value] = (dropped[result.value] ?? 0) + 1;
    }
    return { received: events.length, stored, dropped };
  },
});
