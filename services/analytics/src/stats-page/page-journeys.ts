import type { DateRange } from '../calendar/date-range.ts';
import type { Journeys } from '../journeys/journey.ts';
import type { JourneysService } from '../journeys/journeys-service.ts';
import type { Questions } from '../stats/questions.ts';
import type { StatsStore } from '../stats/stats-store.ts';
import type { Website } from '../websites/website.ts';
import { listPanel } from './list-panel.ts';
import { pageQuestion } from './page-goals.ts';
import type { PageQuery } from './page-query.ts';

export interface PageJourneysDeps {
  readonly journeys: JourneysService;
  readonly store: StatsStore;
  readonly questions: Pick<Questions, 'filter'>;
}

/** What a page shows of journeys. */
export interface JourneysData extends Journeys {
  readonly page: string;
}

export interface PageJourneys {
  /** @returns undefined where the page doesn't ask for them, and where nothing was viewed */
  load(website: Website, query: PageQuery, range: DateRange): Promise<JourneysData | undefined>;
}

/** Loads journeys for the statistics page. */
export const createPageJourneys = ({ journeys, store, questions }: PageJourneysDeps): PageJourneys => ({
  async load({ id, organisation, timezone }, query, range) {
    if (query.view !== 'journeys') return undefined;
    const question = pageQuestion(query, range);
    const top = async () => {
      const site = { id, timezone };
      return listPanel(store, site, 'page', await questions.filter(site, question), range, 1);
    };
    const page = query.at ?? (await top()).rows[0]?.value;
    if (page === undefined) return undefined;
    return { page, ...(await journeys.through(organisation, id, { ...question, page })) };
  },
});
