import { anyHeadings } from '../../page/html/accessible-name.ts';
import { attribute, textOf } from '../../page/html/element.ts';
import type { PageElement } from '../../page/html/element.ts';
import { explicitRole, isExposed } from '../../page/html/page-layout.ts';
import type { Check } from '../check.ts';
import { fail, notApplicable, pass, warn, whereMissing } from '../outcomes.ts';
import type { Finding } from '../outcomes.ts';

export const headings: Check = {
  meta: {
    id: 'headings',
    category: 'accessibility',
    title: 'Headings form one outline',
    failureTitle: 'Headings don’t form one outline',
    importance: 'high',
    basis: 'content',
    wcag: {
      criteria: ['1.3.1 Info and Relationships', '2.4.6 Headings and Labels'],
      rules: ['heading-order'],
    },
    docs: {
      why: 'Search engines and screen readers read the headings as the table of contents.',
      thresholds:
        'Pass: one h1, and no level skipped. Warn: several h1 or a skipped level. Fail: no h1. Not applicable on a page without text.',
      fix: 'Use one <h1> for the page’s subject, <h2> for its sections and <h3> within those.',
      sources: [
        'https://www.w3.org/WAI/tutorials/page-structure/headings',
        'https://developer.chrome.com/docs/lighthouse/accessibility/heading-order',
      ],
    },
  },
  run({ page, artifacts }) {
    const all = anyHeadings(page).flatMap((element) => {
      const level = levelOf(element);
      const isShown = level !== null && isExposed(page, artifacts, element);
      return isShown ? [{ element, level, text: textOf(element) }] : [];
    });
    if (all.length === 0 && page.text === '') return notApplicable('The page has no text.');
    const tops = all.filter(({ level }) => level === 1);
    if (tops.length === 0)
      return fail('The page has no h1. Add one that names its subject.', {
        value: 0,
        expected: '1',
        items: whereMissing(page, 'body'),
      });
    const items: Finding[] = [];
    let previous = 0;
    for (const { element, level, text } of all) {
      if (level > previous + 1 && previous > 0) {
        items.push({
          snippet: `h${level}: ${text}`,
          note: `h${previous} is followed by h${level}`,
          at: element,
        });
      }
      previous = level;
    }
    if (tops.length > 1) {
      return warn(`The page has ${tops.length} h1 headings. Keep one for its subject.`, {
        value: tops.length,
        expected: '1',
        items: tops.map(({ element, text }) => ({ snippet: text, at: element })),
      });
    }
    if (items.length > 0)
      return warn('Some headings skip a level. Use the next level down.', {
        value: items.length,
        expected: '0',
        items,
      });
    return pass('One h1, and no level is skipped.', { value: 1 });
  },
};

/** The level of a heading, by its element or its role; null for anything else. */
const levelOf = (element: PageElement): number | null => {
  const role = explicitRole(element);
  const own = /^h([1-6])$/.exec(element.name)?.[1];
  if (role === null ? own === undefined : role !== 'heading') return null;
  const stated = Number(attribute(element, 'aria-level') ?? '');
  // WAI-ARIA 1.2: a heading that doesn’t say is of level 2.
  return Number.isInteger(stated) && stated > 0 ? stated : Number(own ?? 2);
};
