import { type Check, fail, pass } from '../check.ts';
import { textOf } from '../page.ts';

export const directoryListing: Check = {
  meta: {
    id: 'directory-listing',
    category: 'security',
    title: 'The page is no listing of files',
    importance: 'medium',
    weight: 2,
    basis: 'document',
    rare: true,
    docs: {
      why: 'A listing shows backups and configuration files that nobody meant to publish.',
      thresholds: 'Pass: the page is none. Fail: it has the title and the links of a server’s listing.',
      fix: 'Turn it off: autoindex off (nginx), Options -Indexes (Apache).',
      sources: ['https://owasp.org/www-project-web-security-testing-guide/'],
    },
  },
  run({ page }) {
    const title = page.all('title')[0];
    const name = title === undefined ? '' : textOf(title);
    const isListing =
      /^(?:Index of \/|Directory listing (?:for|of) )/i.test(name) && page.all('a').length > 0;
    if (!isListing) return pass('The page is no listing of files.');
    return fail('The page lists the server’s files. Turn listings off.', { value: name, items: [name] });
  },
};
