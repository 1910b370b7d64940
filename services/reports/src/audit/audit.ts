import { PROFILE } from '../browser/measure-page.ts';
import { CATEGORIES, titleOf, titlesOf } from '../checks/check.ts';
import type {
  Category,
  Check,
  CheckContext,
  CheckOutcome,
  CheckResult,
  CheckStatus,
  Evidence,
  Gain,
  Savings,
} from '../checks/check.ts';
import { unknown } from '../checks/outcomes.ts';
import type { CheckRegistry } from '../checks/registry.ts';
import { robotsOf } from '../page/files/robots-file.ts';
import { javascriptShell } from '../page/html/javascript-shell.ts';
import { parsePage } from '../page/html/page.ts';
import { createPlacer } from '../page/html/place.ts';
import type { FoundItem, Place } from '../page/html/place.ts';
import type { PageArtifacts } from '../page/page-artifacts.ts';
import { renderingText } from '../page/quantities.ts';
import {
  limitedScore,
  rate,
  countedWeight,
  criticalFailures,
  pointsToWin,
  scoreCategory,
  scoreOverall,
} from './score.ts';
import type { Rating, AxeRules, CategoryScore } from './score.ts';

interface AuditNotice {
  code:
    | 'javascript_rendered'
    | 'not_indexable'
    | 'no_https'
    | 'critical_failures'
    | 'not_rendered'
    | 'partly_rendered'
    | 'stalled'
    | 'truncated'
    | 'incomplete';
  message: string;
}

/** Says why the score is lower than its categories, if it is. */
const limitNotices = (overall: number, score: number, failures: readonly string[]): AuditNotice[] => {
  if (score === overall) return [];
  const message = `Critical checks failed, so the score is at most ${score}: ${failures.join('; ')}.`;
  return [{ code: 'critical_failures', message }];
};

const noticesOf = (
  artifacts: PageArtifacts,
  checks: readonly CheckResult[],
  shell: string | null,
  needBrowser: ReadonlySet<string>,
): AuditNotice[] => {
  const notices: AuditNotice[] = [];
  const failed = (id: string) => checks.some((check) => check.id === id && check.status === 'fail');
  if (shell !== null) {
    notices.push({
      code: 'javascript_rendered',
      message: `This page is rendered by JavaScript (${shell}). The content checks saw it before scripts ran, so they inform and don’t count.`,
    });
  }
  if (failed('indexable')) {
    notices.push({
      code: 'not_indexable',
      message: 'Search engines may not index this page.',
    });
  }
  if (!artifacts.finalUrl.startsWith('https:')) {
    notices.push({
      code: 'no_https',
      message: 'The page is not served over HTTPS.',
    });
  }
  const trouble = artifacts.rendering === undefined ? null : renderingText(artifacts.rendering);
  if (trouble !== null) {
    notices.push({ code: artifacts.rendered ? 'partly_rendered' : 'not_rendered', message: trouble });
  }
  if (artifacts.body.stalled === true) {
    notices.push({
      code: 'stalled',
      message: 'The server didn’t end its answer. What had come by then was judged.',
    });
  }
  if (artifacts.body.truncated) {
    notices.push({ code: 'truncated', message: 'The page is too long; only the beginning was checked.' });
  }
  const missing = [
    ...artifacts.errors.map((error) => error.stage),
    ...checks
      .filter(({ id, status }) => status === 'error' && !needBrowser.has(id))
      .map(({ titles }) => `“${titles.pass}”`),
  ];
  if (missing.length > 0) {
    notices.push({ code: 'incomplete', message: `Not everything could be checked: ${missing.join('; ')}.` });
  }
  return notices;
};

const INCOMPLETE: ReadonlySet<AuditNotice['code']> = new Set([
  'incomplete',
  'truncated',
  'not_rendered',
  'partly_rendered',
] as const);

/** An audit’s findings. Plain JSON, byte-identical for the same artifacts and rules. */
export interface AuditReport {
  rulesVersion: string;
  /** 0–100. */
  score: number;
  result: Rating;
  categories: CategoryScore[];
  checks: CheckResult[];
  /** Something could not be gathered or checked; the score covers the rest. */
  incomplete: boolean;
  notices: AuditNotice[];
}

