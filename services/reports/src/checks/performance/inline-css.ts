import { fail, pass, warn, atMost } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { bytesOfHtml } from './estimates.ts';
import { codeOf } from '../../page/html/scripts-and-styles.ts';
import { attribute } from '../../page/html/element.ts';
import type { PageElement } from '../../page/html/element.ts';
import type { Page } from '../../page/html/page.ts';
import { bytes } from '../../page/quantities.ts';
import type { Finding } from '../outcomes.ts';

export const inlineCss: Check = {
  meta: {
    id: 'inline-css',
    category: 'performance',
    title: 'Little CSS is inline',
    failureTitle: 'Much CSS is inline',
    importance: 'low',
    basis: 'content',
    rare: true,
    docs: {
      why: 'Inline CSS is sent again with every page, and a strict Content-Security-Policy forbids it.',
      thresholds:
        '<style> elements and style attributes together. Pass: up to 14 KiB, a first packet’s worth. Warn: up to 50 KiB. Fail: more.',
      fix: 'Keep the CSS for the first screen inline, and move the rest to a file.',
      sources: ['https://web.dev/articles/extract-critical-css'],
    },
  },
  run({ page, artifacts }) {
    let value = 0;
    for (const element of page.having('style')) value += (attribute(element, 'style') ?? '').length;
    for (const element of page.all('style')) value += codeOf(element).length;
    const saves = { bytes: bytesOfHtml(artifacts, value - 14 * 1024) };
    const extras = { value, expected: '≤ 14336', saves };
    const status = atMost(value, 14 * 1024, 50 * 1024);
    if (status === 'pass') return pass(`The page has ${bytes(value)} of inline CSS.`, extras);
    const message = `The page has ${bytes(value)} of inline CSS. Move all but the first screen’s CSS to a file.`;
    const items = largest(page);
    return status === 'warn' ? warn(message, { ...extras, items }) : fail(message, { ...extras, items });
  },
};

const lengthOf = (element: PageElement): number =>
  element.name === 'style' ? codeOf(element).length : (attribute(element, 'style') ?? '').length;

/** The elements with the most inline CSS. */
const largest = (page: Page): Finding[] =>
  [...page.all('style'), ...page.having('style')]
    .sort((a, b) => lengthOf(b) - lengthOf(a))
    .slice(0, 5)
    .map((at) => ({ at, note: bytes(lengthOf(at)) }));
