import { fail, pass } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { answered } from '../../page/files/resources.ts';
import { count } from '../../page/quantities.ts';

const DATABASE_URL =
  /\b(?:postgres(?:ql)?|mysql|mongodb(?:\+srv)?|redis|amqp):\/\/([^\s:/@"'<]{1,100}):([^\s@"'<]{3,200})@([\w.-]{0,100})/g;

/** Placeholders that manuals write for a password. */
const NO_PASSWORD =
  /[$*{}[\]<>]|^(?:my|your|the|db|database|some|super)?[-_]?(?:pass(?:word|wd)?|pwd|secret|pw)(?:here|123)?$|^(?:admin|change[-_]?(?:me|it|this)|example|guest|root|test|x{3,}|\.{3,}|…)$/i;

const isLocal = (host: string): boolean => /^(?:localhost|127\.[\d.]+)?$/i.test(host);

/**
 * Finds the database URLs with a password in a text, except examples from manuals: the password is a
 * placeholder or repeats the user’s name, or only the machine itself can reach the database.
 */
const databaseUrls = (text: string): string[] =>
  [...text.matchAll(DATABASE_URL)].flatMap(([found, user = '', password = '', host = '']) =>
    NO_PASSWORD.test(password) || password === user || isLocal(host) ? [] : [found],
  );

/** Keys that must stay secret, recognised by their issuer’s prefix. */
const SECRETS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  // Except AWS's own example keys, which many tutorials quote.
  ['AWS access key', /\b(?:AKIA|ASIA)(?![A-Z0-9]{9}EXAMPLE\b)[A-Z0-9]{16}\b/g],
  ['Stripe secret key', /\b[rs]k_live_[A-Za-z0-9]{16,}/g],
  ['GitHub token', /\b(?:gh[opsu]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{60,})/g],
  ['GitLab token', /\bglpat-[\w-]{20,}/g],
  ['Slack token', /\bxox[abps]-[A-Za-z0-9-]{10,}/g],
  ['SendGrid key', /\bSG\.[\w-]{16,}\.[\w-]{16,}/g],
  // With hyphens only around its mark: the path `/cz-sk-…` of a page in Slovak isn’t a key.
  ['OpenAI key', /\bsk-(?:[A-Za-z0-9]{32,}|(?:proj|svcacct|admin)-[\w-]{20,120}T3BlbkFJ[\w-]{20,})/g],
  ['Anthropic key', /\bsk-ant-[\w-]{32,}/g],
  ['npm token', /\bnpm_[A-Za-z0-9]{36}\b/g],
  // With the key itself: libraries name its first line only.
  [
    'Private key',
    /-----BEGIN (?:RSA |EC |OPENSSH |DSA )?PRIVATE KEY-----(?:\s|\\[nr]|<br\s*\/?>|["'+,]){1,40}[A-Za-z0-9+/]{40}/g,
  ],
];

/**
 * Placeholders that manuals write for a key: one character over and over, or words. Real private
 * keys may repeat one, too.
 */
const PLACEHOLDER =
  /^(?!-----).*(?:(.)\1{4}|your|example|placeholder|replace|redacted|token|secret|dummy|fake|1234567|abcdefg)/i;

export const leakedSecrets: Check = {
  meta: {
    id: 'leaked-secrets',
    category: 'security',
    title: 'The page contains no secret keys',
    failureTitle: 'The page contains secret keys',
    importance: 'critical',
    basis: 'document',
    rare: true,
    critical: true,
    docs: {
      why: 'Bots find and use a published key within minutes.',
      thresholds:
        'The HTML, and scripts as far as read, searched for the key formats of known issuers. Pass: none. Fail: one.',
      fix: 'Revoke the key at once, then call the service from your server.',
      sources: [
        'https://owasp.org/www-project-top-ten/',
        'https://docs.github.com/en/code-security/secret-scanning/introduction/supported-secret-scanning-patterns',
      ],
    },
  },
  run({ page, artifacts }) {
    const places = [
      { source: 'the page', text: page.html },
      ...answered(artifacts, 'script').flatMap(({ url, sample }) =>
        sample === null ? [] : [{ source: url, text: sample }],
      ),
    ];
    const items = places.flatMap(({ source, text }) =>
      [
        ...SECRETS.flatMap(([kind, pattern]) =>
          [...text.matchAll(pattern)].flatMap(({ 0: found }) =>
            PLACEHOLDER.test(found) ? [] : [{ kind, found }],
          ),
        ),
        ...databaseUrls(text).map((found) => ({ kind: 'Database URL with a password', found })),
      ].map(({ kind, found }) => ({
        snippet: mask(found),
        note: `${kind} in ${source}`,
        at: text === page.html ? text.indexOf(found) : null,
      })),
    );
    if (items.length === 0) return pass('No secret keys were found.', { value: 0 });
    return fail(`${count(items.length, 'secret')} in the page. Revoke the keys at once, then remove them.`, {
      value: items.length,
      expected: '0',
      items,
    });
  },
};

/** Enough to find the key by. More people read a report than a page’s source. */
const mask = (secret: string): string => {
  return `${secret.slice(0, 8)}…`;
};
