import { useLocation } from 'preact-iso';

import { formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/use-load.ts';
import { useSubmit } from '../../loading/use-submit.ts';
import { may } from '../../session/session.ts';
import { platform } from '../../session/platform.ts';
import { Field, Select } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { ResultBadge } from '../../ui/result-badge.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Table } from '../../ui/table.tsx';
import { Heading } from '../heading.tsx';
import { Pager } from '../pager.tsx';
import { useFilters } from '../use-filters.ts';

type Result = 'good' | 'decent' | 'bad';
const RESULTS: readonly Result[] = ['good', 'decent', 'bad'];

const RunReport = () => {
  const t = texts().reports;
  const { route } = useLocation();
  const submission = useSubmit(async ({ url = '' }) => {
    const address = /^https?:\/\//i.test(url) ? url : `https://${url}`;
    const request = { headers: { Prefer: 'handling=strict, respond-async' } };
    const { id } = await platform.reports.create({ url: address }, request);
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
  const { data, error, reload } = useLoad(`reports ${search} ${result} ${page}`, () =>
    platform.reports.list({ search, page, ...(result && { result }) }),
  );
  return (
    <>
      <Heading title={t.reports.title} />
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
      </div>
      <Problem error={error} retry={reload} />
      {!data && error === undefined && <Skeleton />}
      {data?.items.length === 0 && (
        <p class="empty">{search === '' && !result ? t.reports.empty : t.reports.noMatch}</p>
      )}
      {data && data.items.length > 0 && (
        <Table
          label={t.reports.title}
          heads={[t.reports.url, t.reports.result, t.reports.score, t.reports.generated]}
        >
          {data.items.map((report) => (
            <tr key={report.id}>
              <td>
                <a href={`/console/reports/${report.id}`}>{report.url}</a>
              </td>
              <td>
                <ResultBadge result={report.result} status={report.status} />
              </td>
              <td>{report.score ?? ''}</td>
              <td>{report.generated_at ? formatTime(report.generated_at) : ''}</td>
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
