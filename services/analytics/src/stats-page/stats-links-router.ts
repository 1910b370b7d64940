import { createRouter, managementDialect } from '@platform/http';
import type { ApiRouter } from '@platform/http';
import { pageLinksEndpoints } from '@platform/page-access';
import type { PageLinks } from '@platform/page-access';

import type { WebsitesService } from '../websites/websites-service.ts';
import { LONGEST_LINK, protectedPage, statsPath } from './website-page.ts';

export interface StatsLinksRouterDeps {
  readonly websites: Pick<WebsitesService, 'show'>;
  readonly links: PageLinks;
  /** Base of public addresses, without a slash at the end. */
  readonly publicUrl: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** `/api/v1/websites/{id}/links`: links that open the statistics page without key or password. */
export const createStatsLinksRouter = ({
  websites,
  links,
  publicUrl,
  now,
}: StatsLinksRouterDeps): ApiRouter =>
  createRouter(
    managementDialect,
    'Statistics',
    pageLinksEndpoints({
      links,
      subject: 'website',
      readScope: 'stats:read',
      writeScope: 'websites:write',
      longest: LONGEST_LINK,
      find: async (organisation, id) => {
        const website = await websites.show(organisation, id);
        return { page: protectedPage(website), url: `${publicUrl}${statsPath(website)}` };
      },
      now,
    }),
  );
