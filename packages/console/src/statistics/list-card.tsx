import { formatNumber } from '../i18n/format.ts';
import { Problem } from '../ui/problem.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Change } from './change.tsx';
import { cardMetric } from './definitions.ts';
import type { Card, ListId } from './definitions.ts';
import { flagOf, formatExact, formatMetric, formatValue } from './format.ts';
import type { Row } from './source.ts';
import { statisticsTexts } from './texts.ts';
import { questionOf, useAnswer, useStatistics } from './use-answer.ts';
import { isColumn, toggled } from './view.ts';
import { WorldMap } from './world-map.tsx';

const ROWS = 9;

/** The name of a value with what helps to see it: a flag, or the title of a page. */
export const ValueName = ({
  dimension,
  value,
  title,
}: {
  dimension: string;
  value: string;
  title?: string;
}) => {
  const name = formatValue(dimension, value);
  const flag = dimension === 'country' ? flagOf(value) : '';
  return (
    <span class="value-name" title={title === undefined ? name : `${title} · ${name}`}>
      {flag !== '' && <span aria-hidden="true">{flag} </span>}
      <bdi>{name}</bdi>
    </span>
  );
};

interface RowsProps {
  readonly dimension: string;
  readonly rows: readonly Row[];
}

/** The most frequent values of a dimension, each a button that filters by it. */
const Rows = ({ dimension, rows }: RowsProps) => {
  const t = statisticsTexts();
  const { view, show } = useStatistics();
  const metric = cardMetric(dimension);
  const most = Math.max(1, ...rows.map(({ metrics }) => metrics[metric] ?? 0));
  const isFiltered = (value: string): boolean =>
    view.conditions.some(
      ({ dimension: of, operator, values }) =>
        of === dimension && operator === 'is' && values.length === 1 && values[0] === value,
    );
  return (
    <ul class="bars">
      {rows.map(({ dimensions, metrics, comparison, title }) => {
        const value = dimensions[dimension] ?? '';
        const count = metrics[metric];
        const name = formatValue(dimension, value);
        return (
          <li key={value}>
            <span class="fill" style={{ width: `${(100 * (count ?? 0)) / most}%` }} />
            {value === '' ? (
              <ValueName dimension={dimension} value={value} />
            ) : (
              <button
                type="button"
                aria-pressed={isFiltered(value)}
                aria-label={isFiltered(value) ? t.unfilterBy(name) : t.filterBy(name)}
                onClick={() => {
                  show(toggled(view, { dimension, operator: 'is', values: [value] }));
                }}
              >
                <ValueName dimension={dimension} value={value} {...(title !== undefined && { title })} />
              </button>
            )}
            <Change metric={metric} now={count} before={comparison?.[metric]} />
            <b title={formatExact(metric, count)}>{formatMetric(metric, count)}</b>
          </li>
        );
      })}
    </ul>
  );
};

/** A dimension's most frequent values, and the way to all of them. */
export const DimensionList = ({ dimension }: { dimension: string }) => {
  const t = statisticsTexts();
  const { view, show } = useStatistics();
  const metric = cardMetric(dimension);
  const question = { ...questionOf(view), metrics: [metric], dimensions: [dimension], per_page: ROWS };
  const asked = useAnswer(JSON.stringify(question), (source) => source.query(question));
  const names: Readonly<Record<string, string>> = t.lists;
  const list = names[dimension] ?? dimension.replace(/^prop:/, '');
  const { data } = asked;
  const hints: Readonly<Record<string, string>> = {
    country: t.nothingYet.places,
    event: t.nothingYet.actions,
  };
  if (asked.error !== undefined) return <Problem error={asked.error} retry={asked.retry} />;
  if (!data) return <Skeleton lines={ROWS} />;
  if (data.rows.length === 0) {
    const isFiltered = view.conditions.length > 0 || view.segment !== undefined;
    return <p class="nothing">{isFiltered ? t.nothingFiltered : (hints[dimension] ?? t.nothing)}</p>;
  }
  return (
    <div class={`list${asked.isStale ? ' stale' : ''}`}>
      <p class="list-head" aria-hidden="true">
        <span>{isColumn(dimension) ? t.columns[dimension] : list}</span>
        <span>{t.metrics[metric]}</span>
      </p>
      <Rows dimension={dimension} rows={data.rows} />
      <p class="list-foot">
        <button
          type="button"
          class="plain"
          aria-label={`${t.details} ${formatNumber(data.total)}: ${list}`}
          onClick={() => {
            show({ ...view, open: dimension });
          }}
        >
          {t.details} <span class="quiet">{formatNumber(data.total)}</span>
        </button>
      </p>
    </div>
  );
};

/** The tabs of a card. */
export const ListTabs = ({ card, current }: { card: Card; current: ListId }) => {
  const t = statisticsTexts();
  const { view, show } = useStatistics();
  return (
    <div class="list-tabs" role="group" aria-label={t.cards[card.id]}>
      {card.lists.map((list) => (
        <button
          key={list}
          type="button"
          aria-pressed={list === current}
          onClick={() => {
            show({ ...view, lists: { ...view.lists, [card.id]: list } }, { replace: true });
          }}
        >
          {t.lists[list]}
        </button>
      ))}
    </div>
  );
};

/** A card with lists of dimensions, of which one is shown. */
export const ListCard = ({ card }: { card: Card }) => {
  const t = statisticsTexts();
  const { view } = useStatistics();
  const current = view.lists[card.id] ?? card.first;
  return (
    <section class="card" aria-labelledby={`card-${card.id}`}>
      <h2 id={`card-${card.id}`}>{t.cards[card.id]}</h2>
      <ListTabs card={card} current={current} />
      {current === 'map' ? (
        <WorldMap empty={<DimensionList dimension="country" />} />
      ) : (
        <DimensionList key={current} dimension={current} />
      )}
    </section>
  );
};
