import { PROFILE } from '../../browser/measure-page.ts';
import { notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { answered } from '../../page/files/resources.ts';
import { count } from '../../page/quantities.ts';

export const redirectedResources: Check = {
  meta: {
    id: 'redirected-resources',
    category: 'performance',
    title: 'Files are linked by their final address',
    failureTitle: 'Files are linked by an address that redirects',
    importance: 'low',
    basis: 'resources',
    rare: true,
    docs: {
      why: 'Each redirect adds a round trip before the file arrives.',
      thresholds: 'Pass: none is redirected. Warn: some are. Not applicable without files.',
      fix: 'Use the final address in the page.',
      sources: ['https://developer.chrome.com/docs/lighthouse/performance/redirects'],
    },
  },
  run({ artifacts }) {
    const files = answered(artifacts).filter(({ kind }) => kind !== 'frame');
    if (files.length === 0) return notApplicable('The page loads no files.');
    const moved = files.filter(({ url, finalUrl }) => url !== finalUrl);
    if (moved.length === 0) return pass('Files are linked by their final address.', { value: 0 });
    return warn(`${count(moved.length, 'file')} redirected. Link to the final address.`, {
      value: moved.length,
      expected: '0',
      // They are asked for at the same time.
      saves: { milliseconds: PROFILE.latency },
      items: moved.map(({ url, finalUrl }) => ({ snippet: url, note: `→ ${finalUrl}` })),
    });
  },
};
