import type { DateRange } from '../calendar/date-range.ts';
import type { VitalsAnswer } from '../vitals/vital-figures.ts';
import type { VitalsService } from '../vitals/vitals-service.ts';
import type { Website } from '../websites/website.ts';
import { pageQuestion } from './page-goals.ts';
import type { PageQuery } from './page-query.ts';

/** The web vitals that a statistics page shows. */
export interface VitalsData {
  readonly pages: VitalsAnswer;
  readonly devices: VitalsAnswer;
}

export interface PageVitals {
  /** @returns undefined if the page doesn't ask for them */
  load(website: Website, query: PageQuery, range: DateRange): Promise<VitalsData | undefined>;
}

/** Loads web vitals for the statistics page. */
export const createPageVitals = (vitals: VitalsService): PageVitals => ({
  async load({ id, organisation }, query, range) {
    if (query.view !== 'vitals') return undefined;
    const question = pageQuestion(query, range);
    const [pages, devices] = await Promise.all([
      vitals.of(organisation, id, { ...question, dimension: 'page' }),
      vitals.of(organisation, id, { ...question, dimension: 'device' }),
    ]);
    return { pages, devices };
  },
});
