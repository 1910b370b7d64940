import { Change } from './change.tsx';
import { METRIC_DEFINITIONS, METRICS } from './definitions.ts';
import { formatExact, formatMetric } from './format.ts';
import type { Answer, Metric } from './source.ts';
import { statisticsTexts } from './texts.ts';
import { useStatistics } from './use-answer.ts';

/** The figures of the period; each is drawn when it is chosen. */
export const Tiles = ({ answer, isStale }: { answer: Answer; isStale: boolean }) => {
  const t = statisticsTexts();
  const { view, show } = useStatistics();
  const [total] = answer.rows;
  const isThere = (metric: Metric): boolean =>
    METRIC_DEFINITIONS[metric].isMeasured === undefined || (total?.metrics[metric] ?? 0) > 0;
  return (
    <div class={`tiles${isStale ? ' stale' : ''}`} role="group" aria-label={t.figures}>
      {METRICS.filter(isThere).map((metric) => {
        const [now, before] = [total?.metrics[metric], total?.comparison?.[metric]];
        return (
          <button
            key={metric}
            type="button"
            aria-pressed={view.metric === metric}
            onClick={() => {
              show({ ...view, metric }, { replace: true });
            }}
          >
            <span class="tile-name">{t.metrics[metric]}</span>
            <strong title={formatExact(metric, now)}>{formatMetric(metric, now)}</strong>
            <Change metric={metric} now={now} before={before} />
          </button>
        );
      })}
    </div>
  );
};
