import { notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { textOf } from '../../page/html/element.ts';

const LONGEST = 120;

export const headingLength: Check = {
  meta: {
    id: 'heading-length',
    category: 'content',
    title: 'Headings are short',
    failureTitle: 'Headings are long',
    importance: 'low',
    basis: 'content',
    rare: true,
    docs: {
      why: 'People scan headings. One that runs over several lines is a paragraph in large type.',
      thresholds:
        'Pass: every heading up to 120 characters. Warn: one is longer. Not applicable without headings.',
      fix: 'Put the point in the heading and the rest below it.',
      sources: ['https://www.nngroup.com/articles/headings-pickup-lines/'],
    },
  },
  run({ page }) {
    const texts = page
      .all('h1', 'h2', 'h3')
      .map((element) => ({ element, text: textOf(element) }))
      .filter(({ text }) => text !== '');
    if (texts.length === 0) return notApplicable('The page has no headings.');
    const long = texts.filter(({ text }) => text.length > LONGEST);
    if (long.length === 0) return pass('Headings are short.', { value: 0 });
    return warn(
      `${long.length === 1 ? 'A heading is' : `${long.length} headings are`} longer than ${LONGEST} characters. Shorten what is listed.`,
      {
        value: long.length,
        expected: '0',
        items: long.map(({ element, text }) => ({ snippet: text, at: element })),
      },
    );
  },
};
