import { pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { codeOf, inlineScripts } from '../../page/html/inline-code.ts';
import { attribute } from '../../page/html/element.ts';
import { headerValues } from '../../page/headers/response-headers.ts';

export const backForwardCache: Check = {
  meta: {
    id: 'back-forward-cache',
    category: 'performance',
    title: 'The back button shows the page instantly',
    failureTitle: 'The back button can’t show the page instantly',
    importance: 'low',
    basis: 'response',
    rare: true,
    docs: {
      why: 'Browsers keep a page in memory for the back button unless it opts out.',
      thresholds: 'Pass: nothing prevents it. Warn: Cache-Control: no-store, or an unload handler.',
      fix: 'Use no-cache or private instead of no-store, and pagehide instead of unload.',
      sources: ['https://web.dev/articles/bfcache'],
    },
  },
  run({ page, artifacts }) {
    const items: string[] = [];
    for (const value of headerValues(artifacts.response.headers, 'cache-control')) {
      if (/(?:^|[\s,])no-store(?:[\s,]|$)/i.test(value)) items.push(`Cache-Control: ${value}`);
    }
    if (page.all('body').some((body) => attribute(body, 'onunload') !== null)) items.push('<body onunload>');
    const code = inlineScripts(page)
      .map(codeOf)
      .find((script) => /addEventListener\(\s*['"]unload['"]|\bonunload\s*=/.test(script));
    if (code !== undefined) items.push(/.{0,40}unload.{0,40}/.exec(code)?.[0] ?? 'unload');
    if (items.length === 0) return pass('Nothing stops the back button from showing the page instantly.');
    return warn('Browsers can’t keep the page for the back button. Remove no-store and unload handlers.', {
      value: items.length,
      items,
    });
  },
};
