export { SCOPES, grants, isScope } from './scopes.ts';
export type { Scope } from './scopes.ts';
export type { Caller } from './caller.ts';
export { createIdentitySigner, IDENTITY_LIFETIME_SECONDS } from './signer.ts';
export type { IdentitySigner, IdentitySignerOptions } from './signer.ts';
export { createIdentityVerifier } from './verifier.ts';
export type { IdentityVerifier, IdentityVerifierOptions } from './verifier.ts';
export { generateIdentityKey, IDENTITY_HEADER, publicJwks } from './keys.ts';
