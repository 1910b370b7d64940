import type { CheckResult } from '../checks/check.ts';
import type { PageArtifacts } from '../page/page-artifacts.ts';

export interface AuditNotice {
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
export const limitNotices = (overall: number, score: number, failures: readonly string[]): AuditNotice[] => {
  if (score === overall) return [];
  const message = `Critical checks failed, so the score is at most ${score}: ${failures.join('; ')}.`;
  return [{ code: 'critical_failures', message }];
};

export const noticesOf = (
  artifacts: PageArtifacts,
  checks: CheckResult[],
  shell: string | null,
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
    ...checks.filter((check) => check.status === 'error').map((check) => check.title),
  ];
  if (missing.length > 0) {
    notices.push({ code: 'incomplete', message: `Not everything could be checked: ${missing.join('; ')}.` });
  }
  return notices;
};
