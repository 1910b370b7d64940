import type { CollectService } from '../collect/collect-service.ts';
import type { DropReason } from '../exclusions/drop-reasons.ts';
import type { HitBody, Sender } from '../collect/intake/hit.ts';
import type { EventBody } from './events-schema.ts';

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

const toHitBody = (event: EventBody): HitBody => ({
  siteKey: event.site_key,
  name: event.name,
  url: event.url ? URL.parse(event.url) : null,
  referrer: event.referrer ?? '',
  title: event.title ?? '',
  screen: event.screen ?? '',
  language: event.language ?? '',
  props: event.props ?? {},
  engagedMs: 0,
  scroll: 0,
  id: event.id ?? '',
});

const toSender = (event: EventBody): Sender => ({
  address: event.ip ?? '',
  userAgent: event.user_agent ?? '',
  origin: '',
  acceptLanguage: '',
});

/** Takes events from servers, live or backfilled. */
export const createEventsService = (collect: Pick<CollectService, 'fromServer'>): EventsService => ({
  async store(organisation, events, deadline) {
    const results = await Promise.allSettled(
      events.map((event) => {
        const time = event.time === undefined ? null : Date.parse(event.time);
        return collect.fromServer(
          { body: toHitBody(event), sender: toSender(event), time },
          organisation,
          deadline,
        );
      }),
    );
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
