import type { Output } from '@platform/client';
import { useRoute } from 'preact-iso';

import { formatNumber } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Listing, useLoad } from '../../loading/load.tsx';
import { usePoll } from '../../loading/timing.ts';
import { useAct } from '../../loading/use-submit.ts';
import { versioned } from '../../loading/versioned.ts';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { SiteProblemList, SiteTrend, SiteView } from '../../site/site-view.tsx';
import { shownAddress } from '../../ui/address.ts';
import { Skeleton } from '../../ui/placeholder.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Table } from '../../ui/table.tsx';
import { Tabs, useTabs } from '../../ui/tabs.tsx';
import { itemsOf, Pager, usePage } from '../pager.tsx';
import { scheduleWords } from '../reports/report-parts.tsx';
import { Heading, NoRecord } from '../screen.tsx';
import { SiteHistory } from './site-crawls.tsx';
import { SiteScheduleTab, SiteShareTab } from './site-schedule.tsx';

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
const SiteOverview = ({ site }: { site: SiteRecord }) => {
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

/** Places that are listed of each problem: all that the interface tells. */
const MOST_PLACES = 100;

/** Lists the problems across a site, each with the pages that have it. */
export const SiteProblems = ({ id }: { id: number }) => {
  const t = texts();
  const { page, per_page } = usePage();
  const { data, error, reload } = useLoad(`site problems ${id} ${page} ${per_page}`, () =>
    platform.sites.problems(id, { per_page, page }),
  );
  return (
    <>
      <Listing loaded={{ data: itemsOf(data), error, reload }} empty={t.report.noSiteProblems}>
        {(problems) => <SiteProblemList problems={problems} most={MOST_PLACES} />}
      </Listing>
      <Pager meta={data?.meta} />
    </>
  );
};

/** The pages that a crawl has found. */
export const SitePages = ({ id }: { id: number }) => {
  const t = texts();
  const { page, per_page } = usePage(50);
  const { data, error, reload } = useLoad(`site pages ${id} ${page} ${per_page}`, () =>
    platform.sites.pages(id, { per_page, page }),
  );
  return (
    <>
      <Listing loaded={{ data: itemsOf(data), error, reload }} empty={t.report.noPages}>
        {(pages) => (
          <Table
            label={t.report.pages}
            heads={[
              t.reports.url,
              t.report.httpStatus,
              t.report.pageTitle,
              { title: t.site.score, isNumber: true },
              { title: t.report.words, isNumber: true },
              { title: t.report.findings, isNumber: true },
            ]}
          >
            {pages.map((one) => (
              <tr key={one.id}>
                <td>
                  <a href={one.url} target="_blank" rel="noreferrer">
                    {shownAddress(one.url)}
                  </a>
                </td>
                <td>
                  {one.http_status ?? one.error ?? t.report.waiting}
                  {one.redirects.length > 0 && (
                    <span class="quiet">
                      {' '}
                      {t.site.redirects}: {one.redirects.length}
                    </span>
                  )}
                  {one.soft_404 && <span class="badge warn">{t.site.soft404}</span>}
                </td>
                <td>{one.title ?? ''}</td>
                <td class="number">{one.score ?? ''}</td>
                <td class="number">{one.words === null ? '' : formatNumber(one.words)}</td>
                <td class="number">{formatNumber(one.findings)}</td>
              </tr>
            ))}
          </Table>
        )}
      </Listing>
      <Pager meta={data?.meta} />
    </>
  );
};

/** A file of the site, from the platform itself: the browser sends the session along. */
const fileOf = (id: number, query: string): string => `/api/v1/sites/${id}/export?${query}`;

/** One site: its dashboard, what is wrong across it, its pages, its history, its schedule, its page. */
const Site = () => {
  const t = texts();
  const id = Number(useRoute().params['id']);
  const { current, tabs } = useTabs(t.site.tabs);
  const loaded = useLoad(`site ${id}`, () => versioned(platform.sites.show(id)));
  const { error, reload } = loaded;
  const data = loaded.data?.record;
  const isMoving = data?.status === 'pending' || data?.status === 'running';
  usePoll(isMoving, reload);
  const { isBusy, act } = useAct();
  const problem = <Problem error={error} retry={reload} />;
  if (!data)
    return <NoRecord error={error} retry={reload} list={{ title: t.report.sites, path: '/console/sites' }} />;
  const { found, done } = data.progress;
  const button = (title: string, work: () => PromiseLike<unknown>) => (
    <button
      type="button"
      data-once
      disabled={isBusy}
      onClick={() => {
        act(async () => {
          await work();
          reload();
        });
      }}
    >
      {title}
    </button>
  );
  // Reads the new results when the crawl has progressed.
  const key = `${data.shown_crawl_id} ${data.status}`;
  return (
    <>
      {problem}
      <Heading title={shownAddress(data.url)}>
        <a class="button" href={data.site_url} target="_blank" rel="noopener">
          {t.site.open}
        </a>
        {may('reports:write') &&
          (isMoving
            ? button(t.report.cancel, () => platform.sites.cancel(id))
            : button(t.site.again, () => platform.sites.crawls.create(id)))}
      </Heading>
      <p class="result" role="status">
        <strong>{t.report.siteStates[data.status]}</strong>
        {isMoving && <progress value={done} max={Math.max(1, found)} aria-label={t.report.pages} />}
        {t.report.pagesDone(formatNumber(done), formatNumber(found))}
        {data.error_message !== null && <span class="wrong">{data.error_message}</span>}
        {data.schedule !== null && (
          <span class="quiet">{t.site.scheduled(scheduleWords(data.schedule))}</span>
        )}
      </p>
      <Tabs label={shownAddress(data.url)} tabs={tabs} />
      {current === 'overview' && <SiteOverview key={key} site={data} />}
      {current === 'problems' && <SiteProblems key={key} id={id} />}
      {current === 'pages' && <SitePages key={key} id={id} />}
      {current === 'history' && <SiteHistory key={key} id={id} />}
      {current === 'schedule' && <SiteScheduleTab site={data} onChanged={reload} />}
      {current === 'share' && <SiteShareTab site={data} tag={loaded.data.tag} onChanged={reload} />}
      {(current === 'overview' || current === 'problems' || current === 'pages') && (
        <p class="code">
          {data.score !== null && (
            <a class="button" href={fileOf(id, 'format=pdf')} download={`site-${id}.pdf`}>
              {t.site.pdf}
            </a>
          )}
          <a class="button" href={fileOf(id, 'of=pages')} download={`site-${id}-pages.csv`}>
            {t.site.csvPages}
          </a>
          <a class="button" href={fileOf(id, 'of=problems')} download={`site-${id}-problems.csv`}>
            {t.site.csvProblems}
          </a>
        </p>
      )}
    </>
  );
};

export default Site;
