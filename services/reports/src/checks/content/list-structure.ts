import { type Check, notApplicable, pass, warn } from '../check.ts';
import { attribute, type PageElement, startTag } from '../page.ts';
import { count } from '../thresholds.ts';

const LISTS = ['ul', 'ol', 'menu'];

export const listStructure: Check = {
  meta: {
    id: 'list-structure',
    category: 'content',
    title: 'Lists are built as lists',
    importance: 'low',
    weight: 1,
    basis: 'content',
    rare: true,
    docs: {
      why: 'Screen readers say “list of five” only when items stand in a list and nothing else does.',
      thresholds:
        'Pass: <li> in ul, ol or menu, and only <li> in those. Warn: otherwise. Not applicable without lists.',
      fix: 'Put <li> directly into <ul> or <ol>, and other elements into the <li>.',
      sources: [
        'https://developer.chrome.com/docs/lighthouse/accessibility/list',
        'https://developer.chrome.com/docs/lighthouse/accessibility/listitem',
      ],
    },
  },
  run({ page }) {
    const items = page.all('li').filter(({ foreign }) => !foreign);
    const children = page.elements.filter(
      ({ name, parent }) => name !== 'li' && parent !== null && LISTS.includes(parent.name),
    );
    if (items.length + children.length === 0) return notApplicable('The page has no lists.');
    const wrong = [
      ...items.filter(({ parent }) => !isList(parent)),
      ...children.filter(({ name }) => name !== 'script' && name !== 'template'),
    ];
    if (wrong.length === 0) return pass('Lists are built as lists.', { value: 0 });
    return warn(`${count(wrong.length, 'element')} out of place in lists. Correct the nesting.`, {
      value: wrong.length,
      expected: '0',
      items: wrong.map(startTag),
    });
  },
};

function isList(element: PageElement | null): boolean {
  return element !== null && (LISTS.includes(element.name) || attribute(element, 'role') === 'list');
}
