export { createAttemptLimiter } from './attempt-limiter.ts';
export type { AttemptLimiter, AttemptLimits } from './attempt-limiter.ts';
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
export { hashPassword, verifyPassword } from './password.ts';
export { createTokenSigner } from './token-signer.ts';
export type { TokenSigner } from './token-signer.ts';
