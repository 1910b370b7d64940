import { fail, pass } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { attribute, tokens } from '../../page/html/element.ts';
import type { PageElement } from '../../page/html/element.ts';

const NAMES = new Set(['description', 'robots', 'viewport', 'googlebot']);
const RELATIONS = ['canonical', 'alternate', 'manifest'];

export const headInBody: Check = {
  meta: {
    id: 'head-in-body',
    category: 'content',
    title: 'Head elements are in the head',
    failureTitle: 'Head elements are in the body',
    importance: 'medium',
    basis: 'content',
    rare: true,
    docs: {
      why: 'A stray element such as <img> or <div> ends the head. Everything after it lands in the body, where search engines ignore the description, robots and canonical tags.',
      thresholds: 'In the DOM as browsers build it. Pass: none in the body. Fail: one or more.',
      fix: 'Validate the HTML; look for the first element that doesn’t belong in the head.',
      sources: [
        'https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead',
        'https://developers.google.com/search/docs/crawling-indexing/valid-page-metadata',
      ],
    },
  },
  run({ page }) {
    const stray = page
      .all('title', 'base', 'meta', 'link')
      .filter((element) => !element.inHead && !element.foreign && belongsInHead(element));
    if (stray.length === 0) return pass('All head elements are in the head.', { value: 0 });
    return fail(
      'Head elements are in the body, where they are ignored. Find the element that ended the head early.',
      { value: stray.length, expected: '0', items: stray },
    );
  },
};

const belongsInHead = (element: PageElement): boolean => {
  if (element.name === 'title' || element.name === 'base') return true;
  if (element.name === 'meta') return NAMES.has((attribute(element, 'name') ?? '').trim().toLowerCase());
  return (
    element.name === 'link' &&
    attribute(element, 'itemprop') === null &&
    RELATIONS.some((relation) => tokens(element, 'rel').includes(relation))
  );
};
