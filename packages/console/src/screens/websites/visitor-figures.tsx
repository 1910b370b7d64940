import { formatNumber, formatShare } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/use-load.ts';
import { platform } from '../../session/platform.ts';
import { Problem } from '../../ui/problem.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';

const DAYS = '30d';

/** What is shown about a website's visitors. */
export interface Figures {
  /** Visitors of each day. */
  days: readonly number[];
  visitors: number;
  pageviews: number;
  /** The change in visitors from the 30 days before; undefined if there were none then. */
  change: number | undefined;
}

const readFigures = async (id: number): Promise<Figures> => {
  const [days, totals] = await Promise.all([
    platform.stats.query(id, {
      metrics: ['visitors'],
      dimensions: ['time:day'],
      date_range: DAYS,
      per_page: 100,
      sort: [{ by: 'time:day', order: 'asc' }],
    }),
    platform.stats.query(id, {
      metrics: ['visitors', 'pageviews'],
      date_range: DAYS,
      compare: 'previous_period',
    }),
  ]);
  const [total] = totals.rows;
  const visitors = total?.metrics.visitors ?? 0;
  const before = total?.comparison?.visitors ?? 0;
  return {
    days: days.rows.map(({ metrics }) => metrics.visitors ?? 0),
    visitors,
    pageviews: total?.metrics.pageviews ?? 0,
    change: before === 0 ? undefined : visitors / before - 1,
  };
};

/** Visitors: a number, a line, and the change. */
export const FigureLine = ({ days, visitors, pageviews, change }: Figures) => {
  const t = texts();
  const words = `${t.overview.visitors30}: ${formatNumber(visitors)}`;
  return (
    <div class="figures">
      <Sparkline values={days} label={words} />
      <p>
        <strong>{formatNumber(visitors)}</strong> {t.websites.visitors}, {formatNumber(pageviews)}{' '}
        {t.websites.pageviews}
        {change !== undefined && (
          <span class="quiet">
            {' '}
            {change >= 0 ? '+' : ''}
            {formatShare(change)} {t.overview.change}
          </span>
        )}
      </p>
    </div>
  );
};

/** Visitors of a website in the last 30 days. */
export const VisitorFigures = ({ id }: { id: number }) => {
  const { data, error, reload } = useLoad(`figures ${id}`, () => readFigures(id));
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  return data ? <FigureLine {...data} /> : <Skeleton lines={1} />;
};
