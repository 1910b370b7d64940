import { notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { bytesOf } from './estimates.ts';
import { attribute } from '../../page/html/element.ts';
import { count } from '../../page/quantities.ts';

export const duplicateFiles: Check = {
  meta: {
    id: 'duplicate-files',
    category: 'performance',
    title: 'No library is loaded twice',
    failureTitle: 'A library is loaded more than once',
    importance: 'low',
    basis: 'content',
    rare: true,
    docs: {
      why: 'A library loaded from two places, or in two versions, costs twice and may conflict with itself.',
      thresholds:
        'Scripts compared by file name without version. Pass: each once. Warn: some twice. Not applicable with fewer than two scripts.',
      fix: 'Keep one copy of each library.',
      sources: ['https://developer.chrome.com/docs/lighthouse/performance/duplicated-javascript'],
    },
  },
  run({ page, artifacts }) {
    const sources = page
      .all('script')
      .flatMap((script) => page.resolve(attribute(script, 'src') ?? '')?.href ?? [])
      .filter((url) => url !== page.base.href);
    if (sources.length < 2) return notApplicable('The page loads fewer than two scripts.');
    const byName = Map.groupBy(sources, libraryName);
    const twice = [...byName].filter(([, urls]) => urls.length > 1).flatMap(([, urls]) => urls);
    const spare = [...byName.values()].flatMap(([, ...others]) => others);
    if (twice.length === 0) return pass('No library is loaded twice.', { value: 0 });
    return warn(`${count(twice.length, 'script')} share a library. Keep one copy.`, {
      value: twice.length,
      expected: '0',
      items: twice,
      saves: { bytes: bytesOf(artifacts, spare, 'script') },
    });
  },
};

/** `jquery` for `…/jquery-3.7.1.min.js`; the whole URL when the name is generic. */
const libraryName = (url: string): string => {
  const file = /(?<![^/?#])([^/?#]+)\.m?js(?:[?#]|$)/.exec(url)?.[1]?.toLowerCase() ?? '';
  const name = file
    .replace(/[.-](?:min|slim|prod|bundle|esm|umd)\b/g, '')
    .replace(/[-.@]v?\d+(?:\.\d+)*/g, '');
  return /^(?:jquery|bootstrap|react|react-dom|vue|angular|lodash|moment|d3|gsap|swiper|three|chart|axios|modernizr)$/.test(
    name,
  )
    ? name
    : url;
};
