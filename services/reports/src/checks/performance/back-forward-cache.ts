import { pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { codeOf, inlineScripts } from '../../page/html/scripts-and-styles.ts';
import { attribute } from '../../page/html/element.ts';
import { headerValues } from '../../page/headers/response-headers.ts';
import type { Finding } from '../outcomes.ts';

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
    const items: Finding[] = [];
    for (const value of headerValues(artifacts.response.headers, 'cache-control')) {
      if (/(?:^|[\s,])no-store(?:[\s,]|$)/i.test(value)) items.push(`Cache-Control: ${value}`);
    }
    items.push(...page.all('body').filter((body) => attribute(body, 'onunload') !== null));
    const script = inlineScripts(page).find((one) =>
      /addEventListener\(\s*['"]unload['"]|\bonunload\s*=/.test(codeOf(one)),
    );
    if (script !== undefined)
      items.push({ snippet: /.{0,40}unload.{0,40}/.exec(codeOf(script))?.[0] ?? 'unload', at: script });
    if (items.length === 0) return pass('Nothing stops the back button from showing the page instantly.');
    return warn('Browsers can’t keep the page for the back button. Remove no-store and unload handlers.', {
      value: items.length,
      items,
      // Going back loads the page again.
      saves: { milliseconds: artifacts.browser?.metrics.lcp ?? artifacts.timings.total },
    });
  },
};
