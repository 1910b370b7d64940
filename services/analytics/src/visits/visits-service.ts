import { invalid } from '@platform/errors';

import { lengthInDays } from '../calendar/date-range.ts';
import type { QuestionFields } from '../stats/question-schema.ts';
import type { Questions } from '../stats/questions.ts';
import type { Visit } from './visit.ts';
import type { VisitsStore } from './visits-store.ts';

/** The days and visits that are asked for, and which page of them. */
export interface VisitsQuery extends QuestionFields {
  readonly per_page: number;
  readonly page: number;
}

interface VisitsServiceDeps {
  readonly questions: Questions;
  readonly store: VisitsStore;
}

export interface VisitsService {
  /** @throws AppError `not_found`, and `invalid` for days that are no range, or too many */
  list(
    organisation: string,
    id: number,
    query: VisitsQuery,
  ): Promise<{ readonly visits: readonly Visit[]; readonly total: number }>;
}

/** Every visit of the days is looked at: a month of them. */
const MOST_DAYS = 31;

/** The use case of single visits: today's by default. */
export const createVisitsService = ({ questions, store }: VisitsServiceDeps): VisitsService => ({
  async list(organisation, id, query) {
    const site = await questions.site(organisation, id);
    const filter = await questions.filter(site, query);
    const range = await questions.withTraffic(site, await questions.range(site, query, 1));
    if (lengthInDays(range) > MOST_DAYS)
      throw invalid([{ field: 'to', message: `to must be within ${MOST_DAYS} days of the first day` }]);
    const { page, per_page: limit } = query;
    return store.list({ site, range, filter }, { limit, offset: (page - 1) * limit });
  },
});
