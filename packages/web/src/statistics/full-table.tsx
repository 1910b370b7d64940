import { useState } from 'preact/hooks';

import { formatNumber, formatShare } from '../i18n/format.ts';
import { useSettled, whileWorking } from '../loading/timing.ts';
import { Modal } from '../ui/modal.tsx';
import { notify } from '../ui/notices.tsx';
import { Skeleton } from '../ui/placeholder.tsx';
import { failureText, Problem } from '../ui/problem.tsx';
import { Table } from '../ui/table.tsx';
import { Change } from './change.tsx';
import { cardMetric, METRIC_DEFINITIONS, tableMetrics } from './definitions.ts';
import { codesNamed, formatExact, formatValue } from './format.ts';
import { Go } from './go.tsx';
import { ValueName } from './list-card.tsx';
import type { Days, Metric, Row } from './source.ts';
import { statisticsTexts } from './texts.ts';
import { questionOf, useAnswer, useStatistics } from './use-answer.ts';
import { isDimension, MOST_PAGES, toggled } from './view.ts';

const PAGE = 100;

/** Does what a button asks for, once at a time, and says so where it fails. */
const useDownload = (download: () => Promise<void>) => {
  const { onFailure } = useStatistics();
  const [isBusy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      await whileWorking(download);
    } catch (error) {
      if (!onFailure(error)) notify(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, run };
};

/** Saves a file that the browser has. */
const saveFile = (file: Blob, name: string): void => {
  const address = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  // At once, the download of some browsers would find nothing.
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, 10_000);
};

/** The condition that finds a text in a dimension's values, by their names where those are codes. */
const searchFilter = (dimension: string, text: string) => {
  if (dimension === 'country')
    return { dimension, operator: 'is' as const, values: [...codesNamed(dimension, text), text] };
  if (dimension === 'language')
    return {
      dimension,
      operator: 'matches' as const,
      values: [...codesNamed(dimension, text).flatMap((code) => [code, `${code}-*`]), text],
    };
  return { dimension, operator: 'contains' as const, values: [text] };
};

interface Order {
  readonly by: Metric;
  readonly order: 'asc' | 'desc';
}

const Rows = ({
  dimension,
  rows,
  metrics,
}: {
  dimension: string;
  rows: readonly Row[];
  metrics: readonly Metric[];
}) => {
  const t = statisticsTexts();
  const { view } = useStatistics();
  const main = cardMetric(dimension);
  const all = rows.reduce((sum, row) => sum + (row.metrics[main] ?? 0), 0);
  return (
    <>
      {rows.map(({ dimensions, metrics: values, comparison, title }) => {
        const value = dimensions[dimension] ?? '';
        const name = formatValue(dimension, value);
        return (
          <tr key={value}>
            <th scope="row">
              {value === '' || !isDimension(dimension) ? (
                name
              ) : (
                <Go
                  class="plain"
                  label={t.filterBy(name)}
                  to={{ ...toggled(view, { dimension, operator: 'is', values: [value] }), open: undefined }}
                >
                  <ValueName dimension={dimension} value={value} {...(title !== undefined && { title })} />
                </Go>
              )}
              {title !== undefined && <span class="quiet row-title">{title}</span>}
            </th>
            {metrics.map((metric) => (
              <td key={metric} class="number">
                {formatExact(metric, values[metric])}{' '}
                {metric === main && all > 0 && (
                  <span class="quiet">{formatShare((values[metric] ?? 0) / all)}</span>
                )}{' '}
                <Change metric={metric} now={values[metric]} before={comparison?.[metric]} />
              </td>
            ))}
          </tr>
        );
      })}
    </>
  );
};

/** All values of a dimension with every metric: searched, sorted, and as a file. */
export const FullTable = ({ dimension, days }: { dimension: string; days: Days | undefined }) => {
  const t = statisticsTexts();
  const { source, view, show } = useStatistics();
  const asks = tableMetrics(dimension);
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState<Order>({ by: cardMetric(dimension), order: 'desc' });
  const settled = useSettled(search.trim());
  const asked = questionOf(view);
  const question = {
    ...asked,
    metrics: [...asks],
    dimensions: [dimension],
    ...(settled !== '' && { filters: [...(asked.filters ?? []), searchFilter(dimension, settled)] }),
    sort: [order],
    per_page: PAGE * view.pages,
  };
  const found = useAnswer(JSON.stringify(question), (from) => from.query(question));
  const isThere = (metric: Metric): boolean =>
    METRIC_DEFINITIONS[metric].isMeasured === undefined ||
    (found.data?.rows ?? []).some((row) => (row.metrics[metric] ?? 0) > 0);
  const metrics = asks.filter(isThere);
  const names: Readonly<Record<string, string>> = t.lists;
  const title = names[dimension] ?? dimension.replace(/^prop:/, '');
  const columnName = (t.columns as Readonly<Record<string, string>>)[dimension] ?? title;
  const total = found.data?.total ?? 0;
  const { isBusy, run } = useDownload(async () => {
    const file = await source.csv(question);
    saveFile(file, `${dimension.replace(/[^\w-]+/g, '-')}-${days?.from ?? ''}-${days?.to ?? ''}.csv`);
  });
  return (
    <Modal
      class="full-table"
      label={title}
      onClose={() => {
        show({ ...view, open: undefined });
      }}
    >
      <div class="heading">
        <h2>{title}</h2>
        <span class="quiet" role="status">
          {found.data && t.rows(formatNumber(total))}
        </span>
        <button
          type="button"
          class="by-script"
          disabled={isBusy}
          onClick={() => {
            void run();
          }}
        >
          {t.csv}
        </button>
        <Go to={{ ...view, open: undefined }}>{t.close}</Go>
      </div>
      <input
        type="search"
        class="by-script"
        autofocus
        aria-label={t.searchIn(title)}
        placeholder={t.searchIn(title)}
        value={search}
        onInput={(event) => {
          setSearch(event.currentTarget.value);
        }}
      />
      <Problem error={found.error} retry={found.retry} />
      {!found.data && found.error === undefined && <Skeleton lines={10} />}
      {found.data?.rows.length === 0 && <p class="nothing">{t.nothing}</p>}
      {found.data && found.data.rows.length > 0 && (
        <div class={found.isStale ? 'stale' : ''}>
          <Table
            label={title}
            heads={[columnName, ...metrics.map((metric) => ({ title: t.metrics[metric], sortBy: metric }))]}
            sorting={{
              by: order.by,
              direction: order.order,
              onSort: (by) => {
                const metric = metrics.find((one) => one === by);
                if (metric)
                  setOrder({ by: metric, order: by === order.by && order.order === 'desc' ? 'asc' : 'desc' });
              },
            }}
          >
            <Rows dimension={dimension} rows={found.data.rows} metrics={metrics} />
          </Table>
        </div>
      )}
      {found.data && total > found.data.rows.length && view.pages < MOST_PAGES && (
        <Go replace to={{ ...view, pages: view.pages + 1 }}>
          {t.loadMore}
        </Go>
      )}
    </Modal>
  );
};
