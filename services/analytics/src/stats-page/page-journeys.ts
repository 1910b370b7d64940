import type { DateRange } from '../calendar/date-range.ts';
import type { Journeys } from '../journeys/journey.ts';
import type { JourneysService } from '../journeys/journeys-service.ts';
import type { StatsStore } from '../stats/stats-store.ts';
import type { Website } from '../websites/website.ts';
import { listPanel } from './list-panel.ts';
import { countedRange } from './page-goals.ts';
import type { PageQuery } from './page-query.ts';

export interface PageJourneysDeps {
  readonly journeys: JourneysService;
  readonly store: StatsStore;
}

/** What a page shows of journeys. */
export interface JourneysData extends Journeys {
  readonly page: string;
  readonly range: DateRange;
}

export interface PageJourneys {
  /** @returns undefined where the page doesn't ask for them, and where nothing was viewed */
  load(website: Website, query: PageQuery, range: DateRange): Promise<JourneysData | undefined>;
}

/** Loads journeys for the statistics page. */
export const createPageJourneys = ({ journeys, store }: PageJourneysDeps): PageJourneys => ({
  async load({ id, organisation, timezone }, query, asked) {
    if (query.view !== 'journeys') return undefined;
    const range = countedRange(asked);
    const top = () => listPanel(store, { id, timezone }, 'page', { and: [] }, range, 1);
    const page = query.at ?? (await top()).rows[0]?.value;
    if (page === undefined) return undefined;
    return { page, range, ...(await journeys.through(organisation, id, { ...range, page })) };
  },
});
