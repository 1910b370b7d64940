import { type Check, fail, pass } from '../check.ts';

const PLACEHOLDERS = /\blorem ipsum\b|\bdolor sit amet\b|\bconsectetur adipisc/gi;
const TEMPLATE =
  /\{\{\s*[\w.]+\s*\}\}|\{%\s*\w+.{0,80}?%\}|<%=?\s*\w+.{0,80}?%>|\[object Object\]|\$\{[\w.]+\}/g;

export const placeholderText: Check = {
  meta: {
    id: 'placeholder-text',
    category: 'content',
    title: 'No placeholder text was left',
    importance: 'high',
    weight: 3,
    basis: 'content',
    rare: true,
    docs: {
      why: '“Lorem ipsum”, {{name}} or [object Object] on a public page shows that nobody looked at it.',
      thresholds: 'In the text that readers see, less code samples. Pass: none. Fail: some.',
      fix: 'Write the text, or mend the template.',
      sources: ['https://www.lipsum.com/'],
    },
  },
  run({ page }) {
    const found = [...page.prose.matchAll(PLACEHOLDERS), ...page.prose.matchAll(TEMPLATE)].map(({ index }) =>
      page.prose.slice(Math.max(0, index - 30), index + 50),
    );
    if (found.length === 0) return pass('No placeholder text was left.', { value: 0 });
    return fail('Placeholder text was left on the page. Replace it.', {
      value: found.length,
      expected: '0',
      items: found,
    });
  },
};
