import { notApplicable, pass, warn, atMost } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { bytesOf } from './estimates.ts';
import { shownResources } from '../../page/files/resources.ts';
import { count } from '../../page/quantities.ts';

const MOST = 4;

export const fontCount: Check = {
  meta: {
    id: 'font-count',
    category: 'performance',
    title: 'Few web fonts are loaded',
    failureTitle: 'Many web fonts are loaded',
    importance: 'low',
    basis: 'resources',
    docs: {
      why: 'Each weight and style of a font is another file that text waits for.',
      thresholds:
        'Font files that the page or its inline CSS refers to. Pass: up to 4. Warn: more. Not applicable without any.',
      fix: 'Use a variable font, fewer weights, or system fonts.',
      sources: ['https://web.dev/articles/font-best-practices'],
    },
  },
  run({ artifacts }) {
    const fonts = shownResources(artifacts).filter(({ kind }) => kind === 'font');
    if (fonts.length === 0) return notApplicable('The page loads no web fonts.');
    const urls = fonts.map(({ url }) => url);
    const share = Math.max(0, fonts.length - MOST) / fonts.length;
    const extras = {
      value: fonts.length,
      expected: `≤ ${MOST}`,
      items: urls,
      saves: { bytes: share * bytesOf(artifacts, urls, 'font') },
    };
    if (atMost(fonts.length, MOST, MOST) === 'pass')
      return pass(`${count(fonts.length, 'web font is', 'web fonts are')} loaded.`, {
        value: fonts.length,
        expected: '≤ 4',
      });
    return warn(`${fonts.length} web fonts are loaded. Reduce them to 4 or fewer.`, extras);
  },
};
