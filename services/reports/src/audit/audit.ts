import {
  CATEGORIES,
  type Category,
  type Check,
  type CheckContext,
  type CheckOutcome,
  type CheckResult,
  unknown,
} from '../checks/check.ts';
import type { PageArtifacts } from '../checks/page-artifacts.ts';
import { parsePage } from '../checks/page.ts';
import type { CheckRegistry } from '../checks/registry.ts';
import { robotsOf } from '../checks/robots-file.ts';
import { javascriptShell } from '../checks/javascript-shell.ts';
import {
  type CategoryScore,
  countedWeight,
  GOOD,
  type Rating,
  rate,
  scoreCategory,
  scoreOverall,
} from './score.ts';

/** What an audit found. Plain JSON, the same for the same artifacts and rules to the byte. */
export interface AuditReport {
  rulesVersion: string;
  /** 0–100. */
  score: number;
  result: Rating;
  categories: CategoryScore[];
  checks: CheckResult[];
  /** Something could not be gathered or checked; the score rests on the rest. */
  incomplete: boolean;
  notices: AuditNotice[];
}

export interface AuditNotice {
  code: 'javascript_rendered' | 'not_indexable' | 'no_https' | 'truncated' | 'incomplete';
  message: string;
}

/** Runs every check of the registry over the artifacts. Pure: no clock, no network, no randomness. */
export function audit(artifacts: PageArtifacts, registry: CheckRegistry): AuditReport {
  const page = parsePage(artifacts.html, artifacts.finalUrl);
  const context: CheckContext = { artifacts, page, robots: robotsOf(artifacts) };
  const shell = javascriptShell(page);
  const outcomes = registry.checks.map((check) => ({ check, outcome: runOne(check, context) }));
  const judged = outcomes.map(({ check, outcome }) => ({
    check,
    outcome: shell !== null && check.meta.basis === 'content' ? inform(outcome) : outcome,
  }));

  const categories = CATEGORIES.map((category: Category) => scoreCategory(category, judged));
  const checks = judged.map(({ check, outcome }) => present(check, outcome));
  const notices = noticesOf(artifacts, checks, shell);
  const capped = notices.some((notice) => notice.code === 'not_indexable' || notice.code === 'no_https');
  const overall = scoreOverall(categories);
  const score = capped ? Math.min(overall, GOOD - 1) : overall;
  return {
    rulesVersion: registry.version,
    score,
    result: rate(score),
    categories,
    checks,
    incomplete: notices.some((notice) => notice.code === 'incomplete' || notice.code === 'truncated'),
    notices,
  };
}

function runOne(check: Check, context: CheckContext): CheckOutcome {
  try {
    return check.run(context);
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'an error';
    return unknown(`This check broke off (${reason}). It is a fault of the check, not of the page.`);
  }
}

/** On an empty shell, what scripts may still change is told and not judged. */
function inform(outcome: CheckOutcome): CheckOutcome {
  if (outcome.status === 'not_applicable' || outcome.status === 'error') return outcome;
  return { ...outcome, status: 'info', score: null, message: `Before scripts ran: ${outcome.message}` };
}

function present(check: Check, outcome: CheckOutcome): CheckResult {
  const { id, category, title, importance } = check.meta;
  return { id, category, title, importance, weight: countedWeight(check, outcome), ...outcome };
}

function noticesOf(artifacts: PageArtifacts, checks: CheckResult[], shell: string | null): AuditNotice[] {
  const notices: AuditNotice[] = [];
  const failed = (id: string) => checks.some((check) => check.id === id && check.status === 'fail');
  if (shell !== null) {
    notices.push({
      code: 'javascript_rendered',
      message: `This page is made by JavaScript (${shell}). The checks of its content saw it before scripts ran, so they inform and don't count.`,
    });
  }
  if (failed('indexable')) {
    notices.push({
      code: 'not_indexable',
      message: `Search engines may not index this page, so it is rated decent at best.`,
    });
  }
  if (!artifacts.finalUrl.startsWith('https:')) {
    notices.push({
      code: 'no_https',
      message: 'The page is not served over HTTPS, so it is rated decent at best.',
    });
  }
  if (artifacts.body.truncated) {
    notices.push({ code: 'truncated', message: 'The page is too long; only its beginning was checked.' });
  }
  const missing = [
    ...artifacts.errors.map((error) => error.stage),
    ...checks.filter((check) => check.status === 'error').map((check) => check.title),
  ];
  if (missing.length > 0) {
    notices.push({ code: 'incomplete', message: `Not everything could be checked: ${missing.join('; ')}.` });
  }
  return notices;
}
