import { html, type Html } from '@platform/pages';

import type { AuditReport } from '../../audit/audit.ts';
import type { CategoryScore } from '../../audit/score.ts';
import type { CheckMeta, CheckResult } from '../../checks/check.ts';
import type { Report } from '../../reports/report.ts';
import type { DetailedRun } from '../../runs/run.ts';
import { failureText } from '../failure-text.ts';
import { type Fix, firstFixes } from '../first-fixes.ts';
import { changesView } from './changes-view.ts';
import { factsView, timeOf } from './facts-view.ts';
import { findingView, quietView, sayings } from './finding-view.ts';
import { scoreRing } from './score-ring.ts';

const FIRST = 6;
const WORDS = { good: 'Good', decent: 'Decent', bad: 'Bad' } as const;

export interface ReportView {
  report: Pick<Report, 'url' | 'status' | 'error'>;
  run: DetailedRun;
  audit: AuditReport;
  /** The good run before, to tell what changed. */
  previous: DetailedRun | undefined;
  /** The metas of the checks known today; an older run may know others. */
  metas: ReadonlyMap<string, CheckMeta>;
}

/** The report's body: scores, what to fix first, and each category with its findings. */
export function reportView({ report, run, audit, previous, metas }: ReportView): Html {
  const fixes = firstFixes(audit.checks, FIRST);
  return html`
    <h1>${report.url}</h1>
    <p class="soft">Looked at on ${timeOf(run.finishedAt)}</p>
    ${
      report.status === 'failed' &&
      html`<section class="card notice">
        <p>
          <strong>The last attempt to renew this report failed.</strong> ${failureText(report.error)} What
          follows is the result before.
        </p>
      </section>`
    }
    ${
      report.status === 'pending' &&
      html`<section class="card notice">
        <p>This report is being renewed. What follows is the result before.</p>
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
          ? html`<p>Nothing: no check found anything to mend.</p>`
          : html`<ol class="first">
              ${fixes.map(fixView)}
            </ol>`
      }
    </section>
    ${changesView(previous, run)}
    ${audit.categories.map((category) => categoryView(category, audit.checks, metas))}
    <p class="soft">Rules ${audit.rulesVersion}, ${audit.checks.length} checks.</p>
  `;
}

function fixView({ check }: Fix): Html {
  const { fault, remedy } = sayings(check.message);
  return html`<li>
    <a href="#${check.id}">${fault}</a>
    <p>${remedy}</p>
  </li>`;
}

function categoryLink({ id, title, score, result }: CategoryScore): Html {
  return html`<li>
    <a href="#category-${id}">${scoreRing(score, result, 84)}<span>${title}</span></a>
  </li>`;
}

function categoryView(
  category: CategoryScore,
  checks: readonly CheckResult[],
  metas: ReportView['metas'],
): Html {
  const own = checks.filter((check) => check.category === category.id);
  const having = (...statuses: CheckResult['status'][]) =>
    own.filter(({ status }) => statuses.includes(status));
  const findings = firstFixes(own, own.length).map(({ check }) => check);
  return html`<section class="card" id="category-${category.id}" aria-labelledby="heading-${category.id}">
    <div class="heading">
      ${scoreRing(category.score, category.result, 64)}
      <div>
        <h2 id="heading-${category.id}">${category.title}</h2>
        <p>${category.failed} to fix, ${category.warned} to improve, ${category.passed} passed</p>
      </div>
    </div>
    ${findings.map((check) => findingView(check, metas.get(check.id)))}
    ${quietView('Could not be checked', having('error'))} ${quietView('For information', having('info'))}
    ${quietView('Passed', having('pass'))} ${quietView('Does not apply', having('not_applicable'))}
  </section>`;
}
