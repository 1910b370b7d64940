import type { DateRange } from '../calendar/date-range.ts';
import type { VitalsAnswer } from '../vitals/vital-figures.ts';
import type { VitalFilters } from '../vitals/vitals-sql.ts';
import type { VitalsStore } from '../vitals/vitals-store.ts';
import type { Website } from '../websites/website.ts';
import { countedRange } from './page-goals.ts';
import type { PageQuery } from './page-query.ts';

/** The web vitals that a statistics page shows. */
export interface VitalsData {
  readonly range: DateRange;
  readonly pages: VitalsAnswer;
  readonly devices: VitalsAnswer;
  /** True if the page has filters that don't apply to web vitals. */
  readonly ignoresFilters: boolean;
}

export interface PageVitals {
  /** @returns undefined if the page doesn't ask for them */
  load(website: Website, query: PageQuery, range: DateRange): Promise<VitalsData | undefined>;
}

/** Filters for one page and one kind of device apply; there is no histogram for others. */
const filtersOf = ({ filters }: PageQuery): VitalFilters =>
  Object.fromEntries(
    filters.flatMap(({ dimension, operator, values }) =>
      (dimension === 'page' || dimension === 'device') && operator === 'is' && values.length === 1
        ? [[dimension, values[0] ?? '']]
        : [],
    ),
  );

/** Loads web vitals for the statistics page. */
export const createPageVitals = (store: VitalsStore): PageVitals => ({
  async load({ id }, query, asked) {
    if (query.view !== 'vitals') return undefined;
    const range = countedRange(asked);
    const filters = filtersOf(query);
    const [pages, devices] = await Promise.all([
      store.of(id, range, 'page', filters),
      store.of(id, range, 'device', filters),
    ]);
    const ignoresFilters = query.filters.length > Object.keys(filters).length || query.segment !== undefined;
    return { range, pages, devices, ignoresFilters };
  },
});
