import { createHash } from 'node:crypto';

import type { AttemptLimiter } from './attempt-limiter.ts';
import { verifyPassword } from './password.ts';
import type { TokenSigner } from './token-signer.ts';

/** The interface's privacy setting of statistics and report pages. */
export const PRIVACY = { open: 0, keyOnly: 1, password: 2 } as const;

/** A page that its owner can close. */
export interface ProtectedPage {
  /** Kind of the page, which keeps cookies and links of reports and websites apart: `report`. */
  readonly kind: string;
  readonly id: string | number;
  /** 0 open to all, 1 for the organisation's keys and signed links, 2 for those who know the password. */
  readonly privacy: number;
  /** Made by `hashPassword`; null when no password was ever set. */
  readonly passwordHash: string | null;
  /** Path of the page, to which its cookie is bound: `/r/7`. */
  readonly path: string;
}

export interface AccessRequest {
  /** The request's `Cookie` header. */
  readonly cookieHeader?: string | undefined;
  /** The query parameter `access` of a signed link. */
  readonly link?: string | undefined;
  /** True when the request carries a verified identity of the organisation that owns the page. */
  readonly isOwner?: boolean;
}

/** `granted`: show the page; `password`: ask for it; `denied`: answer as if there was no page. */
export type AccessDecision = 'granted' | 'password' | 'denied';

export interface PageAccessDeps {
  readonly signer: TokenSigner;
  readonly attempts: AttemptLimiter;
  /** True when the pages are reached over HTTPS: the cookie is then sent over HTTPS only. */
  readonly secureCookies: boolean;
  readonly now?: () => number;
}

export interface PageAccess {
  /** Decides by the page's privacy, its cookie, a signed link and the caller. */
  decide(page: ProtectedPage, request: AccessRequest): AccessDecision;
  /**
   * Checks a password that was typed into the page's form.
   * @param address of the client, for the limit of attempts
   * @returns the value of `Set-Cookie` that opens the page, or null for a wrong password
   * @throws AppError `rate_limited` after too many attempts
   */
  unlock(page: ProtectedPage, password: string, address: string): Promise<string | null>;
  /**
   * Makes the query string `access=…` of a link that opens a page of privacy 1 (or 2) to whoever has it.
   * @param expiresAt seconds since 1970
   */
  signedQuery(page: ProtectedPage, expiresAt: number): string;
}

const COOKIE_SECONDS = 12 * 60 * 60;

const cookieName = (page: ProtectedPage): string => `access_${page.kind}_${page.id}`;

const readCookie = (header: string | undefined, name: string): string | undefined =>
  header
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** The hash stands in the grant as a digest: another password, or the same one set again, makes old cookies worthless. */
const cookiePurpose = (page: ProtectedPage): readonly string[] => [
  'cookie',
  page.kind,
  String(page.id),
  createHash('sha256')
    .update(page.passwordHash ?? '')
    .digest('base64url'),
];
const linkPurpose = (page: ProtectedPage): readonly string[] => ['link', page.kind, String(page.id)];

/** Who may see a page with a privacy setting: the same rules for report pages and statistics pages. */
export const createPageAccess = (deps: PageAccessDeps): PageAccess => {
  const { signer, attempts, secureCookies, now = Date.now } = deps;

  const hasCookie = (page: ProtectedPage, request: AccessRequest): boolean => {
    const token = readCookie(request.cookieHeader, cookieName(page));
    return page.passwordHash !== null && token !== undefined && signer.verify(cookiePurpose(page), token);
  };
  const hasLink = (page: ProtectedPage, request: AccessRequest): boolean =>
    request.link !== undefined && signer.verify(linkPurpose(page), request.link);

  return {
    decide(page, request) {
      if (page.privacy === PRIVACY.open || request.isOwner === true || hasLink(page, request))
        return 'granted';
      // Anything but the two known settings stays closed.
      if (page.privacy !== PRIVACY.password) return 'denied';
      return hasCookie(page, request) ? 'granted' : 'password';
    },
    async unlock(page, password, address) {
      if (page.privacy !== PRIVACY.password || page.passwordHash === null) return null;
      const subject = `${page.kind}:${page.id}`;
      attempts.take(subject, address);
      if (!(await verifyPassword(password, page.passwordHash))) return null;
      attempts.giveBack(subject, address);
      const token = signer.sign(cookiePurpose(page), now() / 1000 + COOKIE_SECONDS);
      const secure = secureCookies ? '; Secure' : '';
      return `${cookieName(page)}=${token}; Path=${page.path}; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
    },
    signedQuery: (page, expiresAt) => `access=${signer.sign(linkPurpose(page), expiresAt)}`,
  };
};
