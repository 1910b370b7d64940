import { pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { attribute } from '../../page/html/element.ts';
import { count } from '../../page/quantities.ts';

export const emptySources: Check = {
  meta: {
    id: 'empty-sources',
    category: 'content',
    title: 'No image, script or link has an empty address',
    failureTitle: 'Images, scripts or links have an empty address',
    importance: 'low',
    basis: 'content',
    rare: true,
    docs: {
      why: 'An empty src shows a broken image, and some browsers then request the page a second time.',
      thresholds: 'Pass: none is empty. Warn: some are.',
      fix: 'Fill in the address, or remove the element.',
      sources: ['https://html.spec.whatwg.org/multipage/embedded-content.html#attr-img-src'],
    },
  },
  run({ page }) {
    const isEmpty = (value: string | null) => value !== null && value.trim() === '';
    const found = page
      .all('img', 'script', 'iframe', 'video', 'audio', 'link')
      .filter((element) => isEmpty(attribute(element, element.name === 'link' ? 'href' : 'src')));
    if (found.length === 0) return pass('No address is empty.', { value: 0 });
    return warn(
      `${count(found.length, 'element')} with an empty address. Fill in the address or remove the element.`,
      {
        value: found.length,
        expected: '0',
        items: found,
      },
    );
  },
};
