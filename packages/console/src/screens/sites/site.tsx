import { useRoute } from 'preact-iso';

import { formatNumber } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Listing } from '../../loading/listing.tsx';
import { useAct } from '../../loading/use-submit.ts';
import { useLoad, usePoll } from '../../loading/use-load.ts';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { Problem } from '../../ui/problem.tsx';
import { shownAddress } from '../../ui/shown-address.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Table } from '../../ui/table.tsx';
import { Tabs, useTabs } from '../../ui/tabs.tsx';
import { Heading } from '../heading.tsx';
import { Pager, usePage } from '../pager.tsx';

/** Lists the problems across a site, each with the pages that have it. */
export const SiteProblems = ({ id }: { id: number }) => {
  const t = texts();
  const { page, per_page } = usePage();
  const { data, error, reload } = useLoad(`site problems ${id} ${page} ${per_page}`, () =>
    platform.sites.problems(id, { per_page, page }),
  );
  const names: Readonly<Record<string, string>> = t.reports.importances;
  return (
    <>
      <Listing loaded={{ data: data?.items, error, reload }} empty={t.report.noSiteProblems}>
        {(problems) => (
          <ul class="problems">
            {problems.map((problem) => (
              <li key={problem.id}>
                <details>
                  <summary>
                    <span class={`badge ${problem.importance === 'critical' ? 'fail' : 'warn'}`}>
                      {names[problem.importance] ?? problem.importance}
                    </span>{' '}
                    {problem.title} ({t.report.onPages(problem.total)})
                  </summary>
                  <ul>
                    {problem.items.map(({ url, note }) => (
                      <li key={url}>
                        <a href={url} target="_blank" rel="noreferrer">
                          {url}
                        </a>{' '}
                        {note}
                      </li>
                    ))}
                  </ul>
                </details>
              </li>
            ))}
          </ul>
        )}
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
      <Listing loaded={{ data: data?.items, error, reload }} empty={t.report.noPages}>
        {(pages) => (
          <Table
            label={t.report.pages}
            heads={[
              t.reports.url,
              t.report.httpStatus,
              t.report.pageTitle,
              t.report.words,
              t.report.findings,
            ]}
          >
            {pages.map((one) => (
              <tr key={one.id}>
                <td>
                  <a href={one.url} target="_blank" rel="noreferrer">
                    {one.url}
                  </a>
                </td>
                <td>{one.http_status ?? one.error ?? t.report.waiting}</td>
                <td>{one.title ?? ''}</td>
                <td>{one.words ?? ''}</td>
                <td>{one.findings}</td>
              </tr>
            ))}
          </Table>
        )}
      </Listing>
      <Pager meta={data?.meta} />
    </>
  );
};

/** One crawl: its progress, what is wrong across the site, and its pages. */
const Site = () => {
  const t = texts().report;
  const id = Number(useRoute().params['id']);
  const { current, tabs } = useTabs(t.siteTabs);
  const { data, error, reload } = useLoad(`site ${id}`, () => platform.sites.show(id));
  const isMoving = data?.status === 'pending' || data?.status === 'running';
  usePoll(isMoving, reload);
  const { isBusy, act } = useAct();
  const problem = <Problem error={error} retry={reload} />;
  if (!data) return error === undefined ? <Skeleton lines={8} /> : problem;
  const { found, done } = data.progress;
  return (
    <>
      {problem}
      <Heading title={shownAddress(data.url)}>
        {isMoving && may('reports:write') && (
          <button
            type="button"
            disabled={isBusy}
            onClick={() => {
              act(async () => {
                await platform.sites.cancel(id);
                reload();
              });
            }}
          >
            {t.cancel}
          </button>
        )}
      </Heading>
      <p class="result" role="status">
        <strong>{t.siteStates[data.status]}</strong>
        {isMoving && <progress value={done} max={Math.max(1, found)} aria-label={t.pages} />}
        {t.pagesDone(formatNumber(done), formatNumber(found))}
        {data.error_message !== null && <span class="wrong">{data.error_message}</span>}
      </p>
      <Tabs label={shownAddress(data.url)} tabs={tabs} />
      {/* Reads the new results when the crawl has progressed. */}
      {current === 'problems' && <SiteProblems key={data.status} id={id} />}
      {current === 'pages' && <SitePages key={data.status} id={id} />}
    </>
  );
};

export default Site;
