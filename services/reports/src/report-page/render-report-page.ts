import type { Html, Language } from '@platform/page-access';

import type { CheckMeta } from '../checks/check.ts';
import { noticeIn } from '../checks/translate-check.ts';
import type { Report } from '../reports/report.ts';
import type { DetailedRun, ScorePoint } from '../runs/run.ts';
import { failureText } from '../runs/failure.ts';
import { pageShell } from './page-shell.ts';
import { textsIn } from './texts/texts.ts';
import { messageView } from './views/message-view.ts';
import { reportView } from './views/report-view.ts';

/**
 * Renders a report’s last good run, the changes since the `previous` one and the `trend` of its
 * scores as an HTML document in a language.
 * Everything that came from the audited page is escaped.
 */
export const renderReportPage = (
  report: Pick<Report, 'url' | 'status' | 'error' | 'httpStatus' | 'pageKey'>,
  run: DetailedRun | undefined,
  metas: ReadonlyMap<string, CheckMeta>,
  language: Language,
  previous?: DetailedRun,
  trend: readonly ScorePoint[] = [],
): Html => {
  const texts = textsIn(language);
  const host = URL.parse(report.url)?.host ?? report.url;
  if (run?.audit) {
    const body = reportView({
      texts,
      report,
      pagePath: `/r/${report.pageKey}`,
      run,
      audit: run.audit,
      previous,
      trend,
      metas,
    });
    return pageShell({ language, title: texts.reportTitle(host, run.audit.score), body });
  }
  const body =
    report.status === 'failed'
      ? messageView(
          texts.noResult,
          `${noticeIn(language, failureText(report.error ?? 'internal', report.httpStatus))} (${report.url})`,
        )
      : messageView(texts.generating.heading, texts.generating.text);
  return pageShell({ language, title: texts.pendingTitle(host), body });
};
