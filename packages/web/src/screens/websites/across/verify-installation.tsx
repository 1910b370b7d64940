import type { Output } from '@platform/client';

import { formatNumber } from '../../../i18n/format.ts';
import { texts } from '../../../i18n/language.ts';
import { useLoad } from '../../../loading/use-load.ts';
import { platform } from '../../../session/platform.ts';
import { Problem } from '../../../ui/problem.tsx';
import { dayIn } from '../period.tsx';
import { acrossTexts } from '../../../i18n/across.ts';

type Website = Output<'websites.show'>;

/** Says what has arrived lately, what was left out today and why, and what to do about it. */
export const VerifyInstallation = ({ website }: { website: Website }) => {
  const t = acrossTexts().verify;
  const { id, timezone } = website;
  const { data, error, reload } = useLoad(`verify ${id}`, async () => {
    const [live, drops] = await Promise.all([
      platform.stats.realtime(id),
      platform.websites.drops(id, { from: dayIn(timezone, Date.now()) }),
    ]);
    return { arrived: live.last_30_minutes, totals: drops.totals };
  });
  const names: Readonly<Record<string, string>> = texts().website.dropReasons;
  const advice: Readonly<Record<string, string>> = t.advice;
  const left = Object.entries(data?.totals ?? {}).sort(([, a], [, b]) => b - a);
  return (
    <section>
      <h2>{t.title}</h2>
      <Problem error={error} retry={reload} />
      {data && (
        <div role="status">
          <p>{t.arrived(formatNumber(data.arrived.pageviews), formatNumber(data.arrived.visitors))}</p>
          {left.length === 0 && <p>{data.arrived.pageviews > 0 ? t.nothingLeftOut : t.nothing}</p>}
          {left.length > 0 && (
            <>
              <p>{t.leftOut}</p>
              <ul>
                {left.map(([reason, count]) => (
                  <li key={reason}>
                    <strong>
                      {names[reason] ?? reason}: {formatNumber(count)}
                    </strong>{' '}
                    {advice[reason]}
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
      <button type="button" onClick={reload}>
        {t.again}
      </button>
    </section>
  );
};
