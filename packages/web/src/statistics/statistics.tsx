import './statistics.css';

import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';

import { formatNumber } from '../i18n/format.ts';
import { Skeleton } from '../ui/placeholder.tsx';
import { Problem } from '../ui/problem.tsx';
import { Table } from '../ui/table.tsx';
import { Actions } from './actions.tsx';
import { Change } from './change.tsx';
import { Chart } from './chart.tsx';
import { CARDS, METRIC_DEFINITIONS, METRICS } from './definitions.ts';
import { FilterBar } from './filter-bar.tsx';
import { formatDay, formatDays, formatExact, formatMetric, formatValue } from './format.ts';
import { FullTable } from './full-table.tsx';
import { Go } from './go.tsx';
import { Journeys } from './journeys.tsx';
import { Keys, useKeys } from './keys.tsx';
import { ListCard } from './list-card.tsx';
import { LiveView } from './live-view.tsx';
import { Returns } from './returns.tsx';
import type { Answer, Days, Metric, StatisticsSource, Vitals } from './source.ts';
import { statisticsTexts } from './texts.ts';
import { Toolbar } from './toolbar.tsx';
import {
  questionOf,
  scopeOf,
  StatisticsContext,
  useAnswer,
  useImported,
  useStatistics,
} from './use-answer.ts';
import type { Statistics as Surroundings } from './use-answer.ts';
import { viewText } from './view.ts';
import type { View } from './view.ts';
import { Waiting } from './waiting.tsx';

const SOURCE_NAMES: Readonly<Record<string, string>> = {
  plausible: 'Plausible',
  umami: 'Umami',
  goatcounter: 'GoatCounter',
  ga4: 'Google Analytics',
};

type Figure = Vitals['total']['lcp'];

const VITALS = ['lcp', 'inp', 'cls', 'ttfb'] as const satisfies readonly (keyof Vitals['total'])[];

const amount = (vital: (typeof VITALS)[number], value: number): string => {
  if (vital === 'cls') return formatNumber(value, { maximumFractionDigits: 2 });
  return value < 1_000
    ? `${formatNumber(value)} ms`
    : `${formatNumber(value / 1_000, { maximumFractionDigits: 1 })} s`;
};

/** A percentile with its rating as a word as well as a colour. */
const Rated = ({ vital, figure }: { vital: (typeof VITALS)[number]; figure: Figure }) => {
  const t = statisticsTexts();
  if (!figure) return <>–</>;
  const { p75, samples, rating } = figure;
  return (
    <span title={t.samples(formatNumber(samples))}>
      <span class="rated">{amount(vital, p75)}</span>{' '}
      <span class={`rating ${rating}`}>{t.ratings[rating]}</span>
    </span>
  );
};

/** How fast pages felt to their visitors, by page or by device. */
const WebVitals = ({ days }: { days: Days }) => {
  const t = statisticsTexts();
  const { view } = useStatistics();
  const [by, setBy] = useState<'page' | 'device'>('page');
  const scope = scopeOf(view);
  const asked = useAnswer(
    `vitals ${JSON.stringify([by, days, scope])}`,
    (source) => source.vitals(days, scope, by),
    'vitals',
  );
  const { data } = asked;
  const hasAny = data && VITALS.some((vital) => data.total[vital]);
  return (
    <section class="card" aria-labelledby="card-vitals">
      <div class="card-head">
        <h2 id="card-vitals">{t.vitals}</h2>
        {hasAny && (
          <select
            aria-label={t.dimension}
            value={by}
            onChange={(event) => {
              setBy(event.currentTarget.value === 'device' ? 'device' : 'page');
            }}
          >
            <option value="page">{t.lists.page}</option>
            <option value="device">{t.lists.device}</option>
          </select>
        )}
      </div>
      <Problem error={asked.error} retry={asked.retry} />
      {!data && asked.error === undefined && <Waiting part="vitals" lines={4} />}
      {data && !hasAny && <p class="nothing">{t.noVitals}</p>}
      {data && hasAny && (
        <div class={asked.isStale ? 'stale' : ''}>
          <p class="quiet">{t.vitalsHint}</p>
          <dl class="vitals">
            {VITALS.map((vital) => (
              <div key={vital} class={data.total[vital]?.rating ?? ''}>
                <dt>
                  <abbr title={t.vitalNames[vital]}>{vital.toUpperCase()}</abbr>
                </dt>
                <dd>
                  <Rated vital={vital} figure={data.total[vital]} />
                </dd>
              </div>
            ))}
          </dl>
          <Table
            label={`${t.vitals}: ${t.columns[by]}`}
            heads={[t.columns[by], ...VITALS.map((vital) => vital.toUpperCase())]}
          >
            {data.rows.map((row) => (
              <tr key={row.value}>
                <th scope="row">{formatValue(by, row.value)}</th>
                {VITALS.map((vital) => (
                  <td key={vital} class="number">
                    <Rated vital={vital} figure={row[vital]} />
                  </td>
                ))}
              </tr>
            ))}
          </Table>
        </div>
      )}
    </section>
  );
};

