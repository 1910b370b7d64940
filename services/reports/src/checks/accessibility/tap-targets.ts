import { notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { attribute } from '../../page/html/element.ts';
import type { PageElement } from '../../page/html/element.ts';
import { cssTexts } from '../../page/html/scripts-and-styles.ts';

const SMALLEST = 24;

export const tapTargets: Check = {
  meta: {
    id: 'tap-targets',
    category: 'accessibility',
    title: 'Buttons and links are large enough to tap',
    failureTitle: 'Buttons or links are too small to tap',
    importance: 'medium',
    basis: 'content',
    wcag: { criteria: ['2.5.8 Target Size (Minimum)'], rules: ['target-size'] },
    rare: true,
    docs: {
      why: 'A finger covers about 24 CSS pixels.',
      thresholds:
        'Sizes set by CSS, inline or by element and class in the stylesheets read. Pass: none below 24 px. Warn: some. Not applicable without buttons or links.',
      fix: 'Give buttons and icon links min-width and min-height of at least 24px, ideally 44px.',
      sources: ['https://www.w3.org/WAI/WCAG22/Understanding/target-size-minimum.html'],
    },
  },
  run({ page, artifacts }) {
    const targets = page
      .all('a', 'button', 'input', 'select')
      .filter((element) => !element.hidden && attribute(element, 'type')?.toLowerCase() !== 'hidden');
    if (targets.length === 0) return notApplicable('The page has nothing to tap.');
    const rules = smallRules(cssTexts(page, artifacts).map(({ css }) => css));
    const small = targets.filter(
      (element) =>
        isSmall(attribute(element, 'style') ?? '') ||
        (rules.size > 0 && selectorsOf(element).some((selector) => rules.has(selector))),
    );
    if (small.length === 0) return pass('No button or link is smaller than 24 pixels.', { value: 0 });
    return warn('Some buttons or links are smaller than 24 pixels. Make them larger.', {
      value: small.length,
      expected: '0',
      items: small,
    });
  },
};

/** Selectors of one element name or class, whose rule fixes a size below the smallest. */
const smallRules = (texts: readonly string[]): ReadonlySet<string> => {
  const found = texts.flatMap((css) =>
    [...css.matchAll(/([^{}]{1,300})\{([^{}]*)\}/g)]
      .filter(([, , declarations]) => isSmall(declarations ?? ''))
      .flatMap(([, selectors]) => (selectors ?? '').split(',').map((selector) => selector.trim()))
      .filter((selector) => /^(?:a|button|\.[\w-]+|(?:a|button)\.[\w-]+)$/.test(selector)),
  );
  return new Set(found);
};

const isSmall = (declarations: string): boolean => {
  return [...declarations.matchAll(/(?:^|[;\s])(?:max-)?(?:width|height)\s*:\s*(\d+(?:\.\d+)?)px/gi)].some(
    ([, size]) => Number(size) > 1 && Number(size) < SMALLEST,
  );
};

/** The selectors that would fit an element. */
const selectorsOf = (element: PageElement): readonly string[] => {
  const classes = (attribute(element, 'class') ?? '').split(/\s+/).filter(Boolean);
  return [element.name, ...classes.flatMap((name) => [`.${name}`, `${element.name}.${name}`])];
};
