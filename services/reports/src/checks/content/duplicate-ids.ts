import { pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { attribute } from '../../page/html/element.ts';
import { count } from '../../page/quantities.ts';

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
    const seen = new Map<string, number>();
    for (const element of page.elements) {
      const id = element.foreign ? null : attribute(element, 'id');
      if (id) seen.set(id, (seen.get(id) ?? 0) + 1);
    }
    const twice = [...seen].filter(([, times]) => times > 1);
    if (twice.length === 0) return pass('Each id is used once.', { value: 0 });
    return warn(`${count(twice.length, 'id')} used more than once. Give each element its own.`, {
      value: twice.length,
      expected: '0',
      items: twice.map(([id, times]) => ({ snippet: `id="${id}"`, note: `${times} times` })),
    });
  },
};
