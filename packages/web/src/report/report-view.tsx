import './report.css';

import type { ReportContent, ShownCategory, ShownReport } from '@platform/pages/reports-contract';
import { h } from 'preact';
import type { ComponentChildren, ComponentType } from 'preact';

import { Category, checksInWords, ChecksToolbar } from './category.tsx';
import { Changes } from './changes.tsx';
import { FirstFixes, firstOf } from './first-fixes.tsx';
import { InBrowser } from './in-browser.tsx';
import { Measurements } from './measurements.tsx';
import { ScoreHistory } from './score-line.tsx';
import { Summary } from './summary.tsx';
import { reportTexts } from './texts.ts';

/** Parts of a report that browsers make live, by the names under which a page has their data. */
export const LIVE_PARTS = {
  fixes: FirstFixes,
  measurements: Measurements,
  history: ScoreHistory,
  toolbar: ChecksToolbar,
  category: Category,
} as const;
export type LivePart = keyof typeof LIVE_PARTS;
type PropsOf<Name extends LivePart> = (typeof LIVE_PARTS)[Name] extends (
  props: infer Props extends object,
) => unknown
  ? Props
  : object;

/** Draws a part: by itself, or with its data beside it. */
export type DrawPart = <Name extends LivePart>(name: Name, props: PropsOf<Name>) => ComponentChildren;

/** Draws a part by itself. */
export const drawPart: DrawPart = (name, props) => h(LIVE_PARTS[name] as ComponentType<object>, props);

interface ReportViewProps {
  readonly content: ReportContent;
  /** Address of a category. */
  readonly hrefOf: (category: string) => string;
  readonly draw?: DrawPart;
  /** The measurements, where they are shown beside others. */
  readonly measurements?: ComponentChildren;
}

/** Without what only programs are told. */
const shown = ({ id, title, score, result, passed, warned, failed }: ShownCategory): ShownCategory => ({
  id,
  title,
  score,
  result,
  passed,
  warned,
  failed,
});

/** The last attempt, where it isn't the result that is shown. */
const Attempt = ({ report }: { report: Pick<ShownReport, 'status' | 'error_message'> }) => {
  const t = reportTexts();
  const { status, error_message: failure } = report;
  if (status === 'generated') return null;
  return (
    <p class="panel notice">
      {status === 'failed' ? (
        <>
          <strong>{t.lastAttemptFailed}</strong> {failure} {t.previousFollows}
        </>
      ) : (
        `${t.again} ${t.previousFollows}`
      )}
    </p>
  );
};

/** A report: its rating, what to fix first, what a browser saw, its past, and the findings. */
export const ReportView = ({ content, hrefOf, draw = drawPart, measurements }: ReportViewProps) => {
  const t = reportTexts();
  const { report, scores, changes } = content;
  const { categories, checks, rules_version: rules } = report;
  const first = firstOf(checks);
  return (
    <div class="report">
      <Attempt report={report} />
      <Summary report={report} hrefOf={hrefOf} />
      {draw('fixes', {
        checks: first.map(({ id, message, gain, fix }) => ({ id, message, gain, fix })),
      })}
      <InBrowser report={report}>
        {measurements ??
          draw('measurements', {
            report: {
              metrics: report.metrics,
              metrics_desktop: report.metrics_desktop,
              samples: report.samples,
            },
          })}
      </InBrowser>
      {changes && <Changes changes={changes} />}
      {scores.length > 1 && draw('history', { scores })}
      {draw('toolbar', {})}
      {categories.map((category) =>
        draw('category', {
          category: shown(category),
          ...checksInWords(
            checks.filter((check) => check.category === category.id),
            (check) => !first.includes(check),
          ),
          ...(report.screenshots && { picture: report.screenshots.phone }),
        }),
      )}
      {rules !== null && <p class="quiet">{t.rules(rules, checks.length)}</p>}
    </div>
  );
};
