import {
  createIdentitySigner,
  createIdentityVerifier,
  generateIdentityKey,
  publicJwks,
} from '@platform/identity';
import type { Caller, IdentityVerifier } from '@platform/identity';

export interface TestIdentity {
  verifier: IdentityVerifier;
  /** Environment that makes a process trust it. */
  environment: { IDENTITY_PUBLIC_KEY: string; IDENTITY_MAX_AGE_SECONDS: string };
  /** Value of an `Authorization` header; all scopes and the organisation `org_test` by default. */
  bearer(caller?: Partial<Caller>): Promise<string>;
}

/** Longer than any suite takes, however slow the machine is. */
const LIFETIME_SECONDS = 3_600;

/** Makes an issuer of identities for one service, and the verifier that trusts it. */
export const createTestIdentity = async (audience: string): Promise<TestIdentity> => {
  const privateKey = generateIdentityKey();
  const publicKey = JSON.stringify(await publicJwks(privateKey));
  const signer = await createIdentitySigner({ privateKey, lifetimeSeconds: LIFETIME_SECONDS });
  return {
    environment: {
      IDENTITY_PUBLIC_KEY: publicKey,
      IDENTITY_MAX_AGE_SECONDS: String(LIFETIME_SECONDS),
    },
    verifier: await createIdentityVerifier({ publicKey, audience, maxAgeSeconds: LIFETIME_SECONDS }),
    async bearer({ organisation = 'org_test', scopes = ['*'], keyId } = {}) {
      const caller = { organisation, scopes, keyId: keyId ?? `key_${organisation}_${scopes.join('_')}` };
      return `Bearer ${await signer.sign(caller, audience)}`;
    },
  };
};
