import type { Output } from '@platform/client';

import { formatNumber, formatShare } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';

/** Shows the organisation's usage of this month's quotas. */
export const Quotas = ({ quotas }: { quotas: Output<'usage.list'>['quotas'] }) => {
  const t = texts().usage;
  if (quotas.length === 0) return <p class="quiet">{t.noQuotas}</p>;
  return (
    <ul class="cards">
      {quotas.map(({ unit, quota, used, month }) => (
        <li key={unit}>
          <h3>{t.units[unit]}</h3>
          <progress
            value={Math.min(used, quota)}
            max={Math.max(1, quota)}
            aria-label={`${t.units[unit]}, ${month}`}
          />
          <p class={used >= quota ? 'wrong' : ''}>
            {t.usedOf(formatNumber(used), formatNumber(quota))} ({formatShare(quota === 0 ? 1 : used / quota)}
            )
          </p>
        </li>
      ))}
    </ul>
  );
};
