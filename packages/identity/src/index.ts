export {
  HITS_SCOPE,
  OPERATORS_SCOPE,
  OUTBOX_SCOPE,
  OWN_SESSIONS_SCOPE,
  SCOPES,
  grants,
  isScope,
} from './scopes.ts';
export type { Scope } from './scopes.ts';
export type { Caller } from './caller.ts';
export { createIdentitySigner, IDENTITY_LIFETIME_SECONDS } from './signer.ts';
export type { IdentitySigner, IdentitySignerOptions } from './signer.ts';
export { createIdentityVerifier } from './verifier.ts';
export type { IdentityRefusal, IdentityVerifier, IdentityVerifierOptions } from './verifier.ts';
export { generateIdentityKey, IDENTITY_HEADER, identityKeyFrom, publicJwks } from './signing-keys.ts';
export { readIdentityKey, readVerificationKeys } from './signing-keys.ts';
export type { VerificationKeys } from './signing-keys.ts';
