import { fail, notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { count } from '../../page/quantities.ts';

export const accessibilityRules: Check = {
  meta: {
    id: 'accessibility-rules',
    category: 'accessibility',
    title: 'The rendered page follows the accessibility rules',
    failureTitle: 'The rendered page breaks accessibility rules',
    importance: 'high',
    basis: 'document',
    wcag: { criteria: [], rules: [] },
    needsBrowser: true,
    docs: {
      why: 'axe-core tests the rendered page against WCAG, including contrast and ARIA, which HTML alone doesn’t show.',
      thresholds:
        'All rules of axe-core. Pass: no violation. Warn: minor or moderate ones. Fail: serious or critical ones. Not applicable without a browser.',
      fix: 'Fix the elements listed; each rule’s page explains how.',
      sources: ['https://github.com/dequelabs/axe-core/blob/develop/doc/rule-descriptions.md'],
    },
  },
  run({ page, artifacts: { browser } }) {
    if (browser === undefined) return notApplicable('No browser rendered the page.');
    const { violations } = browser;
    if (violations === null) return notApplicable('axe-core could not run on the page.');
    if (violations.length === 0) return pass('axe-core found no violation.', { value: 0 });
    const total = violations.reduce((sum, violation) => sum + violation.total, 0);
    // Elements are told apart where the HTML parses to as many as the browser had.
    const isSame = browser.layout?.elements === page.elements.length;
    const items = violations.flatMap(({ id, help, elements, indexes, criteria = [] }) => {
      const rule = [id, ...criteria.map((one) => `WCAG ${one}`)].join(', ');
      return elements.map((snippet, index) => {
        const element = isSame ? page.elements[indexes?.[index] ?? -1] : undefined;
        return { snippet, note: `${help} (${rule})`, at: element };
      });
    });
    const extras = { value: total, expected: '0', items };
    const message = `${count(total, 'element violates', 'elements violate')} ${count(violations.length, 'accessibility rule')}. Fix those listed.`;
    const isGrave = violations.some(({ impact }) => impact === 'serious' || impact === 'critical');
    return isGrave ? fail(message, extras) : warn(message, extras);
  },
};
