import { pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { attribute } from '../../page/html/element.ts';
import { count } from '../../page/quantities.ts';
import type { PageElement } from '../../page/html/element.ts';

export const duplicateIds: Check = {
  meta: {
    id: 'duplicate-ids',
    category: 'content',
    title: 'Each id is used once',
    failureTitle: 'An id is used more than once',
    importance: 'low',
    basis: 'content',
    rare: true,
    docs: {
      why: 'Labels, links and scripts only find the first element with an id.',
      thresholds: 'Pass: none is repeated. Warn: some are.',
      fix: 'Give each element its own id, or use a class.',
      sources: ['https://html.spec.whatwg.org/multipage/dom.html#the-id-attribute'],
    },
  },
  run({ page }) {
    const seen = new Map<string, PageElement[]>();
    for (const element of page.having('id')) {
      const id = element.foreign ? null : attribute(element, 'id');
      if (!id) continue;
      const before = seen.get(id);
      if (before === undefined) seen.set(id, [element]);
      else before.push(element);
    }
    const twice = [...seen].filter(([, elements]) => elements.length > 1);
    if (twice.length === 0) return pass('Each id is used once.', { value: 0 });
    return warn(`${count(twice.length, 'id')} used more than once. Give each element its own.`, {
      value: twice.length,
      expected: '0',
      items: twice.map(([id, elements]) => ({
        snippet: `id="${id}"`,
        note: `${elements.length} times`,
        // The second is the one to rename.
        at: elements[1],
      })),
    });
  },
};
