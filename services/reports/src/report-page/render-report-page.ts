import type { Html } from '@platform/pages';

import type { CheckMeta } from '../checks/check.ts';
import type { Report } from '../reports/report.ts';
import type { DetailedRun } from '../runs/run.ts';
import { failureText } from './failure-text.ts';
import { pageShell } from './page-shell.ts';
import { messageView } from './views/other-views.ts';
import { reportView } from './views/report-view.ts';

/** A report with its last good run, and what changed since the `previous` one, as a whole HTML document. Everything that came from the page is escaped. */
export function renderReportPage(
  report: Pick<Report, 'url' | 'status' | 'error'>,
  run: DetailedRun | undefined,
  metas: ReadonlyMap<string, CheckMeta>,
  previous?: DetailedRun,
): Html {
  const host = URL.parse(report.url)?.host ?? report.url;
  const kicker = 'Page report';
  if (run?.audit) {
    const { score } = run.audit;
    const body = reportView({ report, run, audit: run.audit, previous, metas });
    return pageShell({ title: `${host}: ${score} of 100 – page report`, kicker, body });
  }
  const body =
    report.status === 'failed'
      ? messageView('There is no result', `${failureText(report.error)} (${report.url})`)
      : messageView('The report is being made', 'It takes a few seconds. This page loads again by itself.');
  return pageShell({ title: `${host} – page report`, kicker, body });
}
