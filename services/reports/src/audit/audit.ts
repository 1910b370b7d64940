import { CATEGORIES, titleOf, titlesOf } from '../checks/check.ts';
import type {
  Category,
  Check,
  CheckContext,
  CheckOutcome,
  CheckResult,
  CheckStatus,
} from '../checks/check.ts';
import { unknown } from '../checks/outcomes.ts';
import type { CheckRegistry } from '../checks/registry.ts';
import { robotsOf } from '../page/files/robots-file.ts';
import { javascriptShell } from '../page/html/javascript-shell.ts';
import { parsePage } from '../page/html/page.ts';
import type { PageArtifacts } from '../page/page-artifacts.ts';
import { limitedScore, rate } from './rating.ts';
import type { Rating } from './rating.ts';
import { countedWeight, scoreCategory, scoreOverall } from './score.ts';
import type { CategoryScore } from './score.ts';

interface AuditNotice {
  code:
    | 'javascript_rendered'
    | 'not_indexable'
    | 'no_https'
    | 'critical_failures'
    | 'not_rendered'
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

const noticesOf = (artifacts: PageArtifacts, checks: CheckResult[], shell: string | null): AuditNotice[] => {
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
  if (artifacts.rendered === false) {
    notices.push({
      code: 'not_rendered',
      message: 'No browser could render this page, so its HTML was judged as sent.',
    });
  }
  if (artifacts.body.truncated) {
    notices.push({ code: 'truncated', message: 'The page is too long; only the beginning was checked.' });
  }
  const missing = [
    ...artifacts.errors.map((error) => error.stage),
    ...checks.filter((check) => check.status === 'error').map(({ titles }) => `“${titles.pass}”`),
  ];
  if (missing.length > 0) {
    notices.push({ code: 'incomplete', message: `Not everything could be checked: ${missing.join('; ')}.` });
  }
  return notices;
};

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

  const categories = CATEGORIES.map((category: Category) => scoreCategory(category, judged));
  const checks = judged.map(({ check, found, outcome }) => present(check, found, outcome));
  const overall = scoreOverall(judged);
  const failures = outcomes
    .filter(({ check, outcome }) => check.meta.critical === true && outcome.status === 'fail')
    .map(({ check }) => check.meta.failureTitle);
  const score = limitedScore(overall, failures.length);
  const notices = [...noticesOf(artifacts, checks, shell), ...limitNotices(overall, score, failures)];
  return {
    rulesVersion: registry.version,
    score,
    result: rate(score),
    categories,
    checks,
    incomplete: notices.some((notice) => notice.code === 'incomplete' || notice.code === 'truncated'),
    notices,
  };
};

const runOne = (check: Check, context: CheckContext): CheckOutcome => {
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

/** `found` is the status before a finding was turned into information. */
const present = (check: Check, found: CheckStatus, outcome: CheckOutcome): CheckResult => {
  const { id, category, importance } = check.meta;
  const titles = titlesOf(check.meta);
  const weight = countedWeight(check, outcome);
  return { id, category, title: titleOf(titles, found), titles, importance, weight, ...outcome };
};
