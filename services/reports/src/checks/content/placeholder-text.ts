import { fail, pass } from '../outcomes.ts';
import type { Check } from '../check.ts';

const PLACEHOLDERS = /\blorem ipsum\b|\bdolor sit amet\b|\bconsectetur adipisc/gi;
const TEMPLATE =
  /\{\{\s*[\w.]+\s*\}\}|\{%\s*\w+.{0,80}?%\}|<%=?\s*\w+.{0,80}?%>|\[object Object\]|\$\{[\w.]+\}/g;

export const placeholderText: Check = {
  meta: {
    id: 'placeholder-text',
    category: 'content',
    title: 'No placeholder text is left',
    failureTitle: 'Placeholder text is left',
    importance: 'high',
    basis: 'content',
    rare: true,
    docs: {
      why: '“Lorem ipsum”, {{name}} or [object Object] on a public page shows that nobody proofread it.',
      thresholds: 'In visible text, except code samples. Pass: none. Fail: some.',
      fix: 'Write the text, or fix the template.',
      sources: ['https://www.lipsum.com/'],
    },
  },
  run({ page }) {
    const found = [...page.prose.matchAll(PLACEHOLDERS), ...page.prose.matchAll(TEMPLATE)].map(
      ({ index }) => ({
        snippet: page.prose.slice(Math.max(0, index - 30), index + 50),
        at: page.proseAt(index),
      }),
    );
    if (found.length === 0) return pass('No placeholder text is left.', { value: 0 });
    return fail('Placeholder text is left on the page. Replace it.', {
      value: found.length,
      expected: '0',
      items: found,
    });
  },
};
