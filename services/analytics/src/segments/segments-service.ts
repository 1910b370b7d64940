import { invalid, notFound } from '@platform/errors';

import type { AskedFilter } from '../stats/query/filter.ts';
import type { WebsiteRecords } from '../websites/website-records.ts';
import type { WebsitesService } from '../websites/websites-service.ts';
import type { Segment, SegmentsStore } from './segments-store.ts';

export interface SegmentBody {
  readonly name?: string;
  readonly filters?: readonly AskedFilter[];
}

export interface SegmentsServiceDeps {
  readonly websites: Pick<WebsitesService, 'show'>;
  readonly store: SegmentsStore;
}

export type SegmentsService = WebsiteRecords<Segment, SegmentBody>;

/** The statistics page offers them all in one list. */
const MOST = 100;

const taken = () => invalid([{ field: 'name', message: 'name has already been taken by another segment' }]);

/** The use cases of segments. */
export const createSegmentsService = ({ websites, store }: SegmentsServiceDeps): SegmentsService => ({
  async create(organisation, websiteId, { name = '', filters = [] }) {
    await websites.show(organisation, websiteId);
    if ((await store.list(websiteId)).length >= MOST)
      throw invalid([
        { field: 'name', message: `name can’t be kept: a website has at most ${MOST} segments` },
      ]);
    const segment = await store.insert(websiteId, { name, filters });
    if (segment === undefined) throw taken();
    return segment;
  },
  async list(organisation, websiteId) {
    await websites.show(organisation, websiteId);
    return store.list(websiteId);
  },
  async show(organisation, websiteId, id) {
    await websites.show(organisation, websiteId);
    const segment = await store.find(websiteId, id);
    if (segment === undefined) throw notFound('segment');
    return segment;
  },
  async update(organisation, websiteId, id, body) {
    await websites.show(organisation, websiteId);
    const current = await store.find(websiteId, id);
    if (current === undefined) throw notFound('segment');
    const segment = await store.update(websiteId, id, {
      name: body.name ?? current.name,
      filters: body.filters ?? current.filters,
    });
    if (segment === undefined) throw taken();
    if (segment === null) throw notFound('segment');
    return segment;
  },
  async remove(organisation, websiteId, id) {
    await websites.show(organisation, websiteId);
    if (!(await store.remove(websiteId, id))) throw notFound('segment');
  },
});
