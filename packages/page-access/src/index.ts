export type { AttemptLimiter, AttemptLimits } from './attempt-limiter.ts';
export { createStoredAttemptLimiter } from './stored-attempt-limiter.ts';
export { createPageSecurity } from './page-security.ts';
export type { PageSecurity } from './page-security.ts';
export { html, raw } from './html.ts';
export type { Html, HtmlValue } from './html.ts';
export { createPageAccess, PRIVACY } from './page-access.ts';
export type {
  AccessDecision,
  AccessRequest,
  PageAccess,
  PageAccessDeps,
  ProtectedPage,
} from './page-access.ts';
export { passwordCost } from './password-cost.ts';
export { hashPassword, verifyPassword } from './password.ts';
export { createLinkSigner } from './link-signer.ts';
export type { LinkSigner } from './link-signer.ts';
export { changedPasswordHash, pageAccessFields } from './page-password.ts';
export type { ChangedPasswordHash } from './page-password.ts';
export { createProtectedPageRouter } from './protected-page-router.ts';
export type { OpenedPage, ProtectedPageDeps, ProtectedPageOptions } from './protected-page-router.ts';
export { sendPage } from './send-page.ts';
export type { Page } from './send-page.ts';
export { createPageLinks } from './page-access.ts';
export type { PageLinks, SignedPageLink } from './page-access.ts';
export { createPageLinksStore, endPageLinks } from './page-links-store.ts';
export type { PageLink, PageLinksStore } from './page-links-store.ts';
export { pageLinksEndpoints } from './page-links-endpoints.ts';
export type { PageLinksEndpointsOptions } from './page-links-endpoints.ts';
