import { goalRange } from '../goals/goal-range.ts';
import type { WebsitesService } from '../websites/websites-service.ts';
import type { VitalsAnswer } from './vital-figures.ts';
import type { VitalsQuery } from './vitals-schema.ts';
import type { VitalsStore } from './vitals-store.ts';

export interface VitalsServiceDeps {
  readonly websites: Pick<WebsitesService, 'show'>;
  readonly store: VitalsStore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface VitalsService {
  /** @throws AppError `not_found`, or `invalid` for days that aren't a range */
  of(organisation: string, websiteId: number, query: VitalsQuery): Promise<VitalsAnswer>;
}

/** The use case of web vitals. */
export const createVitalsService = ({ websites, store, now }: VitalsServiceDeps): VitalsService => ({
  async of(organisation, id, { dimension, page, device, ...days }) {
    const { timezone } = await websites.show(organisation, id);
    const range = goalRange({ id, timezone }, days, now());
    return store.of(id, range, dimension, {
      ...(page === undefined ? {} : { page }),
      ...(device === undefined ? {} : { device }),
    });
  },
});
