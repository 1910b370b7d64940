import { type Check, fail, pass, warn } from '../check.ts';
import { attribute, type PageElement, startTag } from '../page.ts';
import { atMost, count } from '../thresholds.ts';

export const blockingScripts: Check = {
  meta: {
    id: 'blocking-scripts',
    category: 'performance',
    title: 'No script in the head blocks rendering',
    importance: 'high',
    weight: 6,
    basis: 'document',
    docs: {
      why: 'A script in the head without async or defer stops the page from appearing until it was fetched and run.',
      thresholds: 'Pass: none. Warn: 1 or 2. Fail: more.',
      fix: 'Add defer (or async, for what stands alone) to scripts in the head, or type="module".',
      sources: ['https://developer.chrome.com/docs/lighthouse/performance/render-blocking-resources'],
    },
  },
  run({ page }) {
    const blocking = page.all('script').filter(isBlocking);
    const extras = { value: blocking.length, expected: '0', items: blocking.map(startTag) };
    const status = atMost(blocking.length, 0, 2);
    if (status === 'pass') return pass('No script in the head blocks rendering.', extras);
    const message = `${count(blocking.length, 'script in the head blocks', 'scripts in the head block')} rendering. Add defer or async.`;
    return status === 'warn' ? warn(message, extras) : fail(message, extras);
  },
};

function isBlocking(script: PageElement): boolean {
  if (!script.inHead || attribute(script, 'src') === null) return false;
  const type = (attribute(script, 'type') ?? '').trim().toLowerCase();
  if (type !== '' && !/(?:java|ecma)script$/.test(type)) return false;
  if (attribute(script, 'nomodule') !== null) return false;
  return attribute(script, 'async') === null && attribute(script, 'defer') === null;
}
