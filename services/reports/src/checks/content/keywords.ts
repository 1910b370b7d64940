import { info, notApplicable } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { textOf } from '../../page/html/element.ts';
import { words } from '../../page/html/page.ts';

const MOST = 10;
const SHORTEST = 4;

export const keywords: Check = {
  meta: {
    id: 'keywords',
    category: 'content',
    title: 'The page’s most frequent words',
    failureTitle: 'The page’s most frequent words',
    importance: 'informative',
    basis: 'content',
    docs: {
      why: 'The most frequent words should be what the page is about, and appear in its title.',
      thresholds:
        'Information only: words of at least four letters, used at least three times. Not applicable without any.',
      fix: 'Use the words people search for in the title, the h1 and the first paragraph.',
      sources: ['https://developers.google.com/search/docs/fundamentals/seo-starter-guide'],
    },
  },
  run({ page }) {
    const counts = new Map<string, number>();
    for (const word of words(page)) {
      if (word.length >= SHORTEST && !/^\d+$/.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    const top = [...counts]
      .filter(([, times]) => times >= 3)
      .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
      .slice(0, MOST);
    if (top.length === 0) return notApplicable('No word is used three times.');
    const element = page.all('title')[0];
    const title = element === undefined ? '' : textOf(element).toLowerCase();
    const items = top.map(([snippet, times]) => ({
      snippet,
      note: `${times} times${title.includes(snippet) ? ', in the title' : ''}`,
    }));
    return info('The most frequent words. Those the page is about belong in its title.', {
      value: top.map(([word]) => word).join(', '),
      items,
    });
  },
};
