import type { Output } from '@platform/client';
import { useLocation } from 'preact-iso';

import { formatNumber } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { ReportProblems } from './report-problems.tsx';
import { Screenshots } from './screenshots.tsx';
import { Waterfall } from './waterfall.tsx';

type ReportRecord = Output<'reports.show'>;

const METRICS = ['lcp', 'cls', 'tbt', 'fcp', 'ttfb'] as const;

const Metrics = ({ metrics }: { metrics: NonNullable<ReportRecord['metrics']> }) => {
  const t = texts().report;
  return (
    <section>
      <h2>{t.metrics}</h2>
      <ul class="cards narrow">
        {METRICS.map((name) => {
          const value = metrics[name];
          // The shift of the layout has no unit; the others are times.
          const unit = name === 'cls' ? '' : ' ms';
          return (
            <li key={name}>
              <h3>{t.metricNames[name]}</h3>
              <strong>
                {value === null ? '–' : `${formatNumber(value, { maximumFractionDigits: 3 })}${unit}`}
              </strong>
            </li>
          );
        })}
      </ul>
    </section>
  );
};

/** Categories, what to fix first, and what the browser saw. */
export const ReportResult = ({ report }: { report: ReportRecord }) => {
  const t = texts();
  const { path } = useLocation();
  return (
    <>
      <ul class="cards">
        {report.categories.map((category) => (
          <li key={category.id}>
            <h2 class="small">
              <a href={`${path}?tab=checks&category=${category.id}`}>{category.title}</a>
            </h2>
            <p>
              <strong>{category.score ?? '–'}</strong>{' '}
              {category.result && (
                <span class={`badge ${category.result}`}>{t.reports.results[category.result]}</span>
              )}{' '}
              <span class="quiet">
                {t.reports.passed(category.passed)}, {t.report.failedCount(category.failed)}
              </span>
            </p>
          </li>
        ))}
      </ul>
      {report.notices.map(({ code, message }) => (
        <p key={code} class="quiet">
          {message}
        </p>
      ))}
      {report.checks.length > 0 && <ReportProblems checks={report.checks} />}
      {report.metrics && <Metrics metrics={report.metrics} />}
      {report.screenshots && <Screenshots {...report.screenshots} />}
      {report.waterfall !== null && <Waterfall url={report.waterfall} />}
    </>
  );
};
