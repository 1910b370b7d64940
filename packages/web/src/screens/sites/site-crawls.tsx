import type { Item } from '@platform/client';

import { formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Listing, useLoad } from '../../loading/load.tsx';
import { platform } from '../../session/platform.ts';
import { SiteChanges } from '../../site/site-view.tsx';
import { Skeleton } from '../../ui/placeholder.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Table } from '../../ui/table.tsx';
import { itemsOf, Pager, usePage } from '../pager.tsx';
import { useFilters } from '../use-filters.ts';

/** Places that are listed of each kind. */
const SHOWN = 100;

/** Differences of a crawl from the complete one before. */
const CrawlChanges = ({ id, crawl }: { id: number; crawl: number }) => {
  const { data, error, reload } = useLoad(`site changes ${id} ${crawl}`, () =>
    platform.sites.changes(id, { to: crawl }),
  );
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  if (!data) return <Skeleton />;
  return (
    <div aria-live="polite">
      <SiteChanges changes={data} most={SHOWN} />
    </div>
  );
};

type Crawl = Item<'sites.crawls.list'>;

const CrawlRow = ({
  crawl,
  isChosen,
  onChoose,
}: {
  crawl: Crawl;
  isChosen: boolean;
  onChoose: () => void;
}) => {
  const t = texts();
  return (
    <tr>
      <td class="whole">{formatTime(crawl.finished_at ?? crawl.created_at)}</td>
      <td>
        <span class={`badge ${crawl.status === 'failed' ? 'failed' : ''}`}>
          {t.report.siteStates[crawl.status]}
        </span>{' '}
        {crawl.got_worse && <span class="badge warn">{t.site.gotWorse}</span>} {crawl.error_message}
      </td>
      <td class="number">{crawl.score ?? ''}</td>
      <td class="number">{crawl.pages ?? ''}</td>
      <td class="number">{crawl.errors ?? ''}</td>
      <td class="number">{crawl.broken ?? ''}</td>
      <td class="actions">
        {crawl.changes !== null && (
          <button
            type="button"
            aria-pressed={isChosen}
            aria-label={`${t.site.compare}: ${formatTime(crawl.created_at)}`}
            onClick={onChoose}
          >
            {t.site.compare}
          </button>
        )}
      </td>
    </tr>
  );
};

/** All crawls of a site, and what changed with each. */
export const SiteHistory = ({ id }: { id: number }) => {
  const t = texts();
  const { filter, setFilter } = useFilters();
  const chosen = Number(filter('crawl'));
  const { page, per_page } = usePage();
  const { data, error, reload } = useLoad(`site crawls ${id} ${page} ${per_page}`, () =>
    platform.sites.crawls.list(id, { page, per_page }),
  );
  const number = (title: string) => ({ title, isNumber: true });
  return (
    <>
      <Listing loaded={{ data: itemsOf(data), error, reload }} empty={t.report.noPages}>
        {(crawls) => (
          <Table
            label={t.site.crawls}
            heads={[
              t.report.begun,
              t.report.state,
              number(t.site.score),
              number(t.site.visited),
              number(t.site.failing),
              number(t.site.broken),
              '',
            ]}
          >
            {crawls.map((crawl) => (
              <CrawlRow
                key={crawl.id}
                crawl={crawl}
                isChosen={crawl.id === chosen}
                onChoose={() => {
                  setFilter('crawl', crawl.id === chosen ? '' : String(crawl.id));
                }}
              />
            ))}
          </Table>
        )}
      </Listing>
      <Pager meta={data?.meta} />
      {chosen > 0 && (
        <section>
          <h2>{t.site.compare}</h2>
          <CrawlChanges id={id} crawl={chosen} />
        </section>
      )}
    </>
  );
};
