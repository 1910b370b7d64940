import { useLocation } from 'preact-iso';

import { formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/use-load.ts';
import { useRemoval } from '../../loading/use-removal.ts';
import { useSubmit } from '../../loading/use-submit.ts';
import { may } from '../../session/session.ts';
import { platform } from '../../session/platform.ts';
import { Checkbox, Field, Select } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { RemoveButton } from '../../ui/remove-button.tsx';
import { ResultBadge } from '../../ui/result-badge.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Table } from '../../ui/table.tsx';
import { Heading } from '../heading.tsx';
import { Pager } from '../pager.tsx';
import { useFilters } from '../use-filters.ts';
import { useSorting } from '../use-sorting.ts';
import { asAddress } from './as-address.ts';
import { ReportTabs } from './report-tabs.tsx';

type Result = 'good' | 'decent' | 'bad';
const RESULTS: readonly Result[] = ['good', 'decent', 'bad'];

const RunReport = () => {
  const t = texts().reports;
  const { route } = useLocation();
  const submission = useSubmit(async ({ url = '', render }) => {
    const request = { headers: { Prefer: 'handling=strict, respond-async' } };
    const wanted = { url: asAddress(url), render: render === undefined ? 0 : 1 } as const;
    const { id } = await platform.reports.create(wanted, request);
    route(`/console/reports/${id}`);
  });
  return (
    <form class="inline" onSubmit={submission.onSubmit}>
      <Field
        label={t.url}
        name="url"
        inputMode="url"
        placeholder="https://shop.example/"
        error={submission.errorOf('url')}
        required
      />
      <Checkbox label={texts().report.render} name="render" defaultChecked={false} />
      <button class="primary" disabled={submission.isBusy}>
        {t.run}
      </button>
      <Problem error={submission.error} />
    </form>
  );
};

/** All reports, with search and results, and the form for a new one. */
const Reports = () => {
  const t = texts();
  const { filter, setFilter } = useFilters();
  const [search, page] = [filter('search'), Number(filter('page') || 1)];
  const result = RESULTS.find((name) => name === filter('result'));
  const project = filter('project');
  const sorting = useSorting(['id', 'url', 'result', 'generated_at'], { by: 'id', direction: 'desc' });
  const { by, direction } = sorting;
  const loaded = useLoad(`reports ${search} ${result} ${project} ${page} ${by} ${direction}`, () =>
    platform.reports.list({
      search,
      page,
      sort_by: by,
      sort: direction,
      ...(result && { result }),
      ...(project !== '' && { project }),
    }),
  );
  const { data, error, reload } = loaded;
  const removal = useRemoval((id: number) => platform.reports.delete(id));
  const items = data?.items.filter(removal.isShown);
  return (
    <>
      <Heading title={t.reports.title} />
      <ReportTabs />
      {may('reports:write') && <RunReport />}
      <div class="filters">
        <Field
          label={t.search}
          type="search"
          value={search}
          onChange={(event) => {
            setFilter('search', event.currentTarget.value);
          }}
        />
        <Select
          label={t.reports.result}
          chosen={result ?? ''}
          options={[['', t.reports.any], ...RESULTS.map((name) => [name, t.reports.results[name]] as const)]}
          onChange={(event) => {
            setFilter('result', event.currentTarget.value);
          }}
        />
        <Field
          label={t.reports.project}
          placeholder="shop.example"
          value={project}
          onChange={(event) => {
            setFilter('project', event.currentTarget.value);
          }}
        />
      </div>
      <Problem error={error} retry={reload} />
      {!data && error === undefined && <Skeleton />}
      {items?.length === 0 && (
        <p class="empty">
          {search === '' && !result && project === '' ? t.reports.empty : t.reports.noMatch}
        </p>
      )}
      {items && items.length > 0 && (
        <Table
          label={t.reports.title}
          heads={[
            { title: t.reports.url, sortBy: 'url' },
            { title: t.reports.result, sortBy: 'result' },
            t.reports.score,
            { title: t.reports.generated, sortBy: 'generated_at' },
            '',
          ]}
          sorting={sorting}
        >
          {items.map((report) => (
            <tr key={report.id}>
              <td>
                <a href={`/console/reports/${report.id}`}>{report.url}</a>
              </td>
              <td>
                <ResultBadge result={report.result} status={report.status} />
              </td>
              <td>{report.score ?? ''}</td>
              <td>{report.generated_at ? formatTime(report.generated_at) : ''}</td>
              <td class="actions">
                {may('reports:write') && (
                  <RemoveButton
                    name={report.url}
                    onRemove={() => {
                      removal.remove(report.id, report.url);
                    }}
                  />
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      <Pager
        meta={data?.meta}
        onPage={(next) => {
          setFilter('page', String(next));
        }}
      />
    </>
  );
};

export default Reports;
