import type { Output } from '@platform/client';

import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/use-load.ts';
import { platform } from '../../session/platform.ts';
import { SiteTrend, SiteView } from '../../site/site-view.tsx';
import { Skeleton } from '../../ui/placeholder.tsx';
import { Problem } from '../../ui/problem.tsx';

type SiteRecord = Output<'sites.show'>;

/** Crawls that the line shows. */
const CRAWLS = 100;
const WORST = 10;

const readDashboard = async (id: number, shown: number) => {
  const [crawls, problems, pages] = await Promise.all([
    platform.sites.crawls.list(id, { per_page: CRAWLS }),
    platform.sites.problems(id, { per_page: 100 }),
    platform.sites.pages(id, { sort_by: 'score', per_page: WORST }),
  ]);
  const crawl = crawls.items.find((one) => one.id === shown);
  return {
    crawls: crawls.items,
    crawl,
    problems: problems.items,
    pages: pages.items,
    changes: crawl?.changes ? await platform.sites.changes(id, {}) : null,
  };
};

/** A site at a glance, as its page shows it. */
export const SiteOverview = ({ site }: { site: SiteRecord }) => {
  const t = texts();
  const { id, crawl_id: newest, shown_crawl_id: shown } = site;
  const { data, error, reload } = useLoad(`site overview ${id} ${newest} ${site.status}`, () =>
    readDashboard(id, shown),
  );
  if (!data) return error === undefined ? <Skeleton lines={8} /> : <Problem error={error} retry={reload} />;
  return (
    <SiteView
      content={{ site, ...data }}
      hrefOf={() => `/console/sites/${id}?tab=problems`}
      trend={<SiteTrend crawls={data.crawls} />}
      more={
        <p>
          <a href={`/console/sites/${id}?tab=pages`}>{t.site.allPages}</a>
        </p>
      }
    />
  );
};
