import {
  createIdentitySigner,
  createIdentityVerifier,
  generateIdentityKey,
  publicJwks,
} from '@platform/identity';
import type { Caller, IdentityVerifier } from '@platform/identity';

export interface TestIdentity {
  verifier: IdentityVerifier;
  /** The public key set as JSON text, for processes. */
  publicKey: string;
  /** Value of an `Authorization` header; all scopes and the organisation `org_test` unless told. */
  bearer(caller?: Partial<Caller>): Promise<string>;
}

/** An issuer of identities for one service, and the verifier that trusts it. */
export const createTestIdentity = async (audience: string): Promise<TestIdentity> => {
  const privateKey = generateIdentityKey();
  const publicKey = JSON.stringify(await publicJwks(privateKey));
  const signer = await createIdentitySigner({ privateKey });
  return {
    publicKey,
    verifier: await createIdentityVerifier({ publicKey, audience }),
    async bearer({ organisation = 'org_test', scopes = ['*'], keyId } = {}) {
      const caller = { organisation, scopes, keyId: keyId ?? `key_${organisation}_${scopes.join('_')}` };
      return `Bearer ${await signer.sign(caller, audience)}`;
    },
  };
};
