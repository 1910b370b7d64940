import { WEIGHTS } from '../checks/check.ts';
import type { Category, Check, CheckMeta, CheckOutcome, CheckResult } from '../checks/check.ts';

/** From worst to best, as `sort_by=result` orders them. A rating is stored as its index. */
export const RATINGS: readonly Rating[] = ['bad', 'decent', 'good'];

/** A rating as the database stores it. */
export const ratingToNumber = (rating: Rating): number => RATINGS.indexOf(rating);

/** The rating stored as `number`. */
export const ratingFromNumber = (number: number | null): Rating | null =>
  number === null ? null : (RATINGS[number] ?? null);

export type Rating = 'good' | 'decent' | 'bad';

/** The lowest score of a good page. */
const GOOD = 90;

/** The lowest score of a decent page. */
const DECENT = 50;

/** The highest score with 0, 1, 2 and more critical failures. */
const LIMITS = [100, GOOD - 1, 69, DECENT - 1] as const;

/** The rating of a score from 0 to 100. */
export const rate = (score: number): Rating => {
  if (score >= GOOD) return 'good';
  return score >= DECENT ? 'decent' : 'bad';
};

/** The overall score with this many critical failures. */
export const limitedScore = (score: number, criticalFailures: number): number =>
  Math.min(score, LIMITS[Math.min(criticalFailures, LIMITS.length - 1)] ?? 100);

/** A check with its outcome, or with as much of it as a score needs. */
export interface Judged {
  check: Check;
  outcome: Pick<CheckOutcome, 'status' | 'score'>;
}

/** The rules of axe-core that a page has elements for. */
export interface AxeRules {
  readonly passed: readonly string[];
  readonly violated: readonly string[];
}

/**
 * Lighthouse's weights of axe-core's rules (core/config/default-config.js): critical rules 10, serious
 * ones 7, moderate ones 3, a few 1. Rules that aren't named inform and weigh nothing.
 */
const RULES: readonly (readonly [weight: number, rules: string])[] = [
  [
    10,
    'aria-allowed-attr aria-hidden-body aria-required-attr aria-required-children aria-required-parent aria-roles aria-valid-attr-value aria-valid-attr button-name duplicate-id-aria image-alt input-button-name input-image-alt label meta-refresh meta-viewport select-name video-caption',
  ],
  [
    7,
    'accesskeys aria-command-name aria-conditional-attr aria-dialog-name aria-hidden-focus aria-input-field-name aria-meter-name aria-progressbar-name aria-prohibited-attr aria-text aria-toggle-field-name aria-tooltip-name aria-treeitem-name bypass color-contrast definition-list dlitem document-title frame-title html-has-lang html-lang-valid link-in-text-block link-name list listitem object-alt tabindex target-size td-headers-attr th-has-data-cells valid-lang',
  ],
  [3, 'form-field-multiple-labels heading-order html-xml-lang-mismatch skip-link landmark-one-main'],
  [1, 'aria-deprecated-role autocomplete-valid presentation-role-conflict svg-img-alt'],
];

const RULE_WEIGHTS: ReadonlyMap<string, number> = new Map(
  RULES.flatMap(([weight, rules]) => rules.split(' ').map((rule) => [rule, weight] as const)),
);

/** Of a check that axe-core has no rule for: as moderate. */
const OWN_WEIGHT = 3;

const weightOf = (rule: string): number => RULE_WEIGHTS.get(rule) ?? 0;

/**
 * The score of accessibility as Lighthouse takes it: of the weights of all rules that apply, the share
 * of those without a violation, in percent. Without axe-core, the checks of the HTML stand for the
 * rules that find the same. Null when nothing applies.
 */
const scoreAccessibility = (judged: readonly Judged[], rules: AxeRules | null): number | null => {
  const counted: { weight: number; passes: boolean }[] = [];
  if (rules !== null) {
    counted.push(...rules.passed.map((rule) => ({ weight: weightOf(rule), passes: true })));
    counted.push(...rules.violated.map((rule) => ({ weight: weightOf(rule), passes: false })));
  }
  for (const { check, outcome } of judged) {
    const { category, wcag, needsBrowser, rare } = check.meta;
    if (category !== 'accessibility' || wcag === undefined || outcome.score === null) continue;
    // Where few pages have the fault, most have nothing that it could be in.
    if (rare === true && outcome.status === 'pass') continue;
    // It is the rules themselves.
    if (needsBrowser === true && wcag.rules.length === 0 && wcag.criteria.length === 0) continue;
    if (rules !== null && wcag.rules.length > 0) continue;
    const weight = wcag.rules.length === 0 ? OWN_WEIGHT : Math.max(...wcag.rules.map(weightOf));
    counted.push({ weight, passes: outcome.status === 'pass' });
  }
  const all = counted.reduce((sum, { weight }) => sum + weight, 0);
  const kept = counted.reduce((sum, { weight, passes }) => sum + (passes ? weight : 0), 0);
  return all === 0 ? null : Math.round((100 * kept) / all);
};

