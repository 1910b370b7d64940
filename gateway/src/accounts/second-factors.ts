import { hkdfSync, randomBytes } from 'node:crypto';

import { EncryptJWT, jwtDecrypt } from 'jose';
import { Secret, TOTP } from 'otpauth';

import type { Account } from './account.ts';
import type { CredentialsStore } from './credentials-store.ts';

export interface SecondFactors {
  /** Makes a secret for an app that shows codes. It counts once the app has shown a first one. */
  start(account: Account): Promise<{ secret: string; uri: string }>;
  /** Takes the app's first code. Undefined if it is wrong; else new recovery codes. */
  confirm(account: Account, code: string): Promise<readonly string[] | undefined>;
  /** Takes a code of the app, or a recovery code, once. Undefined if it is neither. */
  take(account: Account, code: string): Promise<'totp' | 'recovery_code' | undefined>;
  /** Ten codes, in the place of those that there were. */
  newRecoveryCodes(account: Account): Promise<readonly string[]>;
  /** Asks for a passkey after the password. Undefined for an account without one. */
  turnOn(account: Account): Promise<readonly string[] | undefined>;
}

export interface SecondFactorsDeps {
  /** 32 random bytes that all gateways share. */
  secret: Buffer;
  /** Name under which apps list the codes. */
  issuer: string;
  store: CredentialsStore;
  now?: () => number;
}

/** Codes that every app supports (RFC 6238): six digits, every 30 seconds, by SHA-1. */
const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const SECRET_BYTES = 20;
/** A clock may be one step off. */
const WINDOW = 1;

const RECOVERY_CODES = 10;
/** 80 random bits; nothing that is easily misread. */
const RECOVERY_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const RECOVERY_LENGTH = 16;

const newRecoveryCode = (): string => {
  let code = '';
  while (code.length < RECOVERY_LENGTH)
    for (const byte of randomBytes(RECOVERY_LENGTH))
      // The bytes above the last multiple would favour the first letters.
      if (byte < 248 && code.length < RECOVERY_LENGTH)
        code += RECOVERY_LETTERS.charAt(byte % RECOVERY_LETTERS.length);
  return code;
};

const grouped = (code: string): string => code.match(/.{4}/g)?.join('-') ?? code;
/** As it is stored, however it was typed. */
const plain = (text: string): string => text.toLowerCase().replace(/[\s-]/g, '');

/** Codes of an app (TOTP), and the recovery codes for when it is lost. */
export const createSecondFactors = (deps: SecondFactorsDeps): SecondFactors => {
  const { secret, issuer, store, now = Date.now } = deps;
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'totp', 32));

  /** Opens for this account only, so that rows can't be swapped. */
  const totpOf = async ({ id, email }: Account, sealed: string): Promise<TOTP> => {
    const { payload } = await jwtDecrypt<{ secret: string }>(sealed, key, { subject: id });
    return new TOTP({ ...SHAPE, issuer, label: email, secret: Secret.fromBase32(payload.secret) });
  };

  /** The step that a code belongs to; undefined for a wrong one. */
  const stepOf = (totp: TOTP, code: string): number | undefined => {
    const timestamp = now();
    const delta = totp.validate({ token: code.replace(/\s/g, ''), timestamp, window: WINDOW });
    return delta === null ? undefined : totp.counter({ timestamp }) + delta;
  };

  /** New codes, kept as they are typed without their hyphens. */
  const makeCodes = async <Kept>(
    keep: (codes: readonly string[]) => Promise<Kept>,
  ): Promise<{ codes: readonly string[]; kept: Kept }> => {
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    return { kept: await keep(codes), codes: codes.map(grouped) };
  };

  return {
    async start(account) {
      const made = new Secret({ size: SECRET_BYTES });
      const sealed = await new EncryptJWT({ secret: made.base32 })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setSubject(account.id)
        .encrypt(key);
      await store.startTotp(account.id, sealed);
      return { secret: made.base32, uri: (await totpOf(account, sealed)).toString() };
    },
    async confirm(account, code) {
      const { id, totpPending } = account;
      if (totpPending === null) return undefined;
      const step = stepOf(await totpOf(account, totpPending), code);
      if (step === undefined) return undefined;
      const { codes, kept } = await makeCodes((made) => store.confirmTotp(id, totpPending, step, made));
      return kept ? codes : undefined;
    },
    async take(account, code) {
      const { id, totpSecret, secondFactorAt } = account;
      if (secondFactorAt === null) return undefined;
      const step = totpSecret === null ? undefined : stepOf(await totpOf(account, totpSecret), code);
      if (step !== undefined) return (await store.takeTotpStep(id, step)) ? 'totp' : undefined;
      return (await store.takeRecoveryCode(id, plain(code))) ? 'recovery_code' : undefined;
    },
    newRecoveryCodes: async ({ id }) =>
      (await makeCodes((codes) => store.replaceRecoveryCodes(id, codes))).codes,
    async turnOn({ id }) {
      const { codes, kept } = await makeCodes((made) => store.turnOn(id, made));
      return kept ? codes : undefined;
    },
  };
};