/** Runs every check in the registry on the artifacts. Pure: no clock, network or randomness. */
export const audit = (artifacts: PageArtifacts, registry: CheckRegistry): AuditReport => {
  const page = parsePage(artifacts.html, artifacts.finalUrl);
  const context: CheckContext = { artifacts, page, robots: robotsOf(artifacts) };
  const shell = artifacts.rendered === true ? null : javascriptShell(page);
  const outcomes = registry.checks.map((check) => ({ check, outcome: runOne(check, context) }));
  const judged = outcomes.map(({ check, outcome }) => ({
    check,
    found: outcome.status,
    outcome: shell !== null && check.meta.basis === 'content' ? toInfo(outcome) : outcome,
  }));

  const categories = CATEGORIES.map((category: Category) =>
    scoreCategory(category, judged, rulesOf(artifacts)),
  );
  const placeOf = createPlacer(page, artifacts);
  const points = pointsToWin(judged);
  const checks = judged.map(({ check, found, outcome }) =>
    present(check, found, outcome, artifacts, placeOf, points.get(check.meta.id)),
  );
  const overall = scoreOverall(judged);
  const failures = criticalFailures(outcomes).map(({ check }) => check.meta.failureTitle);
  const score = limitedScore(overall, failures.length);
  const needBrowser = new Set(
    registry.checks.filter(({ meta }) => meta.needsBrowser === true).map(({ meta }) => meta.id),
  );
  const notices = [
    ...noticesOf(artifacts, checks, shell, needBrowser),
    ...limitNotices(overall, score, failures),
  ];
  return {
    rulesVersion: registry.version,
    score,
    result: rate(score),
    categories,
    checks,
    incomplete: notices.some(({ code }) => INCOMPLETE.has(code)),
    notices,
  };
};

const runOne = (check: Check, context: CheckContext): CheckOutcome => {
  // No browser was asked for where `rendered` says nothing: the check doesn't apply then.
  if (check.meta.needsBrowser === true && context.artifacts.rendered === false)
    return unknown('Not decided: this needs a browser, which could not render the page.');
  try {
    return check.run(context);
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'an error';
    return unknown(`This check failed (${reason}). The fault is in the check, not in the page.`);
  }
};

/** On an empty shell, anything scripts may still change is reported but not judged. */
const toInfo = (outcome: CheckOutcome): CheckOutcome => {
  if (outcome.status === 'not_applicable' || outcome.status === 'error') return outcome;
  return { ...outcome, status: 'info', score: null, message: `Before scripts ran: ${outcome.message}` };
};

const evidenceOf = ({ meta }: Check, { rendered }: PageArtifacts): Evidence => {
  if (meta.needsBrowser === true) return 'rendered';
  if (meta.basis !== 'content' && meta.basis !== 'document') return 'answer';
  return rendered === true ? 'rendered' : 'html';
};

/** The outcomes of axe-core's rules; null where it didn't run, or an earlier version kept less. */
const rulesOf = ({ browser }: PageArtifacts): AxeRules | null =>
  browser?.violations == null || browser.passedRules === undefined
    ? null
    : { passed: browser.passedRules, violated: browser.violations.map(({ id }) => id) };

const gainOf = (points: number, saves: Savings | null): Gain => {
  const bytes = saves?.bytes === undefined ? null : Math.max(0, Math.round(saves.bytes));
  const time =
    saves?.milliseconds ?? (bytes === null ? null : bytes / (PROFILE.downloadBytesPerSecond / 1000));
  return { points, bytes, milliseconds: time === null ? null : Math.max(0, Math.round(time)) };
};

/** `found` is the status before a finding was turned into information. */
const present = (
  check: Check,
  found: CheckStatus,
  outcome: CheckOutcome,
  artifacts: PageArtifacts,
  placeOf: (item: FoundItem) => Place | null,
  points: number | undefined,
): CheckResult => {
  const { id, category, importance } = check.meta;
  const titles = titlesOf(check.meta);
  const weight = countedWeight(check, outcome);
  const evidence = evidenceOf(check, artifacts);
  const title = titleOf(titles, found);
  const items = outcome.items.map((item) => ({
    snippet: item.snippet,
    note: item.note,
    place: placeOf(item),
  }));
  const { saves, ...rest } = outcome;
  const gain = points === undefined ? null : gainOf(points, saves);
  return { id, category, title, titles, importance, evidence, weight, ...rest, items, gain };
};
