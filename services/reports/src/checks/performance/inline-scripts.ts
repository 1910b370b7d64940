import { type Check, fail, pass, warn } from '../check.ts';
import { codeOf, inlineScripts as scriptsOf } from '../inline-code.ts';
import { atMost, bytes } from '../thresholds.ts';

export const inlineScripts: Check = {
  meta: {
    id: 'inline-scripts',
    category: 'performance',
    title: 'Little script is written into the page',
    importance: 'low',
    weight: 2,
    basis: 'document',
    rare: true,
    docs: {
      why: 'Inline scripts stop the parser where they stand, can’t be cached, and keep a strict content security policy away.',
      thresholds: 'Pass: up to 20 KiB. Warn: up to 100 KiB. Fail: more. Data (JSON) doesn’t count.',
      fix: 'Move scripts into files loaded with defer.',
      sources: ['https://web.dev/articles/strict-csp'],
    },
  },
  run({ page }) {
    const value = scriptsOf(page).reduce((sum, script) => sum + codeOf(script).length, 0);
    const extras = { value, expected: '≤ 20480' };
    const status = atMost(value, 20 * 1024, 100 * 1024);
    if (status === 'pass') return pass(`The page has ${bytes(value)} of inline script.`, extras);
    const message = `The page has ${bytes(value)} of inline script. Move it into files loaded with defer.`;
    return status === 'warn' ? warn(message, extras) : fail(message, extras);
  },
};