/** The categories’ display names. */
export const CATEGORY_TITLES: Record<Category, string> = {
  seo: 'Search engines',
  performance: 'Performance',
  security: 'Security',
  content: 'Content',
  accessibility: 'Accessibility',
};

type Part = Exclude<Category, 'accessibility'>;

/** The parts’ shares of the overall score, in percent. */
export const PART_SHARES: Readonly<Record<Part, number>> = {
  seo: 30,
  performance: 25,
  security: 25,
  content: 20,
};
const PARTS = Object.keys(PART_SHARES) as Part[];

/**
 * The part of the overall score that a category belongs to. Accessibility counts together with content,
 * as it did before it had a score of its own (docs/adr/0093).
 */
export const partOf = (category: Category): Part => (category === 'accessibility' ? 'content' : category);

/**
 * The shares of points at which a score is 0 and 100. Every page that loads gets the first;
 * the last few points depend on what most good pages lack. Calibrated on the pages of
 * test/calibration (docs/adr/0006).
 */
const NONE = 0.3;
const ALL = 0.95;

/** The score, from 0 to 100, of a page or category that kept this share of its points. */
const exactScore = (share: number): number => 100 * Math.min(1, Math.max(0, (share - NONE) / (ALL - NONE)));

const scoreOf = (share: number): number => Math.round(exactScore(share));

export interface CategoryScore {
  id: Category;
  title: string;
  /** 0–100; null when nothing in the category could be judged. */
  score: number | null;
  result: Rating | null;
  passed: number;
  warned: number;
  failed: number;
}

/** The most that varying measurements may weigh, so that a rating doesn’t flip between runs. */
const TIMING_SHARE = 0.1;

/** The points that a category's checks may get, and those that the page lost. */
interface Points {
  available: number;
  lost: number;
}

/**
 * The share of these checks' points that the page kept, from 0 to 1; null when nothing could be
 * judged. A failure costs the same whatever else is wrong, so mending anything never costs points.
 */
const shareKept = (own: readonly Judged[]): number | null => {
  const steady = pointsOf(own.filter(({ check }) => check.meta.basis !== 'timing'));
  const timing = pointsOf(own.filter(({ check }) => check.meta.basis === 'timing'));
  // Without any steady outcome, timings alone make no lasting score.
  const most = (steady.available * TIMING_SHARE) / (1 - TIMING_SHARE);
  const scale = timing.available > most ? most / timing.available : 1;
  const available = steady.available + timing.available * scale;
  if (available === 0) return null;
  return Math.max(0, 1 - (steady.lost + timing.lost * scale) / available);
};

/** A category's score, and how its checks came out. */
export const scoreCategory = (
  category: Category,
  judged: readonly Judged[],
  rules: AxeRules | null = null,
): CategoryScore => {
  const share = shareKept(
    judged.filter(({ check: { meta } }) => meta.category === category || meta.alsoIn === category),
  );
  const byShare = share === null ? null : scoreOf(share);
  const score = category === 'accessibility' ? scoreAccessibility(judged, rules) : byShare;
  const having = (status: CheckOutcome['status']) =>
    judged.filter(({ check, outcome }) => check.meta.category === category && outcome.status === status)
      .length;
  return {
    id: category,
    title: CATEGORY_TITLES[category],
    score,
    result: score === null ? null : rate(score),
    passed: having('pass'),
    warned: having('warn'),
    failed: having('fail'),
  };
};

/** The weighted mean of the parts' shares; null when nothing could be judged. */
const meanShare = (shareOf: (part: Part) => number | null): number | null => {
  let kept = 0;
  let shares = 0;
  for (const part of PARTS) {
    const share = shareOf(part);
    if (share === null) continue;
    kept += share * PART_SHARES[part];
    shares += PART_SHARES[part];
  }
  return shares === 0 ? null : kept / shares;
};