/** The figures of the period; each is drawn when it is chosen. */
const Tiles = ({ answer, isStale }: { answer: Answer; isStale: boolean }) => {
  const t = statisticsTexts();
  const { view } = useStatistics();
  const [total] = answer.rows;
  const isThere = (metric: Metric): boolean =>
    METRIC_DEFINITIONS[metric].isMeasured === undefined || (total?.metrics[metric] ?? 0) > 0;
  return (
    <div class={`tiles${isStale ? ' stale' : ''}`} role="group" aria-label={t.figures}>
      {METRICS.filter(isThere).map((metric) => {
        const [now, before] = [total?.metrics[metric], total?.comparison?.[metric]];
        return (
          <Go key={metric} isCurrent={view.metric === metric} replace to={{ ...view, metric }}>
            <span class="tile-name">{t.metrics[metric]}</span>
            <strong title={formatExact(metric, now)}>{formatMetric(metric, now)}</strong>
            <Change metric={metric} now={now} before={before} />
          </Go>
        );
      })}
    </div>
  );
};

interface StatisticsProps {
  readonly source: StatisticsSource;
  readonly view: View;
  readonly show: Surroundings['show'];
  readonly onFailure?: Surroundings['onFailure'];
  /** Controls beside the period, such as the one to share it. */
  readonly tools?: (answer: Answer | undefined) => ComponentChildren;
  /** Shown instead of everything until the first visit. */
  readonly empty: (again: () => void) => ComponentChildren;
  readonly hrefOf?: Surroundings['hrefOf'];
  readonly known?: Surroundings['known'];
  /** Asks for the name of a segment; left out where nobody may save one. */
  readonly segmentForm?: ComponentType<{ close: () => void }>;
  /** Where goals and funnels are made, for those who may. */
  readonly links?: { readonly goals: string; readonly funnels: string };
  /** Single visits of some days, for those who may see them. */
  readonly visits?: ComponentType<{ days: Days }>;
  /** Stands in the place of what only one website has: goals, funnels, journeys, vitals. */
  readonly parts?: () => ComponentChildren;
}

/** How often figures are asked again while the present is a part of them. */
const AGAIN_MILLISECONDS = 60_000;

/** Which days were imported, and that filters leave them out. */
const Imported = ({ answer }: { answer: Answer }) => {
  const t = statisticsTexts();
  const { date_range: days } = answer;
  const { data = [] } = useImported(answer);
  if (answer.imported_days === 0) return null;
  const stretches = data
    .filter(({ from, to }) => from <= days.to && to >= days.from)
    .map((stretch) => `${formatDays(stretch)} (${SOURCE_NAMES[stretch.source] ?? stretch.source})`);
  const count = formatNumber(answer.imported_days);
  return (
    <p class="quiet">
      {stretches.length > 0 ? t.importedDays(stretches.join(', ')) : t.imported(count)}{' '}
      {!answer.includes_imported && t.importedLeftOut}
    </p>
  );
};

/** True where nothing at all was counted. */
const isEmpty = ({ rows: [total] }: Answer): boolean =>
  METRICS.every((metric) => (total?.metrics[metric] ?? 0) === 0);

/** In the place of lists without a row: why, and the way out. */
const NothingAtAll = () => {
  const t = statisticsTexts();
  const { view } = useStatistics();
  const isFiltered = view.conditions.length > 0 || view.segment !== undefined;
  return (
    <div class="card nothing">
      <p>{isFiltered ? t.nothingFiltered : t.nothing}</p>
      {isFiltered ? (
        <Go to={{ ...view, conditions: [], segment: undefined }}>{t.clearFilters}</Go>
      ) : (
        view.period !== 'all' && <Go to={{ ...view, period: 'all' }}>{t.periods.all}</Go>
      )}
    </div>
  );
};

/** True for a comparison with days of which all were counted. */
const comparesCounted = (answer: Answer | undefined, all: Answer | undefined): boolean => {
  const before = answer?.comparison_date_range?.from;
  return before === undefined || all === undefined || before >= all.date_range.from;
};

