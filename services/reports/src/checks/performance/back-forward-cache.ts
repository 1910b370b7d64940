import { type Check, pass, warn } from '../check.ts';
import { codeOf, inlineScripts } from '../inline-code.ts';
import { attribute } from '../page.ts';
import { headerValues } from '../response-headers.ts';

export const backForwardCache: Check = {
  meta: {
    id: 'back-forward-cache',
    category: 'performance',
    title: 'Going back shows the page at once',
    importance: 'low',
    weight: 1,
    basis: 'response',
    rare: true,
    docs: {
      why: 'Browsers keep a page whole for the back button, unless it forbids it.',
      thresholds: 'Pass: nothing seen that forbids it. Warn: Cache-Control: no-store, or an unload handler.',
      fix: 'Use no-cache or private in place of no-store, and pagehide in place of unload.',
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
    if (items.length === 0)
      return pass('Nothing keeps browsers from showing the page at once on going back.');
    return warn('Browsers can’t keep the page for the back button. Drop no-store and unload handlers.', {
      value: items.length,
      items,
    });
  },
};
