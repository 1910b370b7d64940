import { texts } from '../../i18n/language.ts';
import { Listing } from '../../loading/listing.tsx';
import { useLoad } from '../../loading/use-load.ts';
import { platform } from '../../session/platform.ts';
import { Table } from '../../ui/table.tsx';
import { Pager } from '../pager.tsx';
import { useFilters } from '../use-filters.ts';

/** The pages that a crawl has found. */
export const SitePages = ({ id }: { id: number }) => {
  const t = texts();
  const { filter, setFilter } = useFilters();
  const page = Number(filter('page') || 1);
  const { data, error, reload } = useLoad(`site pages ${id} ${page}`, () =>
    platform.sites.pages(id, { per_page: 50, page }),
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
      <Pager
        meta={data?.meta}
        onPage={(next) => {
          setFilter('page', String(next));
        }}
      />
    </>
  );
};
