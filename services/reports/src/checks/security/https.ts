import { fail, pass } from '../outcomes.ts';
import type { Check } from '../check.ts';

export const https: Check = {
  meta: {
    id: 'https',
    category: 'security',
    title: 'The page is served over HTTPS',
    failureTitle: 'The page is not served over HTTPS',
    importance: 'critical',
    basis: 'response',
    critical: true,
    docs: {
      why: 'Over plain HTTP, anyone in between can read and change the page. Browsers mark it “not secure”.',
      thresholds: 'Pass: the final URL is https. Fail: it isn’t, which caps the rating.',
      fix: 'Get a certificate (they are free), serve the site over HTTPS and redirect http to it.',
      sources: [
        'https://developer.chrome.com/docs/lighthouse/best-practices/is-on-https',
        'https://web.dev/articles/why-https-matters',
      ],
    },
  },
  run({ page }) {
    const value = page.url.protocol.slice(0, -1);
    if (value === 'https') return pass('The page is served over HTTPS.', { value });
    return fail('The page is served over plain HTTP. Serve it over HTTPS, and redirect to that.', {
      value,
      expected: 'https',
    });
  },
};
