import type { CollectService } from '../collect/collect-service.ts';
import type { DropReason } from '../exclusions/drop-reasons.ts';
import type { EventBody } from './events-schema.ts';
import { toServerHit } from './server-hit.ts';

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

/** Takes events from servers, live or backfilled. */
export const createEventsService = (collect: Pick<CollectService, 'fromServer'>): EventsService => ({
  async store(organisation, events, deadline) {
    const results = await Promise.allSettled(
      events.map((event) => collect.fromServer(toServerHit(event), organisation, deadline)),
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
