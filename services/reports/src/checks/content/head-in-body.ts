import { type Check, fail, pass } from '../check.ts';
import { attribute, type PageElement, startTag, tokens } from '../page.ts';

const NAMES = new Set(['description', 'robots', 'viewport', 'googlebot']);
const RELATIONS = ['canonical', 'alternate', 'manifest'];

export const headInBody: Check = {
  meta: {
    id: 'head-in-body',
    category: 'content',
    title: 'What belongs into the head is in the head',
    importance: 'medium',
    weight: 3,
    basis: 'content',
    rare: true,
    docs: {
      why: 'A stray element such as <img> or <div> in the head ends it. All that follows lands in the body, where search engines ignore description, robots and canonical.',
      thresholds: 'As browsers build the page. Pass: none in the body. Fail: one or more.',
      fix: 'Validate the HTML; look for the first element in the head that doesn’t belong there.',
      sources: [
        'https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead',
        'https://developers.google.com/search/docs/crawling-indexing/valid-page-metadata',
      ],
    },
  },
  run({ page }) {
    const stray = page.elements.filter(
      (element) => !element.inHead && !element.foreign && belongsInHead(element),
    );
    if (stray.length === 0) return pass('What belongs into the head is in the head.', { value: 0 });
    return fail(
      'Elements of the head are in the body, where they are ignored. Find what ended the head too early.',
      { value: stray.length, expected: '0', items: stray.map(startTag) },
    );
  },
};

function belongsInHead(element: PageElement): boolean {
  if (element.name === 'title' || element.name === 'base') return true;
  if (element.name === 'meta') return NAMES.has((attribute(element, 'name') ?? '').trim().toLowerCase());
  return (
    element.name === 'link' &&
    attribute(element, 'itemprop') === null &&
    RELATIONS.some((relation) => tokens(element, 'rel').includes(relation))
  );
}
