import type { Check, CheckOutcome } from '../checks/check.ts';

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

const WEIGHTS: ReadonlyMap<string, number> = new Map(
  RULES.flatMap(([weight, rules]) => rules.split(' ').map((rule) => [rule, weight] as const)),
);

/** Of a check that axe-core has no rule for: as moderate. */
const OWN_WEIGHT = 3;

const weightOf = (rule: string): number => WEIGHTS.get(rule) ?? 0;

/**
 * The score of accessibility as Lighthouse takes it: of the weights of all rules that apply, the share
 * of those without a violation, in percent. Without axe-core, the checks of the HTML stand for the
 * rules that find the same. Null when nothing applies.
 */
export const scoreAccessibility = (judged: readonly Judged[], rules: AxeRules | null): number | null => {
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
