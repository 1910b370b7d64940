import type { Language } from '@platform/page-access';

/** Somebody who signs in here, with a password or a passkey. */
export interface Account {
  /** TypeID, `acc_…`; the subject of the account's members. */
  id: string;
  /** As people see it, and where mail goes. */
  email: string;
  /** The time at which a link was used that only a mail to the address held. */
  emailVerifiedAt: Date | null;
  name: string | null;
  /** Null for somebody who has passkeys only. */
  passwordHash: string | null;
  /** Of the codes that an app makes, sealed; null without one. */
  totpSecret: string | null;
  /** The secret of an app that has yet to show a first code, sealed. */
  totpPending: string | null;
  /** Since when a password alone is not enough. */
  secondFactorAt: Date | null;
  /** Grows with each change that ends sign-ins under way. */
  generation: number;
  /** Of the browser that last signed in: mails are written in it. */
  language: Language;
  createdAt: Date;
}

/** A passkey (WebAuthn credential) of an account. */
export interface Passkey {
  /** TypeID, `psk_…`. */
  id: string;
  accountId: string;
  /** The authenticator's name for it, in base64url. */
  credentialId: string;
  publicKey: Uint8Array<ArrayBuffer>;
  /** Count of its signatures, from authenticators that keep one; reveals a copy. */
  counter: number;
  transports: readonly string[];
  name: string;
  /** True if its owner has it on several devices. */
  isSynced: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
}

export type NewPasskey = Omit<Passkey, 'accountId' | 'createdAt' | 'lastUsedAt'>;

/** Steps after a password where it is not enough. */
export type SecondStep = 'totp' | 'passkey' | 'recovery_code';
