import { fail, pass, warn, atMost } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { withoutBrowser, blockedTime } from './estimates.ts';
import { attribute } from '../../page/html/element.ts';
import type { PageElement } from '../../page/html/element.ts';
import { count } from '../../page/quantities.ts';

export const blockingScripts: Check = {
  meta: {
    id: 'blocking-scripts',
    category: 'performance',
    title: 'No script in the head blocks rendering',
    failureTitle: 'Scripts in the head block rendering',
    importance: 'high',
    basis: 'document',
    docs: {
      why: 'A script in the head without async or defer keeps the page blank until it has been fetched and run.',
      thresholds: 'Pass: none. Warn: 1 or 2. Fail: more.',
      fix: 'Add defer, async for independent scripts, or type="module" to scripts in the head.',
      sources: ['https://developer.chrome.com/docs/lighthouse/performance/render-blocking-resources'],
    },
  },
  run({ page, artifacts }) {
    const blocking = page.all('script').filter(isBlocking);
    const extras = {
      value: blocking.length,
      expected: '0',
      items: blocking,
      ...(blockedTime(page, artifacts, blocking) ?? withoutBrowser(page, artifacts, blocking)),
    };
    const status = atMost(blocking.length, 0, 2);
    if (status === 'pass') return pass('No script in the head blocks rendering.', extras);
    const message = `${count(blocking.length, 'script in the head blocks', 'scripts in the head block')} rendering. Add defer or async.`;
    return status === 'warn' ? warn(message, extras) : fail(message, extras);
  },
};

const isBlocking = (script: PageElement): boolean => {
  if (!script.inHead || attribute(script, 'src') === null) return false;
  const type = (attribute(script, 'type') ?? '').trim().toLowerCase();
  if (type !== '' && !/(?:java|ecma)script$/.test(type)) return false;
  if (attribute(script, 'nomodule') !== null) return false;
  return attribute(script, 'async') === null && attribute(script, 'defer') === null;
};
