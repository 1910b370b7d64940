import { notApplicable, pass, warn, whereMissing } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { isExposed } from '../../page/html/page-layout.ts';
import { attribute, inOrder } from '../../page/html/element.ts';

export const mainLandmark: Check = {
  meta: {
    id: 'main-landmark',
    category: 'accessibility',
    title: 'The main content is marked up',
    failureTitle: 'The main content is not marked up',
    importance: 'low',
    basis: 'content',
    wcag: { criteria: ['1.3.1 Info and Relationships', '2.4.1 Bypass Blocks'], rules: ['landmark-one-main'] },
    docs: {
      why: 'Screen reader users skip menus to reach it, and reader views and AI readers take their text from it.',
      thresholds:
        'Pass: one <main>. Warn: none or several that are shown. Not applicable on a page without text.',
      fix: 'Put the content in one <main>.',
      sources: ['https://developer.chrome.com/docs/lighthouse/accessibility/landmark-one-main'],
    },
  },
  run({ page, artifacts }) {
    if (page.text === '') return notApplicable('The page has no text.');
    const mains = inOrder([...page.all('main'), ...page.having('role')]).filter(
      (element) =>
        (element.name === 'main' || attribute(element, 'role') === 'main') &&
        isExposed(page, artifacts, element),
    );
    const value = mains.length;
    const extras = { value, expected: '1', items: value === 0 ? whereMissing(page, 'body') : mains };
    if (value === 1) return pass('The main content is marked up.', { value, expected: '1' });
    return warn(
      value === 0
        ? 'The main content is not marked up. Put it in <main>.'
        : `The page has ${value} <main> elements. Keep one.`,
      extras,
    );
  },
};
