import type { Html } from '@platform/page-access';

import type { CheckMeta } from '../checks/check.ts';
import type { Report } from '../reports/report.ts';
import type { DetailedRun, ScorePoint } from '../runs/run.ts';
import { failureText } from '../runs/failure.ts';
import { pageShell } from './page-shell.ts';
import { messageView } from './views/message-view.ts';
import { reportView } from './views/report-view.ts';

/**
 * Renders a report’s last good run, the changes since the `previous` one and the `trend` of its
 * scores as an HTML document.
 * Everything that came from the audited page is escaped.
 */
export const renderReportPage = (
  report: Pick<Report, 'url' | 'status' | 'error' | 'httpStatus' | 'pageKey'>,
  run: DetailedRun | undefined,
  metas: ReadonlyMap<string, CheckMeta>,
  previous?: DetailedRun,
  trend: readonly ScorePoint[] = [],
): Html => {
  const host = URL.parse(report.url)?.host ?? report.url;
  if (run?.audit) {
    const { score } = run.audit;
    const body = reportView({
      report,
      pagePath: `/r/${report.pageKey}`,
      run,
      audit: run.audit,
      previous,
      trend,
      metas,
    });
    return pageShell({ title: `${host}: ${score} of 100 – page report`, body });
  }
  const body =
    report.status === 'failed'
      ? messageView(
          'There is no result',
          `${failureText(report.error ?? 'internal', report.httpStatus)} (${report.url})`,
        )
      : messageView('The report is being generated', 'This takes a few seconds. The page reloads by itself.');
  return pageShell({ title: `${host} – page report`, body });
};
