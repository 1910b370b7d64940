import type { Condition } from '../stats/query/filter.ts';
import type { Questions } from '../stats/questions.ts';
import type { VitalsAnswer } from './vitals.ts';
import type { VitalsQuery } from './vitals-schema.ts';
import type { VitalsStore } from './vitals-store.ts';

export interface VitalsServiceDeps {
  readonly questions: Questions;
  readonly store: VitalsStore;
}

export interface VitalsService {
  /** @throws AppError `not_found`, or `invalid` for days that aren't a range or filters that name nothing */
  of(organisation: string, websiteId: number, query: VitalsQuery): Promise<VitalsAnswer>;
}

const isOnly = (dimension: 'page' | 'device', value: string | undefined): readonly Condition[] =>
  value === undefined ? [] : [{ dimension, operator: 'is', values: [value] }];

/** The use case of web vitals. */
export const createVitalsService = ({ questions, store }: VitalsServiceDeps): VitalsService => ({
  async of(organisation, id, { dimension, page, device, ...query }) {
    const site = await questions.site(organisation, id);
    const asked = await questions.filter(site, query);
    const filter = { and: [asked, ...isOnly('page', page), ...isOnly('device', device)] };
    const range = await questions.withTraffic(site, await questions.range(site, query));
    return store.of({ site, range, filter }, dimension);
  },
});
