import { spanOf } from '../calendar/date-range.ts';
import { goalRange } from '../goals/goal-range.ts';
import type { WebsitesService } from '../websites/websites-service.ts';
import type { Journeys } from './journey.ts';
import type { JourneysQuery } from './journeys-schema.ts';
import type { JourneysStore } from './journeys-store.ts';

export interface JourneysServiceDeps {
  readonly websites: Pick<WebsitesService, 'show'>;
  readonly store: JourneysStore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface JourneysService {
  /** @throws AppError `not_found`, and `invalid` for days that are no range */
  through(organisation: string, websiteId: number, query: JourneysQuery): Promise<Journeys>;
}

/** The use case of journeys. */
export const createJourneysService = ({ websites, store, now }: JourneysServiceDeps): JourneysService => ({
  async through(organisation, id, query) {
    const { timezone } = await websites.show(organisation, id);
    const range = goalRange({ id, timezone }, query, now());
    return store.through(id, query.page, spanOf(range, timezone));
  },
});
