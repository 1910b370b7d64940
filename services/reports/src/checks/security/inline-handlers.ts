import { anchors } from '../../page/html/links.ts';
import { pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { count } from '../../page/quantities.ts';

export const inlineHandlers: Check = {
  meta: {
    id: 'inline-handlers',
    category: 'security',
    title: 'No scripts in attributes',
    failureTitle: 'Scripts are in attributes',
    importance: 'low',
    basis: 'content',
    rare: true,
    docs: {
      why: 'onclick="…" and javascript: URLs only run when the policy allows inline scripts, which keeps it weak.',
      thresholds: 'Pass: none. Warn: some.',
      fix: 'Attach handlers in a script file with addEventListener.',
      sources: ['https://web.dev/articles/strict-csp'],
    },
  },
  run({ page }) {
    const handlers = page.having(...page.attributeNames().filter((name) => /^on[a-z]+$/.test(name)));
    const addresses = anchors(page)
      .filter(({ url }) => url?.protocol === 'javascript:')
      .map(({ element }) => element);
    const found = [...new Set([...handlers, ...addresses])];
    if (found.length === 0) return pass('No attribute contains a script.', { value: 0 });
    return warn(`${count(found.length, 'element')} with scripts in attributes. Move them to a file.`, {
      value: found.length,
      expected: '0',
      items: found,
    });
  },
};
