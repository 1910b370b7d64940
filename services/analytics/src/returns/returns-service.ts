import { invalid } from '@platform/errors';

import { lengthInDays } from '../calendar/date-range.ts';
import type { DateRange } from '../calendar/date-range.ts';
import type { Questions } from '../stats/questions.ts';
import type { QuestionFields } from '../stats/statistic-schema.ts';
import type { Returns, ReturnsStore } from './returns-store.ts';

export interface ReturnsServiceDeps {
  readonly questions: Questions;
  readonly store: ReturnsStore;
}

export interface ReturnsService {
  /** @throws AppError `not_found`, and `invalid` for days that are no range, or too many */
  of(
    organisation: string,
    id: number,
    query: QuestionFields,
  ): Promise<Returns & { readonly range: DateRange }>;
}

/** Every visit of the days is read: a year of them and a day. */
const MOST_DAYS = 367;

/** The use case of visitors who come back on the same day. */
export const createReturnsService = ({ questions, store }: ReturnsServiceDeps): ReturnsService => ({
  async of(organisation, id, query) {
    const site = await questions.site(organisation, id);
    const filter = await questions.filter(site, query);
    const range = await questions.range(site, query);
    const counted = await questions.withTraffic(site, range);
    if (lengthInDays(counted) > MOST_DAYS)
      throw invalid([{ field: 'to', message: `to must be within ${MOST_DAYS} days of the first day` }]);
    return { range, ...(await store.count({ site, range: counted, filter })) };
  },
});
