import { pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { textOf } from '../../page/html/element.ts';
import type { PageElement } from '../../page/html/element.ts';

const ATTRIBUTES = ['href', 'src', 'action', 'data', 'content'];
const INTERNAL =
  /^(?:localhost|127(?:\.\d+){3}|10(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|\[::1\]|\[f[cd][0-9a-f:]+\]|[^.]+\.(?:local|internal|lan|intranet|corp|test|localhost))$/i;

export const internalAddresses: Check = {
  meta: {
    id: 'internal-addresses',
    category: 'security',
    title: 'The page contains no internal addresses',
    failureTitle: 'The page contains internal addresses',
    importance: 'medium',
    basis: 'content',
    rare: true,
    docs: {
      why: 'A link to localhost or a private address is broken for visitors, and tells attackers how the network is built.',
      thresholds:
        'URLs in attributes, except of links that show theirs as text. Pass: none points to a private address or an internal name. Warn: one does.',
      fix: 'Replace it with the public address, or remove it.',
      sources: [
        'https://www.rfc-editor.org/rfc/rfc1918',
        'https://owasp.org/www-project-web-security-testing-guide/',
      ],
    },
  },
  run({ page }) {
    if (INTERNAL.test(page.url.hostname)) return pass('The page itself is internal.');
    const found = new Map<string, PageElement>();
    for (const element of page.having(...ATTRIBUTES)) {
      for (const { name, value } of element.node.attrs) {
        if (!ATTRIBUTES.includes(name) || !/^\s*(?:https?:)?\/\//i.test(value)) continue;
        const url = page.resolve(value);
        if (url === null || !INTERNAL.test(url.hostname)) continue;
        // “Open http://localhost:3000” in a manual is meant to be read.
        if (element.name !== 'a' || !textOf(element).includes(url.host)) found.set(url.href, element);
      }
    }
    if (found.size === 0) return pass('The page contains no internal addresses.', { value: 0 });
    return warn('The page contains internal addresses. Replace or remove them.', {
      value: found.size,
      expected: '0',
      items: [...found].map(([snippet, at]) => ({ snippet, at })),
    });
  },
};
