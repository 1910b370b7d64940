import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';

import { formatNumber, formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Form, Refusal } from '../../loading/form.tsx';
import { useLoadOver } from '../../loading/load.tsx';
import { RemoveButton, useRemoval } from '../../loading/removal.tsx';
import { BulkDelete, Pick, useSelection } from '../../loading/selection.tsx';
import { usePoll } from '../../loading/timing.ts';
import { useAct, useSubmit } from '../../loading/use-submit.ts';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { asAddress, shownAddress } from '../../ui/address.ts';
import { Checkbox, Field, Select } from '../../ui/field.tsx';
import { notify } from '../../ui/notices.tsx';
import { Empty, Skeleton } from '../../ui/placeholder.tsx';
import { Problem } from '../../ui/problem.tsx';
import { ResultBadge } from '../../ui/result-badge.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Table } from '../../ui/table.tsx';
import { Pager, usePage } from '../pager.tsx';
import { Heading } from '../screen.tsx';
import { useFilters, useSorting } from '../use-filters.ts';
import { ReportTabs } from './report-parts.tsx';

type Result = 'good' | 'decent' | 'bad';
const RESULTS: readonly Result[] = ['good', 'decent', 'bad'];

const RunReport = () => {
  const t = texts().reports;
  const { route, query } = useLocation();
  const [isRendered, setRendered] = useState(false);
  const submission = useSubmit(async ({ url = '', render, runs, desktop }) => {
    const request = { headers: { Prefer: 'handling=strict, respond-async' } };
    const more = {
      runs: runs === '3' ? 3 : runs === '5' ? 5 : 1,
      desktop: desktop === undefined ? 0 : 1,
    } as const;
    const wanted = {
      url: asAddress(url),
      ...(render === undefined ? { render: 0 as const } : { render: 1 as const, ...more }),
    };
    const { id } = await platform.reports.create(wanted, request);
    route(`/console/reports/${id}`);
  });
  return (
    <Form class="inline" draft="report" isFirst={query['new'] !== undefined} submission={submission}>
      <Field
        label={t.url}
        name="url"
        inputMode="url"
        placeholder="https://shop.example/"
        error={submission.errorOf('url')}
        required
      />
      <Checkbox label={texts().report.render} name="render" defaultChecked={false} onChange={setRendered} />
      {isRendered && (
        <>
          <Select
            label={texts().report.runsWanted}
            name="runs"
            chosen="1"
            options={(['1', '3', '5'] as const).map(
              (number) => [number, texts().report.runsNames[number]] as const,
            )}
          />
          <Checkbox label={texts().report.desktopToo} name="desktop" defaultChecked={false} />
        </>
      )}
      <button class="primary" disabled={submission.isBusy}>
        {t.run}
      </button>
      <Refusal submission={submission} />
    </Form>
  );
};

/** Reports again on several pages, one after the other; the platform leaves out those of the last minute. */
const runAgain = async (ids: readonly number[]): Promise<void> => {
  const request = { headers: { Prefer: 'handling=strict, respond-async' } };
  for (const id of ids) await platform.reports.update(id, { results: 1 }, request);
};

/** All reports, with search and results, and the form for a new one. */
const Reports = () => {
  const t = texts();
  const { filter, setFilter } = useFilters();
  const search = filter('search');
  const { page, per_page } = usePage();
  const result = RESULTS.find((name) => name === filter('result'));
  const project = filter('project');
  const sorting = useSorting(['id', 'url', 'result', 'generated_at'], { by: 'id', direction: 'desc' });
  const { by, direction } = sorting;
  const { data, error, reload, isOld } = useLoadOver(
    `reports ${search} ${result} ${project} ${page} ${per_page} ${by} ${direction}`,
    () =>
      platform.reports.list({
        search,
        page,
        per_page,
        sort_by: by,
        sort: direction,
        ...(result && { result }),
        ...(project !== '' && { project }),
      }),
  );
  const { isBusy, act } = useAct();
  usePoll(data?.items.some(({ status }) => status === 'pending') === true, reload, 3_000);
  const removal = useRemoval('reports', (id: number) => platform.reports.delete(id));
  const items = data?.items.filter(removal.isShown);
  const selection = useSelection(items ?? []);
  const mayChange = may('reports:write');
  // A page behind the last one has no items, although there are some.
  const isEmpty = data && items?.length === 0 && data.meta.total <= data.items.length;
  return (
    <>
      <Heading title={t.reports.title} />
      <ReportTabs />
      {mayChange && <RunReport />}
      <div class="filters">
        <SearchField
          label={t.search}
          value={search}
          onSearch={(text) => {
            setFilter('search', text);
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
        <SearchField
          label={t.reports.project}
          placeholder="shop.example"
          value={project}
          onSearch={(text) => {
            setFilter('project', text);
          }}
        />
      </div>
      <Problem error={error} retry={reload} />
      {(!data || (isEmpty && isOld)) && error === undefined && <Skeleton />}
      {isEmpty && !isOld && (
        <Empty>{search === '' && !result && project === '' ? t.reports.empty : t.reports.noMatch}</Empty>
      )}
      {items && mayChange && (
        <BulkDelete selection={selection} removal={removal}>
          {(chosen) => (
            <button
              type="button"
              disabled={isBusy}
              onClick={() => {
                act(async () => {
                  await runAgain(chosen.map(({ id }) => id));
                  notify(t.report.started);
                  selection.choose(chosen, false);
                  reload();
                });
              }}
            >
              {t.reports.againSeveral(formatNumber(chosen.length))}
            </button>
          )}
        </BulkDelete>
      )}
      {items && items.length > 0 && (
        <div aria-busy={isOld}>
          <Table
            label={t.reports.title}
            heads={[
              ...(mayChange ? [''] : []),
              { title: t.reports.url, sortBy: 'url' },
              { title: t.reports.result, sortBy: 'result' },
              { title: t.reports.score, isNumber: true },
              { title: t.reports.generated, sortBy: 'generated_at' },
              '',
            ]}
            sorting={sorting}
          >
            {items.map((report) => (
              <tr key={report.id}>
                {mayChange && (
                  <td>
                    <Pick selection={selection} item={report} name={shownAddress(report.url)} />
                  </td>
                )}
                <td>
                  <a href={`/console/reports/${report.id}`}>{shownAddress(report.url)}</a>
                </td>
                <td>
                  <ResultBadge result={report.result} status={report.status} />
                </td>
                <td>{report.score ?? ''}</td>
                <td class="whole">{report.generated_at ? formatTime(report.generated_at) : ''}</td>
                <td class="actions">
                  {mayChange && (
                    <RemoveButton
                      name={shownAddress(report.url)}
                      onRemove={() => {
                        removal.remove(report.id, shownAddress(report.url));
                      }}
                    />
                  )}
                </td>
              </tr>
            ))}
          </Table>
        </div>
      )}
      <Pager meta={data?.meta} />
    </>
  );
};

export default Reports;
