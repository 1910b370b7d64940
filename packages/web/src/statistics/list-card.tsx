import type { ComponentChildren } from 'preact';

import { formatNumber } from '../i18n/format.ts';
import { Skeleton } from '../ui/placeholder.tsx';
import { Problem } from '../ui/problem.tsx';
import { Change } from './change.tsx';
import { cardMetric } from './definitions.ts';
import type { Card, ListId } from './definitions.ts';
import { flagOf, formatExact, formatMetric, formatValue } from './format.ts';
import { Go } from './go.tsx';
import type { Row } from './source.ts';
import { statisticsTexts } from './texts.ts';
import { questionOf, useAnswer, useStatistics } from './use-answer.ts';
import { isColumn, isDimension, toggled } from './view.ts';

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
      {flag !== '' && (
        <span class="flag" aria-hidden="true">
          {flag}
        </span>
      )}
      <bdi>{name}</bdi>
    </span>
  );
};

interface RowsProps {
  readonly dimension: string;
  readonly rows: readonly Row[];
}

/** A bar behind a row. Its width is an attribute, as style sheets of a server's pages allow no other. */
export const Fill = ({ percent }: { percent: number }) => (
  <svg class="fill" aria-hidden="true">
    <rect width={`${percent}%`} height="100%" rx="4" />
  </svg>
);

/** The most frequent values of a dimension, each a way to filter by it. */
const Rows = ({ dimension, rows }: RowsProps) => {
  const t = statisticsTexts();
  const { view } = useStatistics();
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
        const width = Math.round((1_000 * (count ?? 0)) / most) / 10;
        const name = formatValue(dimension, value);
        return (
          <li key={value}>
            <Fill percent={width} />
            {value === '' || !isDimension(dimension) ? (
              <ValueName dimension={dimension} value={value} />
            ) : (
              <Go
                class="value"
                isCurrent={isFiltered(value)}
                label={isFiltered(value) ? t.unfilterBy(name) : t.filterBy(name)}
                to={toggled(view, { dimension, operator: 'is', values: [value] })}
              >
                <ValueName dimension={dimension} value={value} {...(title !== undefined && { title })} />
              </Go>
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
  const { view, hrefOf } = useStatistics();
  const metric = cardMetric(dimension);
  const question = { ...questionOf(view), metrics: [metric], dimensions: [dimension], per_page: ROWS };
  const asked = useAnswer(JSON.stringify(question), (source) => source.query(question));
  const names: Readonly<Record<string, string>> = t.lists;
  const list = names[dimension] ?? dimension.replace(/^prop:/, '');
  const { data } = asked;
  const hints: Readonly<Record<string, string>> = {
    // Advice for the operator is none of a stranger's business.
    ...(!hrefOf && { country: t.nothingYet.places }),
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
        <Go
          class="plain"
          label={`${t.details} ${formatNumber(data.total)}: ${list}`}
          to={{ ...view, open: dimension, pages: 1 }}
        >
          {t.details} <span class="quiet">{formatNumber(data.total)}</span>
        </Go>
      </p>
    </div>
  );
};

const SHADES = 5;

/** Shade of a share of the most: by the square root, so that the smaller ones can be told apart. */
const shadeOf = (visitors: number, most: number): number =>
  Math.max(1, Math.ceil(Math.sqrt(visitors / most) * SHADES));

/** Visitors by country on a map; `empty` says why there are none. The list of countries says the same to those who can't see it. */
const WorldMap = ({ empty }: { empty: ComponentChildren }) => {
  const t = statisticsTexts();
  const { view, show, hrefOf } = useStatistics();
  const question = {
    ...questionOf(view),
    metrics: ['visitors' as const],
    dimensions: ['country'],
    per_page: 300,
  };
  const world = useAnswer('world', (source) => source.world());
  const asked = useAnswer(JSON.stringify(question), (source) => source.query(question));
  if (world.error !== undefined) return <Problem error={world.error} retry={world.retry} />;
  if (asked.error !== undefined) return <Problem error={asked.error} retry={asked.retry} />;
  if (!world.data || !asked.data) return <Skeleton lines={8} />;
  if (asked.data.rows.length === 0) return <>{empty}</>;
  const visitors = new Map(
    asked.data.rows.map(({ dimensions, metrics }) => [dimensions['country'] ?? '', metrics.visitors ?? 0]),
  );
  const most = Math.max(1, ...visitors.values());
  const { width, height, countries } = world.data;
  return (
    <svg
      class={`world${asked.isStale ? ' stale' : ''}`}
      viewBox={`0 0 ${width} ${height}`}
      role={hrefOf ? 'group' : 'img'}
      aria-label={t.mapLabel}
    >
      {countries.map(({ code, path }) => {
        const count = visitors.get(code);
        if (count === undefined) return <path key={code} d={path} />;
        const to = toggled(view, { dimension: 'country', operator: 'is', values: [code] });
        const words = `${formatValue('country', code)}: ${formatExact('visitors', count)}`;
        const shape = (
          <path
            key={code}
            d={path}
            class={`shade-${shadeOf(count, most)}`}
            onClick={(event) => {
              event.preventDefault();
              show(to);
            }}
          >
            <title>{words}</title>
          </path>
        );
        // Links work without scripts; who uses a keyboard has the list.
        return hrefOf ? (
          <a key={code} href={hrefOf(to)} tabIndex={-1} aria-label={words}>
            {shape}
          </a>
        ) : (
          shape
        );
      })}
    </svg>
  );
};

/** The tabs of a card. */
export const ListTabs = ({ card, current }: { card: Card; current: ListId }) => {
  const t = statisticsTexts();
  const { view } = useStatistics();
  return (
    <div class="list-tabs" role="group" aria-label={t.cards[card.id]}>
      {card.lists.map((list) => (
        <Go
          key={list}
          isCurrent={list === current}
          replace
          to={{ ...view, lists: { ...view.lists, [card.id]: list }, part: undefined }}
        >
          {t.lists[list]}
        </Go>
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
