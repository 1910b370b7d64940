import type { Questions } from '../stats/questions.ts';
import type { Journeys, JourneysStore } from './journeys-store.ts';
import type { JourneysQuery } from './journeys-schema.ts';

export interface JourneysServiceDeps {
  readonly questions: Questions;
  readonly store: JourneysStore;
}

export interface JourneysService {
  /** @throws AppError `not_found`, and `invalid` for days that are no range or filters that name nothing */
  through(organisation: string, websiteId: number, query: JourneysQuery): Promise<Journeys>;
}

/** The use case of journeys. */
export const createJourneysService = ({ questions, store }: JourneysServiceDeps): JourneysService => ({
  async through(organisation, id, query) {
    const site = await questions.site(organisation, id);
    const filter = await questions.filter(site, query);
    const range = await questions.withTraffic(site, await questions.range(site, query));
    return store.through({ site, range, filter }, query.page);
  },
});
