import type { Cookie } from '../../page/headers/response-headers.ts';

/** MDN Observatory's verdicts on one cookie, mildest first. */
export const FAULTS = [
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

export const MILD = new Set<string>([
  'cookies-without-secure-flag-but-protected-by-hsts',
  'cookies-session-without-secure-flag-but-protected-by-hsts',
]);

/** Names that stand for a visitor who has signed in. */
const SESSION = /login|logged|sess|auth|token|jwt|remember|(?:^|[._-])sid(?:$|[._-])/;
/** Tokens that scripts have to read, so as to send them back. */
const FOR_SCRIPTS = /csrf|xsrf/;

export const faultsOf = (cookie: Cookie, hsts: boolean): Fault[] => {
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
