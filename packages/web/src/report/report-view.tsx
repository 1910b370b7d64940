import './report.css';

import type {
  ReportContent,
  ShownCategory,
  ShownChanges,
  ShownCheck,
  ShownReport,
} from '@platform/pages/reports-contract';
import { h } from 'preact';
import type { ComponentChildren, ComponentType } from 'preact';

import { shownAddress } from '../ui/address.ts';
import { ScoreGauge } from '../ui/score-gauge.tsx';
import { Category, checksInWords, ChecksToolbar } from './category.tsx';
import { gainText, Paste } from './finding.tsx';
import { InBrowser } from './in-browser.tsx';
import { Measurements } from './measurements.tsx';
import { ScoreHistory } from './score-line.tsx';
import { reportTexts } from './texts.ts';
import { bytesText, dayText, millisecondsText, splitMessage, timeText } from './wording.ts';

/** Facts about the page at the time of the report. */
const Facts = ({ facts }: { facts: NonNullable<ShownReport['facts']> }) => {
  const t = reportTexts();
  const rows: readonly (readonly [name: string, value: string])[] = [
    [t.facts.finalUrl, shownAddress(facts.final_url)],
    [t.facts.response, t.answer(facts.http_status, facts.protocol ?? t.plainHttp)],
    [
      t.facts.html,
      `${bytesText(facts.html_bytes)}, ${facts.encoding === null ? t.notCompressed : t.compressed(facts.encoding)}`,
    ],
    [t.facts.files, t.inRequests(bytesText(facts.transfer_bytes), t.requests(facts.requests))],
    [
      t.facts.firstByte,
      facts.first_byte === null ? t.notMeasured : millisecondsText(Math.round(facts.first_byte)),
    ],
    [t.facts.redirects, String(facts.redirects)],
    ...(facts.certificate_until === null
      ? []
      : [[t.facts.certificate, dayText(facts.certificate_until)] as const]),
  ];
  return (
    <dl class="facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};

/** The rating of a page: its score, those of the categories, and the facts that it stands on. */
const Summary = ({
  report: { score, result, categories, facts, notices },
  hrefOf,
}: {
  report: Pick<ShownReport, 'score' | 'result' | 'categories' | 'facts' | 'notices'>;
  /** Address of a category. */
  hrefOf: (category: string) => string;
}) => {
  const t = reportTexts();
  const labelOf = (points: number | null, rating: typeof result): string =>
    points === null ? t.notJudged : t.scoreOf(points, rating === null ? '' : t.ratings[rating]);
  return (
    <>
      <section class="panel" aria-label={t.scores}>
        <div class="scores">
          <div class="overall">
            <ScoreGauge score={score} result={result} size="huge" label={labelOf(score, result)} />
            {result !== null && <p class={`rating ${result}`}>{t.ratings[result]}</p>}
          </div>
          <ul class="gauges">
            {categories.map((category) => (
              <li key={category.id}>
                <a href={hrefOf(category.id)}>
                  <ScoreGauge
                    score={category.score}
                    result={category.result}
                    size="large"
                    label={labelOf(category.score, category.result)}
                  />
                  <span>{category.title}</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
        <p class="scale" aria-hidden="true">
          <span class="rating bad">0–49</span> <span class="rating decent">50–89</span>{' '}
          <span class="rating good">90–100</span>
        </p>
        {facts && <Facts facts={facts} />}
      </section>
      {notices.map(({ code, message }) => (
        <p key={code} class="panel notice">
          {message}
        </p>
      ))}
    </>
  );
};

const FIRST = 6;

/** Of all checks, those that are to be fixed first. */
const firstOf = (checks: readonly ShownCheck[]): ShownCheck[] =>
  checks
    .flatMap((check) => (check.rank === null ? [] : [{ check, rank: check.rank }]))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, FIRST)
    .map(({ check }) => check);

type Fix = Pick<ShownCheck, 'id' | 'message' | 'gain' | 'fix'>;

/** Says what to fix first and what that gains, with the code to paste. */
const FirstFixes = ({ checks }: { checks: readonly Fix[] }) => {
  const t = reportTexts();
  return (
    <section class="panel" aria-labelledby="first">
      <h2 id="first">{t.fixFirst}</h2>
      {checks.length === 0 ? (
        <p>{t.nothingToFix}</p>
      ) : (
        <ol class="first">
          {checks.map((check) => {
            const { fault, remedy } = splitMessage(check.message);
            const won = gainText(check);
            return (
              <li key={check.id}>
                <a href={`#${check.id}`}>{fault}</a> {won !== '' && <span class="gain">{won}</span>}
                <p>{check.fix?.sentence ?? remedy}</p>
                {check.fix?.code && <Paste code={check.fix.code} />}
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
};

const ChangeList = ({ title, changes }: { title: string; changes: ShownChanges['new'] }) =>
  changes.length === 0 ? null : (
    <div>
      <h3>{title}</h3>
      <ul>
        {changes.map(({ id, title: check, message, after }) => (
          <li key={id}>{after === 'fail' || after === 'warn' ? <a href={`#${id}`}>{message}</a> : check}</li>
        ))}
      </ul>
    </div>
  );

/** Differences from the result before: the score, fixed and new findings. */
const Changes = ({ changes }: { changes: ShownChanges }) => {
  const t = reportTexts();
  const { before, after, same_rules: isSame, fixed, new: appeared } = changes;
  const by = after.score - before.score;
  return (
    <section class="panel" aria-labelledby="changes">
      <h2 id="changes">{t.changes}</h2>
      <p>
        <span class={`change ${by > 0 ? 'up' : by < 0 ? 'down' : ''}`} aria-hidden="true">
          {by > 0 ? `+${by}` : by < 0 ? `−${-by}` : '±0'}
        </span>{' '}
        {t.from(t.change(by), before.score, timeText(before.at), after.score)} {!isSame && t.otherRules}
      </p>
      <div class="two">
        <ChangeList title={t.fixed} changes={fixed} />
        <ChangeList title={t.appeared} changes={appeared} />
      </div>
    </section>
  );
};

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
