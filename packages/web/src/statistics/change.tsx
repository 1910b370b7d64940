import { formatShare } from '../i18n/format.ts';
import { METRIC_DEFINITIONS } from './definitions.ts';
import { formatExact } from './format.ts';
import type { Metric } from './source.ts';
import { statisticsTexts } from './texts.ts';
import { useStatistics } from './use-answer.ts';

/** Change against an earlier value: 0.12 for 12 % more; undefined where there is nothing to compare with. */
const changeOf = (now: number | null | undefined, before: number | null | undefined): number | undefined =>
  typeof now !== 'number' || typeof before !== 'number' || before === 0 ? undefined : now / before - 1;

interface ChangeProps {
  readonly metric: Metric;
  readonly now: number | null | undefined;
  readonly before: number | null | undefined;
}

/** How a number has changed: an arrow and a share, told in words to those who can't see it. */
export const Change = ({ metric, now, before }: ChangeProps) => {
  const t = statisticsTexts();
  const { isComparable } = useStatistics();
  if (!isComparable) return null;
  const change = changeOf(now, before);
  if (change === undefined) {
    const isNew = typeof now === 'number' && now > 0 && before === 0;
    return isNew ? <span class="change">{t.isNew}</span> : null;
  }
  const share = formatShare(Math.round(Math.abs(change) * 100) / 100);
  const isSame = Math.round(change * 100) === 0;
  const isGood = change > 0 !== (METRIC_DEFINITIONS[metric].isLessBetter === true);
  const words = isSame ? t.noChange : change > 0 ? t.rose(share) : t.fell(share);
  return (
    <span
      class={`change ${isSame ? '' : isGood ? 'better' : 'worse'}`}
      title={t.was(formatExact(metric, before))}
    >
      <span aria-hidden="true">{isSame ? '±0' : `${change > 0 ? '▲' : '▼'} ${share}`}</span>
      <span class="unseen">{words}</span>
    </span>
  );
};
