import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';
import type { AuditReport } from '../../audit/audit.ts';
import { firstFixes } from '../../audit/score.ts';
import type { Fix, CategoryScore } from '../../audit/score.ts';
import type { Rating } from '../../audit/rating.ts';
import type { CheckMeta, CheckResult } from '../../checks/check.ts';
import { checkIn, comparedIn, noticeIn, titleIn } from '../../checks/translate-check.ts';
import { fixOf } from '../../checks/fix-code.ts';
import { EXPLAINED } from '../../runs/run-json.ts';
import type { Report } from '../../reports/report.ts';
import { compareRuns } from '../../runs/compare-runs.ts';
import type { ComparedCheck } from '../../runs/compare-runs.ts';
import { failureText } from '../../runs/failure.ts';
import type { DetailedRun, PageFacts, ScorePoint } from '../../runs/run.ts';
import type { PageTexts } from '../texts/texts.ts';
import { browserView } from './browser-view.ts';
import { findingView, gainText, pictureView, splitMessage } from './finding-view.ts';

/** Checks without a finding, as a collapsed list. */
const collapsedChecksView = (summary: string, checks: readonly CheckResult[]): Html | null => {
  if (checks.length === 0) return null;
  return html`<details>
    <summary>${summary} (${checks.length})</summary>
    <ul>
      ${checks.map(
        ({ title, message, items }) =>
          html`<li>
            <strong>${title}.</strong> ${message !== `${title}.` && message}
            ${
              items.length > 0 &&
              html`<span class="soft"
                >${items
                  .map(({ snippet }) => snippet)
                  .slice(0, 5)
                  .join(' · ')}</span
              >`
            }
          </li>`,
      )}
    </ul>
  </details>`;
};

