/** Metrics in percent, whose changes are told in points. */
const IN_PERCENT = ['bounce_rate', 'conversion_rate'];

/** How a metric changed, as Plausible tells it: in percent, shares in points; null without a share. */
export const changeOf = (metric: string, now: number | null, before: number | null): number | null => {
  if (now === null || before === null) return null;
  if (IN_PERCENT.includes(metric)) return before === 0 ? null : Number((now - before).toFixed(1));
  if (before === 0) return now === 0 ? 0 : 100;
  return Math.round((now / before - 1) * 100);
};
