export { languageOf } from '@platform/http';
export type { Language } from '@platform/errors';
export type { AttemptLimiter, AttemptLimits } from './stored-attempt-limiter.ts';
export { createStoredAttemptLimiter, PASSWORD_ATTEMPTS_TABLE } from './stored-attempt-limiter.ts';
export { createPageSecurity, sendPage, html, raw } from './send-page.ts';
export type { PageSecurity, Page, Html, HtmlValue } from './send-page.ts';
export { createPageAccess, PRIVACY, createPageLinks } from './page-access.ts';
export type {
  AccessDecision,
  AccessRequest,
  PageAccess,
  PageAccessDeps,
  ProtectedPage,
  PageLinks,
  SignedPageLink,
} from './page-access.ts';
export {
  DECOY_HASH,
  passwordCost,
  hashPassword,
  verifyPassword,
  changedPasswordHash,
  pageAccessFields,
} from './password.ts';
export { createLinkSigner } from './link-signer.ts';
export type { LinkSigner } from './link-signer.ts';
export type { ChangedPasswordHash } from './password.ts';
export { createProtectedPageRouter, pageLanguage } from './protected-page-router.ts';
export type { OpenedPage, ProtectedPageDeps, ProtectedPageOptions } from './protected-page-router.ts';
export { createPageLinksStore, endPageLinks, pageLinksTable } from './page-links-store.ts';
export type { PageLink, PageLinksStore } from './page-links-store.ts';
export { pageLinksEndpoints } from './page-links-endpoints.ts';
export type { PageLinksEndpointsOptions } from './page-links-endpoints.ts';
