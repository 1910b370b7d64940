import { STATUS_CODES } from 'node:http';
import type { AuditReport } from '../audit/audit.ts';
import type { Rating, Judged } from '../audit/score.ts';
import type { BrowserFacts, Rendering } from '../page/browser-facts.ts';
import type { FetchErrorCode, PageArtifacts } from '../page/page-artifacts.ts';
import { limitedScore, rate, RATINGS, criticalFailures, scoreOverall } from '../audit/score.ts';
import type { CheckResult, CheckStatus, CheckTitles } from '../checks/check.ts';
import type { CheckRegistry } from '../checks/registry.ts';

/** Facts about the gathered page that are kept beside the audit, for the report page. */
export type PageFacts = Pick<
  PageArtifacts,
  'requestedUrl' | 'finalUrl' | 'redirects' | 'response' | 'body' | 'timings' | 'tls' | 'gatheredAt'
> & {
  /** Facts from a browser, if one rendered the page. */
  browser?: BrowserFacts | undefined;
  /** How its rendering went, if one was wanted. */
  rendering?: Rendering | undefined;
  /** Files the page refers to that were requested. */
  resources: number;
  /** Bytes on the wire of the page and those files, as far as known. */
  totalTransferBytes: number;
};

/** One generation of a report. Never changed once written. */
export interface Run {
  readonly id: number;
  readonly reportId: number;
  readonly status: 'generated' | 'failed';
  readonly error: FailureCode | null;
  /** Of a page that responded with an error. */
  readonly httpStatus: number | null;
  readonly result: Rating | null;
  readonly score: number | null;
  /** Identifies the checks and thresholds used; results under different rules compare loosely. */
  readonly rulesVersion: string | null;
  readonly startedAt: Date;
  readonly finishedAt: Date;
}

/** A score of the past, for a chart. */
export interface ScorePoint {
  readonly score: number;
  readonly finishedAt: Date;
}

/** A run with its findings; both are null when it failed. */
export interface DetailedRun extends Run {
  readonly audit: AuditReport | null;
  readonly facts: PageFacts | null;
}

/**
 * Why a run has no result: the page could not be fetched, could not be parsed in time
 * (`too_complex`), its credentials can’t be read, or our own software failed on every attempt (`internal`).
 */
export type FailureCode = FetchErrorCode | 'too_complex' | 'credentials' | 'internal';

const SENTENCES: Record<FailureCode, string> = {
  unreachable: 'The host name doesn’t lead to a public address.',
  connect: 'The server could not be reached, or it closed the connection.',
  tls: 'No secure connection could be established; the certificate may be invalid.',
  timeout: 'The page did not respond in time.',
  blocked: 'The address, or one that it redirects to, can’t be reported on.',
  not_html: 'The address is not an HTML page.',
  too_large: 'The page is too large.',
  redirect_loop:
    'The page redirects in a loop, or too many times, though the cookies that it sets on the way are sent back.',
  http_error: 'The page responded with an error.',
  invalid_response: 'The server’s response could not be understood.',
  too_complex: 'The page could not be parsed in time.',
  credentials: 'The stored credentials can’t be read any more; please give them again.',
  internal: 'Something went wrong on our side; we are looking into it.',
};

/** Returns advice on a status; null where its name says it all. */
const adviceOn = (status: number): string | null => {
  if (status < 400) return ', but doesn’t say where to go instead.';
  if (status === 401) return '. It asks for a user and a password; give them as basic_auth.';
  if (status === 403 || status === 406 || status === 429)
    return '. The server may refuse visitors that it doesn’t know; give it another name as user_agent.';
  if (status === 404 || status === 410) return '. Check the address.';
  return status >= 500 && status < 600 ? '. The server has a problem.' : null;
};

/**
 * A failure in a sentence or two, for people.
 * @param httpStatus the status of an `http_error`, if it is known
 */
export const failureText = (code: FailureCode, httpStatus: number | null = null): string => {
  if (code !== 'http_error' || httpStatus === null) return SENTENCES[code];
  const name = [httpStatus, STATUS_CODES[httpStatus]].filter(Boolean).join(' ');
  return `The page responded with ${name}${adviceOn(httpStatus) ?? '.'}`;
};

