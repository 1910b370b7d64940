import { fail, notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { count } from '../../page/quantities.ts';
import { headerValue } from '../../page/headers/response-headers.ts';

const SIX_MONTHS = 15_552_000;
const ONE_YEAR = 31_536_000;

export const strictTransportSecurity: Check = {
  meta: {
    id: 'strict-transport-security',
    category: 'security',
    title: 'HSTS keeps browsers on HTTPS',
    failureTitle: 'HSTS doesn’t keep browsers on HTTPS',
    importance: 'high',
    basis: 'response',
    docs: {
      why: 'Without Strict-Transport-Security, an attacker can intercept a visit’s first request and keep it on plain HTTP.',
      thresholds:
        'Pass: max-age of a year or more. Warn: 180 days or more. Fail: less, missing, invalid, or an untrusted certificate. Not applicable without HTTPS.',
      fix: 'Send Strict-Transport-Security: max-age=63072000; includeSubDomains on every HTTPS response.',
      sources: [
        'https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring',
        'https://www.rfc-editor.org/rfc/rfc6797',
      ],
    },
  },
  run({ page, artifacts }) {
    const expected = `max-age ≥ ${ONE_YEAR}`;
    if (page.url.protocol !== 'https:') return notApplicable('HSTS needs HTTPS.');
    if (artifacts.tls?.authorized === false) {
      return fail(
        'Browsers ignore HSTS from a site with an untrusted certificate. Fix the certificate first.',
        {
          value: 'hsts-invalid-cert',
          expected,
        },
      );
    }
    const header = headerValue(artifacts.response.headers, 'strict-transport-security');
    if (header === null) {
      return fail('The Strict-Transport-Security header is missing. Send max-age=63072000.', {
        value: 'hsts-not-implemented',
        expected,
      });
    }
    const items = [`Strict-Transport-Security: ${header}`];
    const maxAge = maxAgeOf(header);
    if (maxAge === null) {
      return fail('The Strict-Transport-Security header is invalid. Send max-age=63072000 once.', {
        value: 'hsts-header-invalid',
        expected,
        items,
      });
    }
    if (maxAge < SIX_MONTHS) {
      return fail(`HSTS lasts only ${count(maxAge, 'second')}. Send a max-age of a year or more.`, {
        value: 'hsts-implemented-max-age-less-than-six-months',
        expected,
        items,
      });
    }
    const extras = { value: 'hsts-implemented-max-age-at-least-six-months', expected, items };
    if (maxAge < ONE_YEAR)
      return warn(`HSTS lasts ${count(maxAge, 'second')}. Send a max-age of a year or more.`, extras);
    return pass('HSTS keeps browsers on HTTPS for a year or more.', extras);
  },
};

/**
 * The max-age of a header; null when it is missing, not a number, or the header or a directive was sent
 * twice, for which browsers ignore it all (RFC 6797 §6.1).
 */
export const maxAgeOf = (header: string): number | null => {
  if (header.includes(',')) return null;
  let maxAge: number | null = null;
  const seen = new Set<string>();
  for (const part of header.slice(0, 1024).split(';')) {
    const name = part.split('=')[0]?.trim().toLowerCase() ?? '';
    if (name !== '' && seen.has(name)) return null;
    seen.add(name);
    const match = /^max-age\s*=\s*"?(\d+)"?$/i.exec(part.trim());
    if (match?.[1] !== undefined) maxAge = Number(match[1].slice(0, 15));
  }
  return maxAge;
};