/** The checks of a part. */
const within = (part: Part, judged: readonly Judged[]): Judged[] =>
  judged.filter(({ check }) => partOf(check.meta.category) === part);

/** The overall score: that of the weighted mean of the parts' shares. */
export const scoreOverall = (judged: readonly Judged[]): number =>
  scoreOf(meanShare((part) => shareKept(within(part, judged))) ?? 0);

/**
 * The points of the overall score that passing a check wins, to a tenth, for each finding: the score
 * as it would be less the score as it is, both with the limit of their critical failures.
 */
export const pointsToWin = (judged: readonly Judged[]): Map<string, number> => {
  const shares = new Map(PARTS.map((part) => [part, shareKept(within(part, judged))]));
  const failures = criticalFailures(judged);
  const now = meanShare((part) => shares.get(part) ?? null) ?? 0;
  const won = new Map<string, number>();
  for (const { check, outcome } of judged) {
    if (outcome.score === null || (outcome.status !== 'warn' && outcome.status !== 'fail')) continue;
    const changed = partOf(check.meta.category);
    const own = within(changed, judged).map((one) =>
      one.check === check ? { check, outcome: { status: 'pass', score: 1 } as const } : one,
    );
    const then = meanShare((part) => (part === changed ? shareKept(own) : (shares.get(part) ?? null))) ?? 0;
    const left = failures.filter((one) => one.check !== check).length;
    const points = limitedScore(exactScore(then), left) - limitedScore(exactScore(now), failures.length);
    won.set(check.meta.id, Math.max(0, Math.round(points * 10) / 10));
  }
  return won;
};

/** The checks whose failure limits the overall score. */
export const criticalFailures = <One extends Judged>(judged: readonly One[]): One[] =>
  judged.filter(({ check, outcome }) => check.meta.critical === true && outcome.status === 'fail');

/** An outcome’s weight: 0 when it isn’t counted, or passes a check that few pages fail. */
export const countedWeight = ({ meta }: Check, { status, score }: CheckOutcome): number => {
  if (score === null) return 0;
  return meta.rare === true && status === 'pass' ? 0 : WEIGHTS[meta.importance];
};

const pointsOf = (judged: readonly Judged[]): Points => {
  let available = 0;
  let lost = 0;
  for (const { check, outcome } of judged) {
    if (outcome.score === null) continue;
    const weight = WEIGHTS[check.meta.importance];
    if (check.meta.rare !== true) available += weight;
    lost += weight * (1 - outcome.score);
  }
  return { available, lost };
};

/** A finding and the points of the overall score that mending it wins. */
export interface Fix {
  check: CheckResult;
  points: number;
}

const IMPORTANCE = { critical: 4, high: 3, medium: 2, low: 1, informative: 0 } as const;

/** The points that a finding of an earlier version's audit costs, about. */
const lostPoints = (check: CheckResult, weights: ReadonlyMap<string, number>): number => {
  const share = check.weight / Math.max(1, weights.get(check.category) ?? 0);
  return (1 - (check.score ?? 0)) * share * PART_SHARES[partOf(check.category)];
};

/**
 * The findings to fix first: by the points that mending them wins, then by the time it saves. Audits
 * that earlier versions stored don't know; there, failures that limit the score come first, other
 * failures, then warnings; each by importance.
 */
export const firstFixes = (
  checks: readonly CheckResult[],
  most: number,
  metas: ReadonlyMap<string, Pick<CheckMeta, 'critical'>>,
): Fix[] => {
  const severity = ({ id, status }: CheckResult): number => {
    if (status !== 'fail') return 0;
    return metas.get(id)?.critical === true ? 2 : 1;
  };
  const weights = new Map<string, number>();
  for (const { category, weight } of checks) weights.set(category, (weights.get(category) ?? 0) + weight);
  return checks
    .filter((check) => (check.status === 'fail' || check.status === 'warn') && check.score !== null)
    .map((check) => ({ check, points: check.gain?.points ?? lostPoints(check, weights) }))
    .sort(
      (a, b) =>
        (b.check.gain?.points ?? 0) - (a.check.gain?.points ?? 0) ||
        (b.check.gain?.milliseconds ?? 0) - (a.check.gain?.milliseconds ?? 0) ||
        severity(b.check) - severity(a.check) ||
        IMPORTANCE[b.check.importance] - IMPORTANCE[a.check.importance] ||
        b.points - a.points ||
        (a.check.id < b.check.id ? -1 : 1),
    )
    .slice(0, most);
};
