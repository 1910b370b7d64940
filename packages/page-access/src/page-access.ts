import { createHash } from 'node:crypto';

import { parseCookie, stringifySetCookie } from 'cookie';

import type { AttemptLimiter } from './stored-attempt-limiter.ts';
import type { LinkSigner } from './link-signer.ts';
import type { PageLink, PageLinksStore } from './page-links-store.ts';
import { verifyPassword } from './password.ts';

/** A link with the query string that opens the page, `access=…`. */
export interface SignedPageLink extends PageLink {
  readonly query: string;
}

export interface PageLinks {
  /** Makes a link to a page. @param expiresAt seconds since 1970 */
  create(page: ProtectedPage, name: string | null, expiresAt: number): Promise<SignedPageLink>;
  list(
    page: ProtectedPage,
    limit: number,
    offset: number,
  ): Promise<{ links: readonly SignedPageLink[]; total: number }>;
  /** Ends a link. @returns false if there was none */
  remove(page: ProtectedPage, id: number): Promise<boolean>;
  /** True for the `access` of a link that is still there. */
  opens(page: ProtectedPage, access: string): Promise<boolean>;
}

const purpose = (page: ProtectedPage, id: number): readonly string[] => [
  'page-link',
  page.kind,
  String(page.id),
  String(id),
];

const ACCESS = /^([1-9]\d{0,9})\.(.+)$/;

/**
 * Links that open a closed page until they expire, their owner ends them, or the page's privacy or
 * password changes. The signature keeps guesses away from the database; the row can be removed.
 */
export const createPageLinks = (store: PageLinksStore, signer: LinkSigner): PageLinks => {
  const signed = (page: ProtectedPage, link: PageLink): SignedPageLink => {
    const signature = signer.sign(purpose(page, link.id), link.expiresAt.getTime() / 1000);
    return { ...link, query: `access=${link.id}.${signature}` };
  };
  return {
    async create(page, name, expiresAt) {
      const link = { pageId: Number(page.id), name, expiresAt: new Date(expiresAt * 1000) };
      return signed(page, await store.insert(link));
    },
    async list(page, limit, offset) {
      const { links, total } = await store.list(Number(page.id), limit, offset);
      return { links: links.map((link) => signed(page, link)), total };
    },
    remove: (page, id) => store.remove(Number(page.id), id),
    async opens(page, access) {
      const [, id = '', signature = ''] = ACCESS.exec(access) ?? [];
      return (
        id !== '' &&
        signer.verify(purpose(page, Number(id)), signature) &&
        (await store.use(Number(page.id), Number(id)))
      );
    },
  };
};

/** The interface's privacy setting of statistics and report pages. */
export const PRIVACY = { open: 0, keyOnly: 1, password: 2 } as const;

/** A page with a privacy setting. */
export interface ProtectedPage {
  /** Kind of page, such as `report`; a cookie or link for one kind never opens another. */
  readonly kind: string;
  readonly id: string | number;
  /** 0: everybody; 1: the organisation's keys and signed links; 2: the password, too. */
  readonly privacy: number;
  /** Made by `hashPassword`; null without a password. */
  readonly passwordHash: string | null;
  /** Path of the page, `/r/7`; its cookie is sent there only. */
  readonly path: string;
  /** Purpose that links to the page are signed for; made of kind and id by default. */
  readonly linkPurpose?: readonly string[];
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
  readonly signer: LinkSigner;
  readonly attempts: AttemptLimiter;
  /** True where pages are served over HTTPS; cookies are then sent over HTTPS only. */
  readonly secureCookies: boolean;
  readonly now?: () => number;
  /** Links that can be ended. With them, links of `signedQuery`, which can't, open nothing. */
  readonly links?: Pick<PageLinks, 'opens'>;
}

export interface PageAccess {
  /** Decides by the page's privacy, its cookie, a link and the caller. */
  decide(page: ProtectedPage, request: AccessRequest): Promise<AccessDecision>;
  /**
   * Checks a password that was typed into the page's form.
   * @param address of the client, for the limit of attempts
   * @returns the value of `Set-Cookie` that opens the page, or null for a wrong password
   * @throws AppError `rate_limited` after too many attempts
   */
  unlock(page: ProtectedPage, password: string, address: string): Promise<string | null>;
  /**
   * Makes the query string `access=…` of a link that opens a page of privacy 1 (or 2) to whoever
   * has it.
   * @param expiresAt seconds since 1970
   */
  signedQuery(page: ProtectedPage, expiresAt: number): string;
}

const COOKIE_SECONDS = 12 * 60 * 60;

const cookieName = (page: ProtectedPage): string => `access_${page.kind}_${page.id}`;

const readCookie = (header: string | undefined, name: string): string | undefined =>
  header === undefined ? undefined : parseCookie(header)[name];

/**
 * Includes a digest of the hash, so that setting a password, even the same one, ends old cookies.
 */
const cookiePurpose = (page: ProtectedPage): readonly string[] => [
  'cookie',
  page.kind,
  String(page.id),
  createHash('sha256')
    .update(page.passwordHash ?? '')
    .digest('base64url'),
];
const linkPurpose = (page: ProtectedPage): readonly string[] =>
  page.linkPurpose ?? ['link', page.kind, String(page.id)];

/** Decides who may see a page with a privacy setting. */
export const createPageAccess = (deps: PageAccessDeps): PageAccess => {
  const { signer, attempts, secureCookies, now = Date.now, links } = deps;

  const hasCookie = (page: ProtectedPage, request: AccessRequest): boolean => {
    const grant = readCookie(request.cookieHeader, cookieName(page));
    return page.passwordHash !== null && grant !== undefined && signer.verify(cookiePurpose(page), grant);
  };
  const hasLink = async (page: ProtectedPage, { link }: AccessRequest): Promise<boolean> => {
    if (link === undefined) return false;
    return links === undefined ? signer.verify(linkPurpose(page), link) : links.opens(page, link);
  };

  return {
    async decide(page, request) {
      if (page.privacy === PRIVACY.open || request.isOwner === true || (await hasLink(page, request)))
        return 'granted';
      // An unknown setting keeps the page closed.
      if (page.privacy !== PRIVACY.password) return 'denied';
      return hasCookie(page, request) ? 'granted' : 'password';
    },
    async unlock(page, password, address) {
      if (page.privacy !== PRIVACY.password || page.passwordHash === null) return null;
      const subject = `${page.kind}:${page.id}`;
      await attempts.take(subject, address);
      if (!(await verifyPassword(password, page.passwordHash))) return null;
      await attempts.giveBack(subject, address);
      const grant = signer.sign(cookiePurpose(page), now() / 1000 + COOKIE_SECONDS);
      return stringifySetCookie({
        name: cookieName(page),
        value: grant,
        path: page.path,
        maxAge: COOKIE_SECONDS,
        httpOnly: true,
        sameSite: 'lax',
        secure: secureCookies,
      });
    },
    signedQuery: (page, expiresAt) => `access=${signer.sign(linkPurpose(page), expiresAt)}`,
  };
};
