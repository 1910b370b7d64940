import { type Check, notApplicable, pass, warn } from '../check.ts';
import { answered } from '../resources.ts';
import { count } from '../thresholds.ts';

export const redirectedResources: Check = {
  meta: {
    id: 'redirected-resources',
    category: 'performance',
    title: 'Files are named by their final address',
    importance: 'low',
    weight: 1,
    basis: 'resources',
    rare: true,
    docs: {
      why: 'Each redirect is a round trip more before the file arrives.',
      thresholds: 'Pass: none is redirected. Warn: some are. Not applicable without files.',
      fix: 'Write the final address into the page.',
      sources: ['https://developer.chrome.com/docs/lighthouse/performance/redirects'],
    },
  },
  run({ artifacts }) {
    const files = answered(artifacts).filter(({ kind }) => kind !== 'frame');
    if (files.length === 0) return notApplicable('The page names no files.');
    const moved = files.filter(({ url, finalUrl }) => url !== finalUrl);
    if (moved.length === 0) return pass('Files are named by their final address.', { value: 0 });
    return warn(`${count(moved.length, 'file')} redirected. Name the final address.`, {
      value: moved.length,
      expected: '0',
      items: moved.map(({ url, finalUrl }) => ({ snippet: url, note: `→ ${finalUrl}` })),
    });
  },
};
