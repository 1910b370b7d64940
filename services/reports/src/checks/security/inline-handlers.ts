import { anchors } from '../anchors.ts';
import { type Check, pass, warn } from '../check.ts';
import { startTag } from '../page.ts';
import { count } from '../thresholds.ts';

export const inlineHandlers: Check = {
  meta: {
    id: 'inline-handlers',
    category: 'security',
    title: 'No scripts are in attributes',
    importance: 'low',
    weight: 1,
    basis: 'content',
    rare: true,
    docs: {
      why: 'onclick="…" and javascript: addresses run only where the policy allows inline scripts, and so keep it weak.',
      thresholds: 'Pass: none. Warn: some.',
      fix: 'Attach handlers in a script file with addEventListener.',
      sources: ['https://web.dev/articles/strict-csp'],
    },
  },
  run({ page }) {
    const handlers = page.elements.filter((element) =>
      element.node.attrs.some(({ name }) => /^on[a-z]+$/.test(name)),
    );
    const addresses = anchors(page)
      .filter(({ url }) => url?.protocol === 'javascript:')
      .map(({ element }) => element);
    const found = [...new Set([...handlers, ...addresses])];
    if (found.length === 0) return pass('No scripts are in attributes.', { value: 0 });
    return warn(`${count(found.length, 'element')} with script in attributes. Move it into a file.`, {
      value: found.length,
      expected: '0',
      items: found.map(startTag),
    });
  },
};
