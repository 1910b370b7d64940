import { isIP } from 'node:net';

import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { typeid } from 'typeid-js';

import { createSealed, LOGIN_SECONDS } from '../login/login-attempt.ts';
import type { NewPasskey, Passkey } from './account.ts';
import type { CredentialsStore } from './credentials-store.ts';

/** Request to a browser, and what it sends back with its answer. */
export interface PasskeyRequest<Options> {
  options: Options;
  /** The challenge, sealed; it is answered once, within ten minutes. */
  attempt: string;
}

/** Owner of a new passkey. */
export interface PasskeyOwner {
  id: string;
  email: string;
  name: string | null;
}

export interface Passkeys {
  /** False where browsers make none: without https on another host than localhost. */
  isOffered: boolean;
  /** Asks for any passkey of this platform, so that nobody has to say who they are. */
  requestProof(): Promise<PasskeyRequest<PublicKeyCredentialRequestOptionsJSON>>;
  /** The passkey that answered. Undefined if the answer doesn't hold, or answers nothing of ours. */
  readProof(attempt: string, response: AuthenticationResponseJSON): Promise<Passkey | undefined>;
  /** Asks for a new passkey. */
  requestNew(
    owner: PasskeyOwner,
    known: readonly Passkey[],
  ): Promise<PasskeyRequest<PublicKeyCredentialCreationOptionsJSON>>;
  /** The new passkey, and for which account it was asked. Undefined as with `readProof`. */
  readNew(
    attempt: string,
    response: RegistrationResponseJSON,
    name: string | undefined,
  ): Promise<{ accountId: string; passkey: NewPasskey } | undefined>;
}

interface Challenge {
  challenge: string;
  /** The account that a passkey is made for; null when one is asked for. */
  accountId: string | null;
}

export interface PasskeysDeps {
  /** 32 random bytes that all gateways share. */
  secret: Buffer;
  publicUrl: string;
  store: Pick<CredentialsStore, 'findPasskey' | 'usePasskey' | 'answerChallenge'>;
}

/** Loaded with the first passkey that is asked for. */
const webAuthn = () => import('@simplewebauthn/server');

const isOfferedAt = ({ protocol, hostname }: URL): boolean =>
  /(^|\.)localhost$/.test(hostname) || (protocol === 'https:' && isIP(hostname.replace(/[[\]]/g, '')) === 0);

/**
 * Passkeys by WebAuthn, for the host of the public address. They verify their user, so each is two
 * factors by itself, and they are discoverable: the browser knows who signs in.
 */
export const createPasskeys = ({ secret, publicUrl, store }: PasskeysDeps): Passkeys => {
  const address = new URL(publicUrl);
  const { hostname: rpID, origin } = address;
  const challenges = createSealed<Challenge>(secret, 'passkey');

  const ask = async <Options extends { challenge: string }>(
    options: Options,
    accountId: string | null,
  ): Promise<PasskeyRequest<Options>> => ({
    options,
    attempt: await challenges.seal({ challenge: options.challenge, accountId }),
  });

  /** True if nobody has answered the challenge before. Only valid answers use it up. */
  const isFirst = (challenge: string): Promise<boolean> =>
    store.answerChallenge(challenge, new Date(Date.now() + LOGIN_SECONDS * 1000));

  return {
    isOffered: isOfferedAt(address),
    async requestProof() {
      const { generateAuthenticationOptions } = await webAuthn();
      return ask(await generateAuthenticationOptions({ rpID, userVerification: 'required' }), null);
    },
    async readProof(attempt, response) {
      const asked = await challenges.open(attempt);
      const passkey = await store.findPasskey(response.id);
      if (asked?.accountId !== null || !passkey) return undefined;
      const { verifyAuthenticationResponse } = await webAuthn();
      const proof = await verifyAuthenticationResponse({
        response,
        expectedChallenge: asked.challenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
        credential: {
          id: passkey.credentialId,
          publicKey: passkey.publicKey,
          counter: passkey.counter,
          transports: [...passkey.transports],
        },
      }).catch(() => undefined);
      if (!proof?.verified || !(await isFirst(asked.challenge))) return undefined;
      await store.usePasskey(passkey.id, proof.authenticationInfo.newCounter);
      return passkey;
    },
    async requestNew({ id, email, name }, known) {
      const { generateRegistrationOptions } = await webAuthn();
      return ask(
        await generateRegistrationOptions({
          rpID,
          rpName: rpID,
          userID: new TextEncoder().encode(id),
          userName: email,
          userDisplayName: name ?? email,
          attestationType: 'none',
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
          excludeCredentials: known.map(({ credentialId, transports }) => ({
            id: credentialId,
            transports: [...transports],
          })),
        }),
        id,
      );
    },
    async readNew(attempt, response, name) {
      const asked = await challenges.open(attempt);
      if (typeof asked?.accountId !== 'string') return undefined;
      const { verifyRegistrationResponse } = await webAuthn();
      const made = await verifyRegistrationResponse({
        response,
        expectedChallenge: asked.challenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
      }).catch(() => undefined);
      if (!made?.verified || !(await isFirst(asked.challenge))) return undefined;
      const { credential, credentialBackedUp } = made.registrationInfo;
      return {
        accountId: asked.accountId,
        passkey: {
          id: typeid('psk').toString(),
          credentialId: credential.id,
          publicKey: credential.publicKey,
          counter: credential.counter,
          transports: credential.transports ?? [],
          name: name ?? 'Passkey',
          isSynced: credentialBackedUp,
        },
      };
    },
  };
};
