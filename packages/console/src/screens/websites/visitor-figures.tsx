import { formatNumber, formatShare } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/use-load.ts';
import { platform } from '../../session/platform.ts';
import { Problem } from '../../ui/problem.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';

const DAYS = '30d';

const readFigures = async (id: number) => {
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

/** Visitors of the last 30 days: a number, a line, and the change. */
export const VisitorFigures = ({ id }: { id: number }) => {
  const t = texts();
  const { data, error, reload } = useLoad(`figures ${id}`, () => readFigures(id));
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  if (!data) return <Skeleton lines={1} />;
  const { days, visitors, pageviews, change } = data;
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
