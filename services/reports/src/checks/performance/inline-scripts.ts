import { fail, pass, warn, atMost } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { bytesOfHtml } from './estimates.ts';
import { codeOf, inlineScripts as scriptsOf } from '../../page/html/scripts-and-styles.ts';
import { bytes } from '../../page/quantities.ts';

export const inlineScripts: Check = {
  meta: {
    id: 'inline-scripts',
    category: 'performance',
    title: 'Little script is inline',
    failureTitle: 'Much script is inline',
    importance: 'low',
    basis: 'document',
    rare: true,
    docs: {
      why: 'Inline scripts stop the parser, can’t be cached and rule out a strict Content-Security-Policy.',
      thresholds: 'Pass: up to 20 KiB. Warn: up to 100 KiB. Fail: more. Data (JSON) doesn’t count.',
      fix: 'Move scripts to files loaded with defer.',
      sources: ['https://web.dev/articles/strict-csp'],
    },
  },
  run({ page, artifacts }) {
    const value = scriptsOf(page).reduce((sum, script) => sum + codeOf(script).length, 0);
    const saves = { bytes: bytesOfHtml(artifacts, value - 20 * 1024) };
    const extras = { value, expected: '≤ 20480', saves };
    const status = atMost(value, 20 * 1024, 100 * 1024);
    if (status === 'pass') return pass(`The page has ${bytes(value)} of inline script.`, extras);
    const message = `The page has ${bytes(value)} of inline script. Move it to files loaded with defer.`;
    const items = scriptsOf(page)
      .map((at) => ({ at, length: codeOf(at).length }))
      .sort((a, b) => b.length - a.length)
      .slice(0, 5)
      .map(({ at, length }) => ({ at, note: bytes(length) }));
    return status === 'warn' ? warn(message, { ...extras, items }) : fail(message, { ...extras, items });
  },
};
