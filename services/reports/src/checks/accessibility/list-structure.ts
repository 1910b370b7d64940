import { notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { attribute } from '../../page/html/element.ts';
import type { PageElement } from '../../page/html/element.ts';
import { explicitRole } from '../../page/html/page-layout.ts';
import { count } from '../../page/quantities.ts';

const LISTS = ['ul', 'ol', 'menu'];

export const listStructure: Check = {
  meta: {
    id: 'list-structure',
    category: 'accessibility',
    title: 'Lists are marked up as lists',
    failureTitle: 'Lists are not marked up as lists',
    importance: 'low',
    basis: 'content',
    wcag: { criteria: ['1.3.1 Info and Relationships'], rules: ['list', 'listitem'] },
    rare: true,
    docs: {
      why: 'Screen readers announce “list of five” only when all items, and nothing else, are in a list.',
      thresholds:
        'Pass: <li> in ul, ol or menu, and only <li> in those. Warn: otherwise. Not applicable without lists.',
      fix: 'Put <li> directly in <ul> or <ol>, and other elements inside the <li>.',
      sources: [
        'https://developer.chrome.com/docs/lighthouse/accessibility/list',
        'https://developer.chrome.com/docs/lighthouse/accessibility/listitem',
      ],
    },
  },
  run({ page }) {
    const items = page.all('li').filter(({ foreign }) => !foreign);
    const children = page.elements.filter(
      ({ name, parent }) =>
        parent !== null && name !== 'li' && LISTS.includes(parent.name) && isListByRole(parent),
    );
    const described = page.elements.filter(
      ({ name, parent, foreign }) => !foreign && (parent?.name === 'dl' || name === 'dt' || name === 'dd'),
    );
    if (items.length + children.length + described.length === 0)
      return notApplicable('The page has no lists.');
    const wrong = [
      ...items.filter(({ parent }) => !isList(parent)),
      ...children.filter(({ name }) => name !== 'script' && name !== 'template'),
      ...described.filter((element) => !isDescribedRightly(element)),
    ];
    if (wrong.length === 0) return pass('Lists are marked up as lists.', { value: 0 });
    return warn(`${count(wrong.length, 'element')} out of place in lists. Correct the nesting.`, {
      value: wrong.length,
      expected: '0',
      items: wrong,
    });
  },
};

/** With another role, such as presentation, a list is none. */
const isListByRole = (element: PageElement): boolean => [null, 'list'].includes(explicitRole(element));

const isList = (element: PageElement | null): boolean => {
  return element !== null && (LISTS.includes(element.name) || attribute(element, 'role') === 'list');
};

/** Terms and descriptions stand in a `<dl>`, each by itself or in groups of one `<div>` (HTML, "the dl element"). */
const isDescribedRightly = ({ name, parent }: PageElement): boolean => {
  if (parent?.name === 'dl')
    return ['dt', 'dd', 'div', 'script', 'template'].includes(name) || explicitRole(parent) !== null;
  return parent?.name === 'div' && parent.parent?.name === 'dl';
};
