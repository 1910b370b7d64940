import { fail, notApplicable, pass, warn, atMost } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { answered, sizeOf } from '../../page/files/resources.ts';
import { bytes } from '../../page/quantities.ts';

export const cssWeight: Check = {
  meta: {
    id: 'css-weight',
    category: 'performance',
    title: 'Styles are light',
    failureTitle: 'Styles are heavy',
    importance: 'medium',
    basis: 'resources',
    docs: {
      why: 'Stylesheets delay the first paint until their last byte arrives.',
      thresholds:
        'On the wire. Pass: up to 100 KiB. Warn: up to 300 KiB. Fail: more. Not applicable without stylesheets.',
      fix: 'Remove rules that no page uses, and split styles by page.',
      sources: ['https://web.dev/articles/performance-budgets-101'],
    },
  },
  run({ artifacts }) {
    const sheets = answered(artifacts, 'stylesheet').filter(({ status }) => status < 400);
    if (sheets.length === 0) return notApplicable('The page loads no stylesheets.');
    const value = sheets.reduce((sum, sheet) => sum + sizeOf(sheet), 0);
    const extras = {
      value,
      expected: '≤ 102400',
      saves: { bytes: value - 100 * 1024 },
      items: sheets
        .toSorted((a, b) => sizeOf(b) - sizeOf(a) || (a.url < b.url ? -1 : 1))
        .map((sheet) => ({ snippet: sheet.url, note: bytes(sizeOf(sheet)) })),
    };
    const status = atMost(value, 100 * 1024, 300 * 1024);
    if (status === 'pass') return pass(`Styles weigh ${bytes(value)}.`, { value, expected: '≤ 102400' });
    const message = `Styles weigh ${bytes(value)}. Reduce them to 100 KiB or less.`;
    return status === 'warn' ? warn(message, extras) : fail(message, extras);
  },
};