/** Facts about the page at the time of the report. */
const factsView = (facts: PageFacts, texts: PageTexts): Html => {
  const { facts: names } = texts;
  const rows: [name: string, value: string][] = [
    [names.finalUrl, facts.finalUrl],
    [names.response, texts.answer(facts.response.status, protocolOf(facts, texts))],
    [
      names.html,
      `${texts.bytes(facts.body.decodedBytes)}, ${facts.body.encoding === null ? texts.notCompressed : texts.compressed(facts.body.encoding)}`,
    ],
    [
      names.files,
      texts.inRequests(texts.bytes(facts.totalTransferBytes), texts.requests(facts.resources + 1)),
    ],
    [names.firstByte, firstByte(facts.timings.timeToFirstByte, texts)],
    [names.redirects, String(facts.redirects.length)],
  ];
  if (facts.tls !== null) rows.push([names.certificate, texts.date(facts.tls.validTo)]);
  return html`<dl class="facts">
    ${rows.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
};

const protocolOf = ({ finalUrl, tls, response }: PageFacts, texts: PageTexts): string => {
  // A handshake of its own tells more, and may have failed.
  if (tls === null) return finalUrl.startsWith('https:') ? 'HTTPS' : texts.plainHttp;
  return `${tls.protocol.replace('TLSv', 'TLS ')}, ${tls.alpn === 'h2' || response.httpVersion === '2' ? 'HTTP/2' : 'HTTP/1.1'}`;
};

const firstByte = (samples: readonly number[], texts: PageTexts): string => {
  const sorted = samples.toSorted((a, b) => a - b);
  const median = sorted[Math.floor((sorted.length - 1) / 2)];
  return median === undefined ? texts.notMeasured : texts.milliseconds(Math.round(median));
};

const WIDTH = 640;
const HEIGHT = 140;
const LEFT = 28;
const MARGIN = 10;
/** The lowest scores of good and decent pages. */
const LIMITS = [90, 50] as const;

const yOf = (score: number): number => HEIGHT - MARGIN - (score / 100) * (HEIGHT - 2 * MARGIN);

/** The report’s scores over time as a line. Null with fewer than two results. */
const trendView = (points: readonly ScorePoint[], texts: PageTexts): Html | null => {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined || points.length < 2) return null;
  const from = first.finishedAt.getTime();
  const span = Math.max(1, last.finishedAt.getTime() - from);
  const xOf = (time: Date): number => LEFT + ((time.getTime() - from) / span) * (WIDTH - LEFT - MARGIN);
  const dots = points.map(({ score, finishedAt }) => ({
    x: xOf(finishedAt).toFixed(1),
    y: yOf(score).toFixed(1),
    label: `${texts.time(finishedAt)}: ${score}`,
  }));
  const label = texts.trendLabel(
    points.length,
    first.score,
    texts.time(first.finishedAt),
    last.score,
    texts.time(last.finishedAt),
  );
  return html`<section class="card" aria-labelledby="trend">
    <h2 id="trend">${texts.trend}</h2>
    <svg class="trend" role="img" aria-label="${label}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
      ${LIMITS.map(
        (limit) =>
          html`<line class="limit" x1="${LEFT}" x2="${WIDTH}" y1="${yOf(limit)}" y2="${yOf(limit)}" />
            <text x="0" y="${yOf(limit) + 4}" font-size="12">${limit}</text>`,
      )}
      <polyline class="line" fill="none" points="${dots.map(({ x, y }) => `${x},${y}`).join(' ')}" />
      ${dots.map(({ x, y, label: title }) => html`<circle cx="${x}" cy="${y}" r="3"><title>${title}</title></circle>`)}
    </svg>
  </section>`;
};

const RADIUS = 42;
const LENGTH = 2 * Math.PI * RADIUS;

/** A ring filled in proportion to the score, with the score inside. `size` in pixels. */
const scoreRing = (score: number | null, rating: Rating | null, size: number, texts: PageTexts): Html => {
  const label =
    score === null ? texts.notJudged : texts.scoreOf(score, rating === null ? '' : texts.ratings[rating]);
  const filled = ((score ?? 0) / 100) * LENGTH;
  const arc =
    score === null || score === 0
      ? null
      : html`<circle
          class="arc"
          cx="50"
          cy="50"
          r="${RADIUS}"
          fill="none"
          stroke-width="10"
          stroke-dasharray="${filled.toFixed(1)} ${LENGTH.toFixed(1)}"
          transform="rotate(-90 50 50)"
        />`;
  return html`<svg
    class="ring ${rating ?? 'none'}"
    role="img"
    aria-label="${label}"
    viewBox="0 0 100 100"
    width="${size}"
    height="${size}"
  >
    <circle class="track" cx="50" cy="50" r="${RADIUS}" fill="none" stroke-width="10" />
    ${arc}
    <text x="50" y="51" font-size="${score === 100 ? 26 : 30}">${score ?? '–'}</text>
  </svg>`;
};

/**
 * The changes since the previous run: score, fixed and new findings. Null without a previous run.
 */
const changesView = (before: DetailedRun | undefined, after: DetailedRun, texts: PageTexts): Html | null => {
  if (!before?.audit || !after.audit) return null;
  const compared = compareRuns(before.audit.checks, after.audit.checks);
  const fixed = comparedIn(texts.language, compared.fixed);
  const appeared = comparedIn(texts.language, compared.new);
  const change = after.audit.score - before.audit.score;
  return html`<section class="card" aria-labelledby="changes">
    <h2 id="changes">${texts.changes}</h2>
    <p>
      ${texts.from(texts.change(change), before.audit.score, texts.time(before.finishedAt), after.audit.score)}
      ${before.rulesVersion !== after.rulesVersion && texts.otherRules}
    </p>
    ${listView(texts.fixed, fixed)} ${listView(texts.appeared, appeared)}
  </section>`;
};

const listView = (heading: string, checks: readonly ComparedCheck[]): Html | null => {
  if (checks.length === 0) return null;
  return html`<h3>${heading}</h3>
    <ul>
      ${checks.map(({ id, title, message, after }) => (after === 'pass' || after === 'not_applicable' || after === 'info' ? html`<li>${title}</li>` : html`<li><a href="#${id}">${message}</a></li>`))}
    </ul>`;
};

const FIRST = 6;

interface ReportView {
  /** The language to say it in. */
  texts: PageTexts;
  report: Pick<Report, 'url' | 'status' | 'error' | 'httpStatus'>;
  /** Path of the report page: `/r/…`. */
  pagePath: string;
  run: DetailedRun;
  audit: AuditReport;
  /** The previous good run, for the list of changes. */
  previous: DetailedRun | undefined;
  /** Scores of the past, the oldest first. */
  trend: readonly ScorePoint[];
  /** The metas of today’s checks; an older run may have others. */
  metas: ReadonlyMap<string, CheckMeta>;
}

/** The report’s body: scores, what to fix first, and each category’s findings. */
export const reportView = (view: ReportView): Html => {
  const { texts, report, pagePath, run, audit, previous, trend, metas } = view;
  const { language } = texts;
  const checks = audit.checks.map((check) => checkIn(language, check));
  const fixes = firstFixes(checks, FIRST, metas);
  const hasPicture = run.facts?.browser !== undefined;
  return html`
    <h1>${report.url}</h1>
    <p class="soft">${texts.generatedOn(texts.time(run.finishedAt))}</p>
    ${
      report.status === 'failed' &&
      html`<section class="card notice">
        <p>
          <strong>${texts.lastAttemptFailed}</strong> ${noticeIn(language, failureText(report.error ?? 'internal', report.httpStatus))} ${texts.previousFollows}
        </p>
      </section>`
    }
    ${
      report.status === 'pending' &&
      html`<section class="card notice">
        <p>${texts.again} ${texts.previousFollows}</p>
      </section>`
    }
    <section class="card" aria-label="${texts.scores}">
      <div class="scores">
        <div class="overall">
          ${scoreRing(audit.score, audit.result, 150, texts)}
          <p class="${audit.result}">${texts.ratings[audit.result]}</p>
        </div>
        <ul class="categories">
          ${audit.categories.map((category) => categoryLink(category, texts))}
        </ul>
      </div>
      ${run.facts !== null && factsView(run.facts, texts)}
    </section>
    ${audit.notices.map(({ message }) => html`<section class="card notice"><p>${noticeIn(language, message)}</p></section>`)}
    <section class="card" aria-labelledby="first">
      <h2 id="first">${texts.fixFirst}</h2>
      ${
        fixes.length === 0
          ? html`<p>${texts.nothingToFix}</p>`
          : html`<ol class="first">
              ${fixes.map((fix, index) => fixView(fix, index, run.facts?.finalUrl ?? report.url, texts))}
            </ol>`
      }
    </section>
    ${run.facts?.browser !== undefined && browserView(run.facts.browser, run.facts.finalUrl, pagePath, texts)}
    ${changesView(previous, run, texts)} ${trendView(trend, texts)}
    ${hasPicture && pictureView(pagePath)}
    ${audit.categories.map((category) => categoryView(category, checks, metas, hasPicture, texts))}
    <p class="soft">${texts.rules(audit.rulesVersion, checks.length)}</p>
  `;
};

const fixView = ({ check }: Fix, index: number, pageUrl: string, texts: PageTexts): Html => {
  const { fault, remedy } = splitMessage(check.message);
  const won = gainText(check, texts);
  const fix = index < EXPLAINED ? fixOf(check, pageUrl) : null;
  return html`<li>
    <a href="#${check.id}">${fault}</a>${won !== '' && html` <span class="gain">${won}</span>`}
    <p>${fix?.sentence ?? remedy}</p>
    ${fix !== null && fix.code !== null && html`<pre class="paste"><code>${fix.code}</code></pre>`}
  </li>`;
};

const categoryLink = ({ id, title, score, result }: CategoryScore, texts: PageTexts): Html => {
  return html`<li>
    <a href="#category-${id}">${scoreRing(score, result, 84, texts)}<span>${titleIn(texts.language, title)}</span></a>
  </li>`;
};

const categoryView = (
  category: CategoryScore,
  checks: readonly CheckResult[],
  metas: ReportView['metas'],
  hasPicture: boolean,
  texts: PageTexts,
): Html => {
  const own = checks.filter((check) => check.category === category.id);
  const having = (...statuses: CheckResult['status'][]) =>
    own.filter(({ status }) => statuses.includes(status));
  const findings = firstFixes(own, own.length, metas).map(({ check }) => check);
  return html`<section class="card" id="category-${category.id}" aria-labelledby="heading-${category.id}">
    <div class="heading">
      ${scoreRing(category.score, category.result, 64, texts)}
      <div>
        <h2 id="heading-${category.id}">${titleIn(texts.language, category.title)}</h2>
        <p>${texts.tally(category.failed, category.warned, category.passed)}</p>
      </div>
    </div>
    <div class="findings">${findings.map((check) => findingView(check, metas.get(check.id), hasPicture, texts))}</div>
    ${(['error', 'info', 'pass', 'not_applicable'] as const).map((status) => collapsedChecksView(texts.lists[status], having(status)))}
  </section>`;
};
