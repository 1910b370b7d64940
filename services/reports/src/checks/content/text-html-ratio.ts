import { info } from '../outcomes.ts';
import type { Check } from '../check.ts';

export const textHtmlRatio: Check = {
  meta: {
    id: 'text-html-ratio',
    category: 'content',
    title: 'How much of the HTML is text',
    failureTitle: 'How much of the HTML is text',
    importance: 'informative',
    basis: 'content',
    docs: {
      why: 'A very small share hints at inline code that belongs in files. Search engines don’t rank by it.',
      thresholds: 'Information only.',
      fix: 'Move inline styles, scripts and data to files.',
      sources: ['https://developers.google.com/search/docs/fundamentals/seo-starter-guide'],
    },
  },
  run({ page }) {
    const share = page.html.length === 0 ? 0 : Math.round((100 * page.text.length) / page.html.length);
    return info(`${share} % of the HTML is visible text.`, { value: `${share} %` });
  },
};
