import { fail, pass } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { textOf } from '../../page/html/element.ts';

export const directoryListing: Check = {
  meta: {
    id: 'directory-listing',
    category: 'security',
    title: 'The page is not a directory listing',
    failureTitle: 'The page is a directory listing',
    importance: 'medium',
    basis: 'document',
    rare: true,
    docs: {
      why: 'A listing exposes backups and configuration files that nobody meant to publish.',
      thresholds: 'Pass: the page isn’t one. Fail: it has a server listing’s title and links.',
      fix: 'Turn it off: autoindex off (nginx), Options -Indexes (Apache).',
      sources: ['https://owasp.org/www-project-web-security-testing-guide/'],
    },
  },
  run({ page }) {
    const title = page.all('title')[0];
    const name = title === undefined ? '' : textOf(title);
    const isListing =
      /^(?:Index of \/|Directory listing (?:for|of) )/i.test(name) && page.all('a').length > 0;
    if (!isListing) return pass('The page is not a directory listing.');
    return fail('The page is a directory listing. Turn listings off.', {
      value: name,
      items: [{ snippet: name, at: title }],
    });
  },
};
