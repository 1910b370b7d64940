import { fail, notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import type { PageArtifacts } from '../../page/page-artifacts.ts';
import { headerValue, cookiesOf, refusedCookies } from '../../page/headers/response-headers.ts';
import { maxAgeOf } from './strict-transport-security.ts';
import type { Cookie } from '../../page/headers/response-headers.ts';

/** MDN Observatory's verdicts on one cookie, mildest first. */
const FAULTS = [
  ['cookies-without-secure-flag-but-protected-by-hsts', 'lacks Secure; HSTS makes up for it'],
  ['cookies-without-secure-flag', 'lacks Secure'],
  [
    'cookies-session-without-secure-flag-but-protected-by-hsts',
    'is a session cookie and lacks Secure; HSTS makes up for it',
  ],
  ['cookies-samesite-flag-invalid', 'has a SameSite that browsers ignore'],
  ['cookies-anticsrf-without-samesite-flag', 'guards against forged requests and lacks SameSite'],
  ['cookies-session-without-httponly-flag', 'is a session cookie and lacks HttpOnly'],
  ['cookies-session-without-secure-flag', 'is a session cookie and lacks Secure'],
] as const;

type Fault = (typeof FAULTS)[number][0];

const MILD = new Set<string>([
  'cookies-without-secure-flag-but-protected-by-hsts',
  'cookies-session-without-secure-flag-but-protected-by-hsts',
]);

/** Names that stand for a visitor who has signed in. */
const SESSION = /login|logged|sess|auth|token|jwt|remember|(?:^|[._-])sid(?:$|[._-])/;
/** Tokens that scripts have to read, so as to send them back. */
const FOR_SCRIPTS = /csrf|xsrf/;

const faultsOf = (cookie: Cookie, hsts: boolean): Fault[] => {
  const name = cookie.name.toLowerCase();
  const isSession = SESSION.test(name) && !FOR_SCRIPTS.test(name);
  const faults: Fault[] = [];
  if (cookie.sameSiteInvalid || (!cookie.secure && cookie.sameSite === 'none'))
    faults.push('cookies-samesite-flag-invalid');
  if (!cookie.secure)
    faults.push(hsts ? 'cookies-without-secure-flag-but-protected-by-hsts' : 'cookies-without-secure-flag');
  if (name.includes('csrf') && cookie.sameSite === null)
    faults.push('cookies-anticsrf-without-samesite-flag');
  if (isSession && !cookie.secure)
    faults.push(
      hsts
        ? 'cookies-session-without-secure-flag-but-protected-by-hsts'
        : 'cookies-session-without-secure-flag',
    );
  if (isSession && !cookie.httpOnly) faults.push('cookies-session-without-httponly-flag');
  return faults;
};

const SIX_MONTHS = 15_552_000;

/**
 * Set by a host's load balancer; the site's owner can't change them. Observatory leaves them out
 * too.
 */
const SET_BY_PLATFORM = new Set(['heroku-session-affinity']);

export const cookies: Check = {
  meta: {
    id: 'cookies',
    category: 'security',
    title: 'Cookies are protected',
    failureTitle: 'Cookies are not fully protected',
    importance: 'high',
    basis: 'response',
    docs: {
      why: 'Without Secure, a cookie travels over plain HTTP; without HttpOnly, scripts can read it; without SameSite, other sites’ requests carry it.',
      thresholds:
        'MDN Observatory’s verdict on the Set-Cookie headers of the page and the redirects to it; cookies with a session’s or a token’s name count as one, and what browsers refuse fails. Pass: Secure on all, HttpOnly on session cookies. Warn: HSTS makes up for a missing Secure. Fail: otherwise. Not applicable without cookies.',
      fix: 'Send Set-Cookie: name=value; Secure; HttpOnly; SameSite=Lax.',
      sources: [
        'https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring',
        'https://datatracker.ietf.org/doc/draft-ietf-httpbis-rfc6265bis/',
      ],
    },
  },
  run({ artifacts }) {
    const all = cookiesOf(artifacts).filter(({ name }) => !SET_BY_PLATFORM.has(name));
    const refused = refusedCookies(artifacts);
    if (refused.length > 0)
      return fail(`A cookie ${refused[0]?.refusal ?? ''}, so browsers refuse it. Correct it.`, {
        value: 'cookies-refused',
        items: refused.map(({ shown, refusal }) => ({ snippet: shown, note: refusal })),
      });
    if (all.length === 0) return notApplicable('The page sets no cookies.');
    const hsts = keepsToHttps(artifacts);
    const found = all.flatMap((cookie) => faultsOf(cookie, hsts).map((fault) => ({ cookie, fault })));
    const worst = FAULTS.findLast(([id]) => found.some(({ fault }) => fault === id));
    if (worst === undefined) {
      const strict = all.every(({ sameSite }) => sameSite !== null);
      return pass(
        strict ? 'Cookies are protected.' : 'Cookies are protected; SameSite would protect them further.',
        {
          value: strict
            ? 'cookies-secure-with-httponly-sessions-and-samesite'
            : 'cookies-secure-with-httponly-sessions',
        },
      );
    }
    const items = found.map(({ cookie, fault }) => ({
      snippet: cookie.shown,
      note: FAULTS.find(([id]) => id === fault)?.[1] ?? null,
    }));
    const extras = { value: worst[0], items };
    if (MILD.has(worst[0])) return warn('Some cookies lack Secure. Add it.', extras);
    return fail(`A cookie ${worst[1]}. Add Secure, HttpOnly and SameSite=Lax.`, extras);
  },
};

const keepsToHttps = ({ tls, response }: PageArtifacts): boolean => {
  const header = headerValue(response.headers, 'strict-transport-security');
  return tls?.authorized === true && header !== null && (maxAgeOf(header) ?? 0) >= SIX_MONTHS;
};
