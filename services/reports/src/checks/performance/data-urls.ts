import { pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { bytes } from '../../page/quantities.ts';

const MUCH = 30 * 1024;

export const dataUrls: Check = {
  meta: {
    id: 'data-urls',
    category: 'performance',
    title: 'Images are files, not text in the page',
    failureTitle: 'Images are text in the page',
    importance: 'low',
    basis: 'content',
    rare: true,
    docs: {
      why: 'An image in base64 is a third larger, delays the page and can’t be cached separately.',
      thresholds: 'All base64 data URLs in the HTML together. Pass: up to 30 KiB. Warn: more.',
      fix: 'Turn them into files, except for small icons.',
      sources: ['https://web.dev/articles/optimizing-content-efficiency'],
    },
  },
  run({ page }) {
    const found = [
      ...page.html.matchAll(/data:[a-z]+\/[a-z0-9.+-]+(?:;[a-z0-9=-]+)*;base64,[A-Za-z0-9+/=]*/g),
    ].map(({ 0: url, index }) => ({ url, index }));
    const value = found.reduce((sum, { url }) => sum + url.length, 0);
    const extras = { value, expected: `≤ ${MUCH}` };
    if (value <= MUCH) return pass(`The page has ${bytes(value)} of base64 data.`, extras);
    return warn(`The page has ${bytes(value)} of base64 data. Turn it into files.`, {
      ...extras,
      // Base64 takes four characters for three bytes.
      saves: { bytes: value / 4 },
      items: found
        .toSorted((a, b) => b.url.length - a.url.length)
        .map(({ url, index }) => ({ snippet: url.slice(0, 80), note: bytes(url.length), at: index })),
    });
  },
};
