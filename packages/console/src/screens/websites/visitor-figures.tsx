import { formatNumber } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Sparkline } from '../../ui/sparkline.tsx';

/** What is shown about a website's visitors. */
export interface Figures {
  /** Visitors of each day. */
  days: readonly number[];
  visitors: number;
  pageviews: number;
  /** The change in visitors of whole days from as many days before; undefined if there were none then. */
  change: number | undefined;
  /** True if the last day has not ended. */
  endsToday?: boolean;
}

/** Visitors: a number, a line, and the change. */
export const FigureLine = ({ days, visitors, pageviews, change, endsToday = true }: Figures) => {
  const t = texts();
  const words = `${t.overview.visitors30}: ${formatNumber(visitors)}`;
  return (
    <div class="figures">
      <Sparkline values={days} label={words} isLastOpen={endsToday} />
      <p>
        <strong>{formatNumber(visitors)}</strong> {t.websites.visitors}, {formatNumber(pageviews)}{' '}
        {t.websites.pageviews} <span class="quiet">{t.overview.in30}</span>
        {change !== undefined && (
          <span class={change < 0 ? 'change down' : 'change up'} title={t.overview.change}>
            {formatNumber(change, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' })}
            <span class="unseen"> {t.overview.change}</span>
          </span>
        )}
      </p>
    </div>
  );
};
