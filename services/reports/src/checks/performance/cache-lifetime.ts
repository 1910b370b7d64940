import { fail, notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { count } from '../../page/quantities.ts';
import { answered, lifetimeOf, sizeOf } from '../../page/files/resources.ts';

const MONTH = 30 * 24 * 60 * 60;

const noteOf = (seconds: number | null): string =>
  seconds === null ? 'no lifetime given' : count(seconds, 'second');

export const cacheLifetime: Check = {
  meta: {
    id: 'cache-lifetime',
    category: 'performance',
    title: 'Browsers may cache files',
    failureTitle: 'Browsers may not cache files for long',
    importance: 'medium',
    basis: 'resources',
    docs: {
      why: 'Without a cache lifetime, returning visitors request every file again.',
      thresholds:
        'The site’s own styles, scripts, fonts and images. Pass: 90 % may be cached for 30 days. Warn: half. Fail: less. Not applicable without any.',
      fix: 'Put a hash in file names and send Cache-Control: public, max-age=31536000, immutable.',
      sources: [
        'https://developer.chrome.com/docs/lighthouse/performance/uses-long-cache-ttl',
        'https://www.rfc-editor.org/rfc/rfc9111',
      ],
    },
  },
  run({ artifacts, page }) {
    const files = answered(artifacts, 'script', 'stylesheet', 'font', 'image').filter(
      // Of a file that only the browser asked for, the headers aren't known.
      ({ status, url, initiator }) =>
        status < 400 && initiator !== 'browser' && URL.parse(url)?.host === page.url.host,
    );
    if (files.length === 0) return notApplicable('The page loads no files from its own site.');
    const brief = files.filter((file) => (lifetimeOf(file) ?? 0) < MONTH);
    const share = Math.round((100 * (files.length - brief.length)) / files.length);
    const items = brief.map((file) => ({ snippet: file.url, note: noteOf(lifetimeOf(file)) }));
    const saves = { bytes: brief.reduce((sum, file) => sum + sizeOf(file), 0) };
    const extras = { value: `${share} %`, expected: '≥ 90 %', items, saves };
    if (share >= 90)
      return pass(`${share} % of the site’s files may be cached for 30 days.`, {
        value: `${share} %`,
        expected: '≥ 90 %',
      });
    const message = `Only ${share} % of the site’s files may be cached for 30 days. Send Cache-Control with a long max-age.`;
    return share >= 50 ? warn(message, extras) : fail(message, extras);
  },
};