const AboutPeriod = ({ answer, all }: { answer: Answer; all: Answer }) => {
  const t = statisticsTexts();
  const { isComparable } = useStatistics();
  const { date_range: days, comparison_date_range: before } = answer;
  const today = all.date_range.to;
  const words = [formatDays(days)];
  if (before && isComparable) {
    const isPresent = days.from <= today && today <= days.to;
    words.push(t.comparedWith(formatDays(before)) + (isPresent ? ` ${t.sameHours}` : ''));
  } else if (before) words.push(t.uncompared(formatDay(all.date_range.from)));
  return (
    <p class="about-period quiet">
      {words.join(', ')} · {t.timezone(answer.timezone)}
    </p>
  );
};

const Page = ({
  tools,
  empty,
  links,
  parts,
  segmentForm,
  visits: Visits,
}: Pick<StatisticsProps, 'tools' | 'empty' | 'links' | 'parts' | 'segmentForm' | 'visits'>) => {
  const surroundings = useStatistics();
  const { view } = surroundings;
  const [isFilterOpen, setFilterOpen] = useState(false);
  const question = { ...questionOf(view), metrics: [...METRICS] };
  const totals = useAnswer(`totals ${JSON.stringify(question)}`, (source) => source.query(question));
  // From the first day that was counted to the website's own today, which may not be the reader's.
  const all = useAnswer('all', (source) =>
    source.query({ metrics: ['pageviews', 'events'], date_range: 'all' }),
  );
  const today = all.data?.date_range.to;
  // The days of a preset are known once it is answered, those of a range at once.
  const stated = typeof view.period === 'object' ? view.period : undefined;
  const present = stated ?? (totals.isStale ? undefined : totals.data?.date_range);
  useKeys(present, today, () => {
    setFilterOpen(true);
  });
  const isComparable = comparesCounted(totals.data, all.data);
  const inner = useMemo(() => ({ ...surroundings, isComparable }), [surroundings, isComparable]);
  const [ever] = all.data?.rows ?? [];
  if (ever && !ever.metrics.pageviews && !ever.metrics.events) return <>{empty(all.retry)}</>;
  const error = totals.error ?? all.error;
  const days = totals.data?.date_range;
  const isLive = view.period === 'realtime';
  return (
    <StatisticsContext.Provider value={inner}>
      <div class="statistics">
        <Toolbar days={present} today={today} />
        <FilterBar
          isOpen={isFilterOpen}
          setOpen={setFilterOpen}
          days={days}
          tools={tools?.(totals.data)}
          segmentForm={segmentForm}
        />
        <Problem
          error={error}
          retry={() => {
            totals.retry();
            all.retry();
          }}
        />
        {isLive && <LiveView />}
        {isLive && Visits && today !== undefined && <Visits days={{ from: today, to: today }} />}
        {!isLive && (!totals.data || !all.data) && error === undefined && <Skeleton lines={8} />}
        {!isLive && totals.data && all.data && (
          <>
            <AboutPeriod answer={totals.data} all={all.data} />
            <section class="card figures-card" aria-label={statisticsTexts().figures}>
              <Tiles answer={totals.data} isStale={totals.isStale} />
              <Chart totals={totals.data} today={today} />
            </section>
            <Imported answer={totals.data} />
            {isEmpty(totals.data) && <NothingAtAll />}
            {!isEmpty(totals.data) && (
              <div class="cards-grid">
                {CARDS.filter(({ id }) => id !== 'actions').map((card) => (
                  <ListCard key={card.id} card={card} />
                ))}
              </div>
            )}
            {!isEmpty(totals.data) && parts?.()}
            {!isEmpty(totals.data) && !parts && (
              <>
                <Actions days={totals.data.date_range} links={links} />
                <Journeys days={totals.data.date_range} />
                <Returns days={totals.data.date_range} />
                <WebVitals days={totals.data.date_range} />
                {Visits && <Visits days={totals.data.date_range} />}
              </>
            )}
          </>
        )}
        {view.open !== undefined && <FullTable dimension={view.open} days={days} />}
        <Keys />
      </div>
    </StatisticsContext.Provider>
  );
};

/** A website's statistics: the same in the console and on its public page. */
export const Statistics = ({ source, view, show, hrefOf, known, onFailure, ...page }: StatisticsProps) => {
  const [turn, setTurn] = useState(0);
  const isPresent = view.period === 'today' || view.period === 'realtime';
  useEffect(() => {
    if (!isPresent) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) setTurn((before) => before + 1);
    }, AGAIN_MILLISECONDS);
    return () => {
      clearInterval(timer);
    };
  }, [isPresent]);
  const surroundings = useMemo(
    () => ({
      source,
      view,
      show,
      hrefOf,
      known,
      turn,
      isComparable: true,
      onFailure: onFailure ?? (() => false),
    }),
    [source, viewText(view), turn],
  );
  return (
    <StatisticsContext.Provider value={surroundings}>
      <Page {...page} />
    </StatisticsContext.Provider>
  );
};
