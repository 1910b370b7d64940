import { fail, notApplicable, pass, warn, atMost } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { answered, sizeOf } from '../../page/files/resources.ts';
import { bytes } from '../../page/quantities.ts';

export const javascriptWeight: Check = {
  meta: {
    id: 'javascript-weight',
    category: 'performance',
    title: 'Scripts are light',
    failureTitle: 'Scripts are heavy',
    importance: 'high',
    basis: 'resources',
    docs: {
      why: 'Script bytes cost the most: they are fetched, compiled and run before the page responds to input.',
      thresholds:
        'On the wire. Pass: up to 300 KiB. Warn: up to 1,000 KiB. Fail: more. Not applicable without scripts.',
      fix: 'Split bundles, load rarely used code on demand, and look for libraries to drop.',
      sources: ['https://web.dev/articles/performance-budgets-101'],
    },
  },
  run({ artifacts }) {
    const scripts = answered(artifacts, 'script').filter(({ status }) => status < 400);
    if (scripts.length === 0) return notApplicable('The page loads no scripts.');
    const value = scripts.reduce((sum, script) => sum + sizeOf(script), 0);
    const extras = {
      value,
      expected: '≤ 307200',
      saves: { bytes: value - 300 * 1024 },
      items: scripts
        .toSorted((a, b) => sizeOf(b) - sizeOf(a) || (a.url < b.url ? -1 : 1))
        .map((script) => ({ snippet: script.url, note: bytes(sizeOf(script)) })),
    };
    const status = atMost(value, 300 * 1024, 1000 * 1024);
    if (status === 'pass') return pass(`Scripts weigh ${bytes(value)}.`, { value, expected: '≤ 307200' });
    const message = `Scripts weigh ${bytes(value)}. Reduce them to 300 KiB or less.`;
    return status === 'warn' ? warn(message, extras) : fail(message, extras);
  },
};
