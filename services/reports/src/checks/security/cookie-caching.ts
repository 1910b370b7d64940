import { fail, notApplicable, pass } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { headerValues, cookiesOf } from '../../page/headers/response-headers.ts';

export const cookieCaching: Check = {
  meta: {
    id: 'cookie-caching',
    category: 'security',
    title: 'Responses with cookies aren’t shared by caches',
    failureTitle: 'Caches may share responses with cookies',
    importance: 'medium',
    basis: 'response',
    rare: true,
    docs: {
      why: 'A shared cache that stores a response with its Set-Cookie hands one visitor’s session to the next.',
      thresholds:
        'Pass: caching is private or off. Fail: Cache-Control lets shared caches store it. Not applicable without cookies.',
      fix: 'Send Cache-Control: private (or no-store) with every response that sets a cookie.',
      sources: ['https://www.rfc-editor.org/rfc/rfc9111#section-7.3'],
    },
  },
  run({ artifacts }) {
    if (cookiesOf(artifacts).length === 0) return notApplicable('The page sets no cookies.');
    const value = headerValues(artifacts.response.headers, 'cache-control').join(', ');
    const control = value.toLowerCase();
    const isPrivate = /(?:^|[\s,])(?:private|no-store|no-cache)(?:[\s,=]|$)/.test(control);
    const isShared =
      !isPrivate &&
      (/(?:^|[\s,])public(?:[\s,]|$)/.test(control) ||
        /s-maxage\s*=\s*[1-9]/.test(control) ||
        /(?:^|[\s,])max-age\s*=\s*"?[1-9]/.test(control));
    if (!isShared) return pass('Responses with cookies aren’t shared by caches.', { value });
    return fail('Shared caches may store this response with its cookie. Send Cache-Control: private.', {
      value,
      expected: 'private',
      items: [`Cache-Control: ${value}`],
    });
  },
};
