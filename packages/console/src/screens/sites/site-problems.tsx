import { texts } from '../../i18n/language.ts';
import { Listing } from '../../loading/listing.tsx';
import { useLoad } from '../../loading/use-load.ts';
import { platform } from '../../session/platform.ts';
import { Pager } from '../pager.tsx';
import { useFilters } from '../use-filters.ts';

/** What is wrong across a site: each problem with the pages that have it. */
export const SiteProblems = ({ id }: { id: number }) => {
  const t = texts();
  const { filter, setFilter } = useFilters();
  const page = Number(filter('page') || 1);
  const { data, error, reload } = useLoad(`site problems ${id} ${page}`, () =>
    platform.sites.problems(id, { per_page: 25, page }),
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
      <Pager
        meta={data?.meta}
        onPage={(next) => {
          setFilter('page', String(next));
        }}
      />
    </>
  );
};
