import type { RobotsFile, RobotsLine } from '../../page/files/robots-file.ts';
import { count } from '../../page/quantities.ts';
import type { Check, CheckItem } from '../check.ts';
import { fail, pass, warn } from '../outcomes.ts';

export const robotsTxt: Check = {
  meta: {
    id: 'robots-txt',
    category: 'seo',
    title: 'robots.txt is valid',
    failureTitle: 'robots.txt is not valid',
    importance: 'high',
    basis: 'site',
    docs: {
      why: 'A crawler that can’t read robots.txt may skip its rules, or stop crawling the site when the server fails.',
      thresholds:
        'Pass: every line is understood. Warn: no file (4xx), or longer than the 512 KiB that crawlers read. Fail: faulty lines, HTML instead, or a server error (5xx).',
      fix: 'Serve a plain text /robots.txt with User-agent, Allow, Disallow and Sitemap lines.',
      sources: [
        'https://www.rfc-editor.org/rfc/rfc9309',
        'https://developer.chrome.com/docs/lighthouse/seo/invalid-robots-txt',
      ],
    },
  },
  run({ artifacts, robots }) {
    const file = artifacts.robots;
    if (!file.ok)
      return fail(
        `robots.txt could not be fetched (${file.code}). Crawlers may stop because of it. Make the server respond.`,
        {
          value: file.code,
        },
      );
    if (file.status >= 500) {
      return fail(
        `robots.txt returns ${file.status}, so crawlers treat the whole site as blocked. Fix the server error.`,
        { value: file.status },
      );
    }
    if (file.status >= 400 || file.text.trim() === '') {
      return warn('There is no robots.txt. Add one that lists the sitemap.', { value: file.status });
    }
    const mistakes = mistakesIn(robots);
    if (mistakes.length > 0) {
      return fail(
        `robots.txt has ${count(mistakes.length, 'line')} that crawlers don’t understand. Correct them.`,
        { value: mistakes.length, expected: '0', items: mistakes },
      );
    }
    if (file.truncated)
      return warn('robots.txt is longer than the 512 KiB that crawlers read. Shorten it.', {
        value: file.bytes,
        expected: '≤ 524288',
      });
    return pass('robots.txt is valid.', { value: file.status });
  },
};

const mistakesIn = ({ lines, unreadable }: RobotsFile): CheckItem[] => {
  const found = unreadable.map(({ number, raw }) => ({ number, raw, note: 'Syntax not understood' }));
  let inGroup = false;
  for (const line of lines) {
    const note = mistakeIn(line, inGroup);
    if (line.key === 'user-agent') inGroup = true;
    if (note !== null) found.push({ number: line.number, raw: line.raw, note });
  }
  found.sort((a, b) => a.number - b.number);
  return found.map(({ number, raw, note }) => ({ snippet: raw, note: `Line ${number}: ${note}` }));
};

const mistakeIn = ({ key, value, raw }: RobotsLine, inGroup: boolean): string | null => {
  if (!raw.includes(':')) return 'Syntax not understood';
  if (key === 'user-agent') return value === '' ? 'No user-agent named' : null;
  if (key === 'sitemap') {
    const url = URL.parse(value);
    if (url === null) return 'The sitemap’s URL must be absolute';
    return ['https:', 'http:', 'ftp:'].includes(url.protocol)
      ? null
      : 'The sitemap’s URL has an unusable protocol';
  }
  // Records that the standard doesn't know are for other purposes (RFC 9309 §2.2.4).
  if (key === 'other') return null;
  if (!inGroup) return 'No user-agent precedes this rule';
  if (value !== '' && !/^[/*]/.test(value)) return 'A pattern starts with "/" or "*", or is empty';
  return /\$./.test(value) ? '"$" is only allowed at the end of a pattern' : null;
};
