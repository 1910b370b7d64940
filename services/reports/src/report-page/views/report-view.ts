import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import type { AuditReport } from '../../audit/audit.ts';
import type { CategoryScore } from '../../audit/score.ts';
import type { CheckMeta, CheckResult } from '../../checks/check.ts';
import type { Report } from '../../reports/report.ts';
import type { DetailedRun, ScorePoint } from '../../runs/run.ts';
import { failureText } from '../../runs/failure.ts';
import { firstFixes } from '../first-fixes.ts';
import type { Fix } from '../first-fixes.ts';
import { browserView } from './browser-view.ts';
import { changesView } from './changes-view.ts';
import { factsView, timeOf } from './facts-view.ts';
import { findingView, collapsedChecksView, splitMessage } from './finding-view.ts';
import { scoreRing } from './score-ring.ts';
import { trendView } from './trend-view.ts';

const FIRST = 6;
const WORDS = { good: 'Good', decent: 'Decent', bad: 'Bad' } as const;

export interface ReportView {
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
              ${fixes.map(fixView)}
            </ol>`
      }
    </section>
    ${run.facts?.browser !== undefined && browserView(run.facts.browser, run.facts.finalUrl, pagePath)}
    ${changesView(previous, run)} ${trendView(trend)}
    ${audit.categories.map((category) => categoryView(category, audit.checks, metas))}
    <p class="soft">Rules ${audit.rulesVersion}, ${audit.checks.length} checks.</p>
  `;
};

const fixView = ({ check }: Fix): Html => {
  const { fault, remedy } = splitMessage(check.message);
  return html`<li>
    <a href="#${check.id}">${fault}</a>
    <p>${remedy}</p>
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
    <div class="findings">${findings.map((check) => findingView(check, metas.get(check.id)))}</div>
    ${collapsedChecksView('Could not be checked', having('error'))} ${collapsedChecksView('For information', having('info'))}
    ${collapsedChecksView('Passed', having('pass'))} ${collapsedChecksView('Does not apply', having('not_applicable'))}
  </section>`;
};
