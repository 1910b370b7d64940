import { createRouter, endpoint, integerId, managementDialect, page } from '@platform/http';
import type { ApiRouter } from '@platform/http';

import type { SiteClustersStore } from './site-clusters-store.ts';
import { siteClusterAnswerSchema } from './site-answer-schema.ts';
import { listSitesSchema } from './sites-schema.ts';
import type { SitesService } from './sites-service.ts';
import { SITES_TAG } from './sites-tag.ts';

export interface SiteClustersRouterDeps {
  sites: Pick<SitesService, 'show'>;
  clusters: SiteClustersStore;
}

/** `/api/v1/sites/{id}/clusters` */
export const createSiteClustersRouter = ({ sites, clusters }: SiteClustersRouterDeps): ApiRouter =>
  createRouter(managementDialect, SITES_TAG, [
    endpoint({
      method: 'GET',
      path: '/sites/:id/clusters',
      operationId: 'sites.clusters',
      summary: 'List the canonical and language clusters of a site',
      description:
        'Pages that name one canonical address other than their own, and pages that declare the same language ' +
        'versions (hreflang). The largest first; while the crawl runs, those found so far.',
      scope: 'reports:read',
      params: { id: integerId('site') },
      query: listSitesSchema,
      responses: { 200: { description: 'A page of clusters', kind: 'page', data: siteClusterAnswerSchema } },
      handler: async ({ caller, params: { id }, query }) => {
        await sites.show(caller.organisation, id);
        const found = await clusters.list(id, query.page, query.per_page);
        const items = found.clusters.map((cluster) => ({ ...cluster }));
        return page({ items, total: found.total, number: query.page, perPage: query.per_page });
      },
    }),
  ]);