/** A check with a finding in at least one of the two runs. */
export interface ComparedCheck {
  readonly id: string;
  readonly category: string;
  /** Title that fits the later run. */
  readonly title: string;
  readonly titles: CheckTitles;
  /** Null when that run didn’t have the check. */
  readonly before: CheckStatus | null;
  readonly after: CheckStatus | null;
  readonly message: string;
}

export interface Comparison {
  /** Had a finding and has none now. */
  readonly fixed: readonly ComparedCheck[];
  /** Has a finding and had none before. */
  readonly new: readonly ComparedCheck[];
  /** Had a finding and still has one, though a warning may have become a failure or vice versa. */
  readonly unchanged: readonly ComparedCheck[];
}

/** True if both runs decided a check, and on the same evidence where that is known. */
const isComparable = (before: ScoredCheck | undefined, after: ScoredCheck): boolean => {
  if (before?.status === 'error' || after.status === 'error') return false;
  // Audits of earlier versions don't say.
  return !before?.evidence || !after.evidence || before.evidence === after.evidence;
};

const isFinding = (status: CheckStatus | undefined): boolean => status === 'warn' || status === 'fail';

/**
 * Compares two runs by check id. A check that one of the runs couldn’t decide, or decided on other
 * evidence, shows no change, so it is in none of the lists. Nor is a check that the later rules have
 * dropped.
 */
export const compareRuns = (before: readonly CheckResult[], after: readonly CheckResult[]): Comparison => {
  const earlier = new Map(before.map((check) => [check.id, check]));
  const pairs = after
    .map((now) => ({ now, then: earlier.get(now.id) }))
    .filter(({ now, then }) => isComparable(then, now));
  const pick = (had: boolean, has: boolean): ComparedCheck[] =>
    pairs
      .filter(({ now, then }) => isFinding(then?.status) === had && isFinding(now.status) === has)
      .map(({ now, then }) => ({
        id: now.id,
        category: now.category,
        title: now.title,
        titles: now.titles,
        before: then?.status ?? null,
        after: now.status,
        message: now.message,
      }));
  return { fixed: pick(true, false), new: pick(false, true), unchanged: pick(true, true) };
};

/** Two runs measured by the same checks. Scores are from 0 to 100. */
export interface ComparedScores {
  readonly before: number;
  readonly after: number;
  /** How many checks both runs decided, on the same evidence. */
  readonly checks: number;
}

/** Parts of a check that its score needs; less than a whole audit has. */
export type ScoredCheck = Pick<CheckResult, 'id' | 'status' | 'score' | 'evidence'>;

const overallScore = (judged: readonly Judged[]): number =>
  limitedScore(scoreOverall(judged), criticalFailures(judged).length);

/**
 * Scores two runs over the checks that both decided, so that a failed rendering makes no page worse.
 * Only for runs under the rules of `registry`.
 */
export const compareScores = (
  before: readonly ScoredCheck[],
  after: readonly ScoredCheck[],
  registry: CheckRegistry,
): ComparedScores => {
  const [then, now] = [before, after].map((checks) => new Map(checks.map((check) => [check.id, check])));
  const common = registry.checks.flatMap((check) => {
    const pair = [then?.get(check.meta.id), now?.get(check.meta.id)] as const;
    const [was, is] = pair;
    return was && is && isComparable(was, is) ? [{ check, was, is }] : [];
  });
  return {
    before: overallScore(common.map(({ check, was }) => ({ check, outcome: was }))),
    after: overallScore(common.map(({ check, is }) => ({ check, outcome: is }))),
    checks: common.length,
  };
};

/** A report that loses so many points got worse, even where its rating stays. */
const WORSE_BY = 5;

/** True if a page got worse: a lower rating, or clearly fewer points. */
export const isWorse = ({ before, after }: ComparedScores): boolean =>
  RATINGS.indexOf(rate(after)) < RATINGS.indexOf(rate(before)) || after <= before - WORSE_BY;
