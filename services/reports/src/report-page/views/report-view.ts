import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';
import type { AuditReport } from '../../audit/audit.ts';
import { firstFixes } from '../../audit/score.ts';
import type { Fix, CategoryScore } from '../../audit/score.ts';
import type { Rating } from '../../audit/rating.ts';
import type { CheckMeta, CheckResult } from '../../checks/check.ts';
import { fixOf } from '../../checks/fix-code.ts';
import { EXPLAINED } from '../../runs/run-json.ts';
import { bytes, count } from '../../page/quantities.ts';
import type { Report } from '../../reports/report.ts';
import { compareRuns } from '../../runs/compare-runs.ts';
import type { ComparedCheck } from '../../runs/compare-runs.ts';
import { failureText } from '../../runs/failure.ts';
import type { DetailedRun, PageFacts, ScorePoint } from '../../runs/run.ts';
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
const factsView = (facts: PageFacts): Html => {
  const rows: [name: string, value: string][] = [
    ['Final address', facts.finalUrl],
    ['Response', `HTTP ${facts.response.status} over ${protocolOf(facts)}`],
    [
      'HTML',
      `${bytes(facts.body.decodedBytes)}, ${facts.body.encoding === null ? 'not compressed' : `compressed (${facts.body.encoding})`}`,
    ],
    ['Page and files', `${bytes(facts.totalTransferBytes)} in ${count(facts.resources + 1, 'request')}`],
    ['First byte', firstByte(facts.timings.timeToFirstByte)],
    ['Redirects', String(facts.redirects.length)],
  ];
  if (facts.tls !== null) rows.push(['Certificate until', dateOf(facts.tls.validTo)]);
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

const protocolOf = ({ finalUrl, tls, response }: PageFacts): string => {
  // A handshake of its own tells more, and may have failed.
  if (tls === null) return finalUrl.startsWith('https:') ? 'HTTPS' : 'plain HTTP';
  return `${tls.protocol.replace('TLSv', 'TLS ')}, ${tls.alpn === 'h2' || response.httpVersion === '2' ? 'HTTP/2' : 'HTTP/1.1'}`;
};

const firstByte = (samples: readonly number[]): string => {
  const sorted = samples.toSorted((a, b) => a - b);
  const median = sorted[Math.floor((sorted.length - 1) / 2)];
  return median === undefined ? 'not measured' : `${Math.round(median)} ms`;
};

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const times = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** Formats a date; text that isn’t a date stays as it is. */
const dateOf = (text: string): string => {
  const time = Date.parse(text);
  return Number.isNaN(time) ? text : dates.format(time);
};

/** Date and time in UTC. */
const timeOf = (date: Date): string => {
  return `${times.format(date)} UTC`;
};

const WIDTH = 640;
const HEIGHT = 140;
const LEFT = 28;
const MARGIN = 10;
/** The lowest scores of good and decent pages. */
const LIMITS = [90, 50] as const;

const yOf = (score: number): number => HEIGHT - MARGIN - (score / 100) * (HEIGHT - 2 * MARGIN);

/** The report’s scores over time as a line. Null with fewer than two results. */
const trendView = (points: readonly ScorePoint[]): Html | null => {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined || points.length < 2) return null;
  const from = first.finishedAt.getTime();
  const span = Math.max(1, last.finishedAt.getTime() - from);
  const xOf = (time: Date): number => LEFT + ((time.getTime() - from) / span) * (WIDTH - LEFT - MARGIN);
  const dots = points.map(({ score, finishedAt }) => ({
    x: xOf(finishedAt).toFixed(1),
    y: yOf(score).toFixed(1),
    label: `${timeOf(finishedAt)}: ${score}`,
  }));
  const label = `Scores of ${points.length} results: ${first.score} on ${timeOf(first.finishedAt)}, ${last.score} on ${timeOf(last.finishedAt)}`;
  return html`<section class="card" aria-labelledby="trend">
    <h2 id="trend">The score over time</h2>
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
const scoreRing = (score: number | null, rating: Rating | null, size: number): Html => {
  const label = score === null ? 'Not judged' : `Score ${score} of 100: ${rating ?? ''}`;
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
const changesView = (before: DetailedRun | undefined, after: DetailedRun): Html | null => {
  if (!before?.audit || !after.audit) return null;
  const { fixed, new: appeared } = compareRuns(before.audit.checks, after.audit.checks);
  const change = after.audit.score - before.audit.score;
  const score =
    change === 0
      ? 'The score is the same'
      : `The score ${change > 0 ? 'rose' : 'fell'} by ${Math.abs(change)}`;
  return html`<section class="card" aria-labelledby="changes">
    <h2 id="changes">Since the last time</h2>
    <p>
      ${score}: ${before.audit.score} on ${timeOf(before.finishedAt)}, ${after.audit.score} now.
      ${before.rulesVersion !== after.rulesVersion && 'The rules have changed since then.'}
    </p>
    ${listView('Fixed', fixed)} ${listView('New', appeared)}
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
const WORDS = { good: 'Good', decent: 'Decent', bad: 'Bad' } as const;

interface ReportView {
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
export const reportView = ({ report, pagePath, run, audit, previous, trend, metas }: ReportView): Html => {
  const fixes = firstFixes(audit.checks, FIRST, metas);
  const hasPicture = run.facts?.browser !== undefined;
  return html`
    <h1>${report.url}</h1>
    <p class="soft">Generated on ${timeOf(run.finishedAt)}</p>
    ${
      report.status === 'failed' &&
      html`<section class="card notice">
        <p>
          <strong>The last attempt to generate this report failed.</strong> ${failureText(report.error ?? 'internal', report.httpStatus)} The
          previous result follows.
        </p>
      </section>`
    }
    ${
      report.status === 'pending' &&
      html`<section class="card notice">
        <p>This report is being generated again. The previous result follows.</p>
      </section>`
    }
    <section class="card" aria-label="Scores">
      <div class="scores">
        <div class="overall">
          ${scoreRing(audit.score, audit.result, 150)}
          <p class="${audit.result}">${WORDS[audit.result]}</p>
        </div>
        <ul class="categories">
          ${audit.categories.map(categoryLink)}
        </ul>
      </div>
      ${run.facts !== null && factsView(run.facts)}
    </section>
    ${audit.notices.map(({ message }) => html`<section class="card notice"><p>${message}</p></section>`)}
    <section class="card" aria-labelledby="first">
      <h2 id="first">What to fix first</h2>
      ${
        fixes.length === 0
          ? html`<p>Nothing: no check found a problem.</p>`
          : html`<ol class="first">
              ${fixes.map((fix, index) => fixView(fix, index, run.facts?.finalUrl ?? report.url))}
            </ol>`
      }
    </section>
    ${run.facts?.browser !== undefined && browserView(run.facts.browser, run.facts.finalUrl, pagePath)}
    ${changesView(previous, run)} ${trendView(trend)}
    ${hasPicture && pictureView(pagePath)}
    ${audit.categories.map((category) => categoryView(category, audit.checks, metas, hasPicture))}
    <p class="soft">Rules ${audit.rulesVersion}, ${audit.checks.length} checks.</p>
  `;
};

const fixView = ({ check }: Fix, index: number, pageUrl: string): Html => {
  const { fault, remedy } = splitMessage(check.message);
  const won = gainText(check);
  const fix = index < EXPLAINED ? fixOf(check, pageUrl) : null;
  return html`<li>
    <a href="#${check.id}">${fault}</a>${won !== '' && html` <span class="gain">${won}</span>`}
    <p>${fix?.sentence ?? remedy}</p>
    ${fix !== null && fix.code !== null && html`<pre class="paste"><code>${fix.code}</code></pre>`}
  </li>`;
};

const categoryLink = ({ id, title, score, result }: CategoryScore): Html => {
  return html`<li>
    <a href="#category-${id}">${scoreRing(score, result, 84)}<span>${title}</span></a>
  </li>`;
};

const categoryView = (
  category: CategoryScore,
  checks: readonly CheckResult[],
  metas: ReportView['metas'],
  hasPicture: boolean,
): Html => {
  const own = checks.filter((check) => check.category === category.id);
  const having = (...statuses: CheckResult['status'][]) =>
    own.filter(({ status }) => statuses.includes(status));
  const findings = firstFixes(own, own.length, metas).map(({ check }) => check);
  return html`<section class="card" id="category-${category.id}" aria-labelledby="heading-${category.id}">
    <div class="heading">
      ${scoreRing(category.score, category.result, 64)}
      <div>
        <h2 id="heading-${category.id}">${category.title}</h2>
        <p>${category.failed} to fix, ${category.warned} to improve, ${category.passed} passed</p>
      </div>
    </div>
    <div class="findings">${findings.map((check) => findingView(check, metas.get(check.id), hasPicture))}</div>
    ${collapsedChecksView('Could not be checked', having('error'))} ${collapsedChecksView('For information', having('info'))}
    ${collapsedChecksView('Passed', having('pass'))} ${collapsedChecksView('Does not apply', having('not_applicable'))}
  </section>`;
};
