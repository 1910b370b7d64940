import { type Check, fail, pass, warn } from '../check.ts';
import { codeOf } from '../inline-code.ts';
import { attribute } from '../page.ts';
import { atMost, bytes } from '../thresholds.ts';

export const inlineCss: Check = {
  meta: {
    id: 'inline-css',
    category: 'performance',
    title: 'Little CSS is written into the page',
    importance: 'low',
    weight: 2,
    basis: 'content',
    rare: true,
    docs: {
      why: 'Inline CSS is sent again with every page, and a strict content security policy forbids it.',
      thresholds:
        '<style> elements and style attributes together. Pass: up to 14 KiB, a first packet’s worth. Warn: up to 50 KiB. Fail: more.',
      fix: 'Keep what the first screen needs inline, and put the rest into a file.',
      sources: ['https://web.dev/articles/extract-critical-css'],
    },
  },
  run({ page }) {
    let value = 0;
    for (const element of page.elements) {
      value += (attribute(element, 'style') ?? '').length;
      if (element.name === 'style') value += codeOf(element).length;
    }
    const extras = { value, expected: '≤ 14336' };
    const status = atMost(value, 14 * 1024, 50 * 1024);
    if (status === 'pass') return pass(`The page has ${bytes(value)} of inline CSS.`, extras);
    const message = `The page has ${bytes(value)} of inline CSS. Put what the first screen doesn’t need into a file.`;
    return status === 'warn' ? warn(message, extras) : fail(message, extras);
  },
};
