import { fail, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';

const SESSION = /(?:^|[;?&])(?:phpsessid|jsessionid|aspsessionid\w*|sessionid|session_id|sid|cfid|cftoken)=/i;
const MANY_PARAMETERS = 3;

export const urlFormat: Check = {
  meta: {
    id: 'url-format',
    category: 'seo',
    title: 'The URL is readable and unambiguous',
    failureTitle: 'The URL is hard to read or ambiguous',
    importance: 'low',
    basis: 'document',
    rare: true,
    docs: {
      why: 'Session ids and upper case give one page many addresses. Search engines read underscores as joining words, hyphens as separating them.',
      thresholds:
        'Pass: lower case, hyphens, no doubled slashes, up to 3 parameters. Warn: otherwise. Fail: a session id.',
      fix: 'Keep session ids in cookies, write paths in lower case with hyphens, and redirect the old addresses.',
      sources: ['https://developers.google.com/search/docs/crawling-indexing/url-structure'],
    },
  },
  run({ page: { url } }) {
    const items = [url.href];
    if (SESSION.test(url.search) || SESSION.test(url.pathname)) {
      return fail(
        'The URL carries a session id, so each visitor gets a different address. Keep it in a cookie.',
        { items },
      );
    }
    const faults: string[] = [];
    if (/[A-Z]/.test(url.pathname.replace(/%[0-9A-F]{2}/g, ''))) faults.push('upper-case letters');
    if (url.pathname.includes('_')) faults.push('underscores');
    if (url.pathname.includes('//')) faults.push('doubled slashes');
    if (url.searchParams.size > MANY_PARAMETERS) faults.push(`${url.searchParams.size} parameters`);
    if (faults.length === 0) return pass('The URL is readable.');
    return warn(`The URL has ${faults.join(', ')}. Use lower case, hyphens and few parameters.`, {
      value: faults.join(', '),
      items,
    });
  },
};
