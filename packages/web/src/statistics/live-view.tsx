import { formatNumber } from '../i18n/format.ts';
import { usePoll } from '../loading/timing.ts';
import { Skeleton } from '../ui/placeholder.tsx';
import { Problem } from '../ui/problem.tsx';
import { Fill, ValueName } from './list-card.tsx';
import type { Live } from './source.ts';
import { statisticsTexts } from './texts.ts';
import { useAnswer } from './use-answer.ts';

const EVERY_MILLISECONDS = 5_000;

const Values = ({ dimension, rows }: { dimension: string; rows: Live['pages'] }) => {
  const t = statisticsTexts();
  const most = Math.max(1, ...rows.map(({ visitors }) => visitors));
  if (rows.length === 0) return <p class="nothing">–</p>;
  return (
    <ul class="bars" aria-label={t.metrics.visitors}>
      {rows.map(({ value, visitors }) => (
        <li key={value}>
          <Fill percent={(100 * visitors) / most} />
          <ValueName dimension={dimension} value={value} />
          <b>{formatNumber(visitors)}</b>
        </li>
      ))}
    </ul>
  );
};

const LISTS = [
  ['pages', 'page'],
  ['referrers', 'referrer'],
  ['countries', 'country'],
] as const;

/** Shows the website's current visitors, minute by minute; it keeps itself up to date. */
export const LiveView = () => {
  const t = statisticsTexts();
  const asked = useAnswer('live', (source) => source.live());
  usePoll(true, asked.retry, EVERY_MILLISECONDS);
  const { data } = asked;
  if (!data)
    return asked.error === undefined ? (
      <Skeleton lines={8} />
    ) : (
      <Problem error={asked.error} retry={asked.retry} />
    );
  const minutes = data.pageviews_per_minute;
  const most = Math.max(1, ...minutes);
  return (
    <>
      <Problem error={asked.error} retry={asked.retry} />
      <section class="card live" aria-label={t.live.title}>
        <dl class="live-figures" aria-live="polite">
          <div>
            <dt>{t.live.five}</dt>
            <dd>{formatNumber(data.last_5_minutes.visitors)}</dd>
          </div>
          <div>
            <dt>{t.live.thirty}</dt>
            <dd>{formatNumber(data.last_30_minutes.visitors)}</dd>
          </div>
        </dl>
        <h2 class="small">{t.live.views}</h2>
        <ol class="minutes">
          {minutes.map((views, index) => {
            const ago = minutes.length - 1 - index;
            const words = `${t.live.minutesAgo(ago)}: ${formatNumber(views)}`;
            return (
              <li key={index} title={words}>
                <svg aria-hidden="true">
                  <rect y={`${100 - (100 * views) / most}%`} width="100%" height="100%" />
                </svg>
                <span class="unseen">{words}</span>
              </li>
            );
          })}
        </ol>
        {data.last_30_minutes.pageviews === 0 && <p class="nothing">{t.live.quiet}</p>}
      </section>
      <div class="cards-grid">
        {LISTS.map(([name, dimension]) => (
          <section key={name} class="card" aria-label={t.lists[dimension]}>
            <h2>{t.lists[dimension]}</h2>
            <Values dimension={dimension} rows={data[name]} />
          </section>
        ))}
      </div>
    </>
  );
};
