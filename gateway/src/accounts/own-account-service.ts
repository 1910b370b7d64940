import { conflict, forbidden, invalid, notFound, protectedResource, unauthenticated } from '@platform/errors';
import type { AttemptLimiter, Language } from '@platform/page-access';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { emailKeyOf, accountIdOf } from '../members/member.ts';
import type { Joinable } from '../members/joining-store.ts';
import type { FoundSession, Session } from '../sessions/session.ts';
import { signInExpired } from '../sessions/sessions-service.ts';
import type { SessionsService } from '../sessions/sessions-service.ts';
import type { Account, Passkey } from './account.ts';
import type { AccountMail } from './account-mail.ts';
import type { AccountsService } from './accounts-service.ts';
import { refuseWeakPassword } from './accounts-service.ts';
import type { AccountsStore } from './accounts-store.ts';
import type { CredentialsStore } from './credentials-store.ts';
import type { Passkeys } from './passkeys.ts';
import type { PasswordHashing } from './password-rule.ts';
import type { SecondFactors } from './second-factors.ts';

/** An account as its owner sees it. */
export interface OwnAccount {
  account: Account;
  passkeys: readonly Passkey[];
  recoveryCodes: number;
  organisations: readonly Joinable[];
  /** The address that waits for its proof. */
  pendingEmail: string | null;
  /** True while sign-in methods can be changed without a new proof. */
  isProven: boolean;
}

/** New proof of who holds a session: a password, or the answer of a passkey. */
export type Proof = { password: string } | { attempt: string; passkey: AuthenticationResponseJSON };

/** Actions of an account's owner. Each takes the session of a member with an account. */
export interface OwnAccountService {
  /** @throws 403 for the session of a key, or of somebody whom an identity provider vouches for */
  show(found: FoundSession | undefined): Promise<OwnAccount>;
  rename(found: FoundSession | undefined, name: string | null): Promise<OwnAccount>;
  /**
   * Mails a link to a new address, which takes the place of the present one once it is proved; or to
   * the present one, to prove that. Says nothing of whether the address has another account.
   * @throws 403 without a recent proof, 409 without a mail server, 429
   */
  requestEmail(
    found: FoundSession | undefined,
    email: string,
    from: { address: string; language: Language },
  ): Promise<OwnAccount>;
  /**
   * Takes the address whose mail held the secret. Only the session of the account may: a link that
   * somebody else asked for would give their account an address that isn't theirs.
   * @throws 404, 409 if the address has another account
   */
  confirmEmail(found: FoundSession | undefined, secret: string, address: string): Promise<OwnAccount>;
  /** Ends a change that waits for its proof. */
  withdrawEmail(found: FoundSession | undefined): Promise<OwnAccount>;
  /** Notes that the holder of the session has proved who they are. @throws 401, 429 */
  prove(found: FoundSession | undefined, proof: Proof, address: string): Promise<OwnAccount>;
  /** Sets the password and ends all other sessions. @throws 403 without a recent proof */
  setPassword(found: FoundSession | undefined, password: string): Promise<OwnAccount>;
  requestPasskey(found: FoundSession | undefined): ReturnType<Passkeys['requestNew']>;
  addPasskey(
    found: FoundSession | undefined,
    input: { attempt: string; passkey: RegistrationResponseJSON; name: string | undefined },
  ): Promise<Passkey>;
  renamePasskey(found: FoundSession | undefined, id: string, name: string): Promise<Passkey>;
  /** @throws 409 for what the account can't be signed in to without */
  removePasskey(found: FoundSession | undefined, id: string): Promise<void>;
  startTotp(found: FoundSession | undefined): ReturnType<SecondFactors['start']>;
  /** Asks for a second step from now on; returns the recovery codes. @throws 422 for a wrong code */
  confirmTotp(found: FoundSession | undefined, code: string): Promise<readonly string[]>;
  /** The same with passkeys alone. @throws 409 without one */
  turnOnSecondFactor(found: FoundSession | undefined): Promise<readonly string[]>;
  turnOffSecondFactor(found: FoundSession | undefined): Promise<OwnAccount>;
  newRecoveryCodes(found: FoundSession | undefined): Promise<readonly string[]>;
}

export interface OwnAccountDeps {
  accounts: Pick<AccountsService, 'checkPassword' | 'checkPasskey' | 'organisationsOf'>;
  store: AccountsStore;
  credentials: CredentialsStore;
  passkeys: Passkeys;
  secondFactors: SecondFactors;
  hashing: PasswordHashing;
  sessions: Pick<SessionsService, 'prove'>;
  /** Undefined without a mail server. */
  mail: AccountMail | undefined;
  /** Mails that somebody asks for. */
  requests: AttemptLimiter;
  publicUrl: string;
  now?: () => number;
}

/** The lifetime of a proof, so that a session taken over later can't be kept for good. */
const PROOF_MILLISECONDS = 15 * 60_000;
const MAX_PASSKEYS = 20;
const EMAIL_MILLISECONDS = 24 * 60 * 60_000;

const tooManyPasskeys = () => conflict(`An account has at most ${MAX_PASSKEYS} passkeys: remove one first.`);

/** The use cases of people who are signed in with an account. */
export const createOwnAccountService = (deps: OwnAccountDeps): OwnAccountService => {
  const { accounts, store, credentials, passkeys, secondFactors, sessions, mail, requests } = deps;
  const { now = Date.now } = deps;

  const own = async (
    found: FoundSession | undefined,
  ): Promise<{ account: Account; session: Session; isProven: boolean }> => {
    const id = found?.member ? accountIdOf(found.member) : null;
    const account = id === null ? undefined : await store.find(id);
    if (!found || !account)
      throw forbidden('Only somebody who is signed in with an account of this platform has one.');
    const { session } = found;
    return { account, session, isProven: now() - session.provenAt.getTime() < PROOF_MILLISECONDS };
  };

  const proven = async (found: FoundSession | undefined): Promise<{ account: Account; session: Session }> => {
    const { account, session, isProven } = await own(found);
    if (!isProven)
      throw forbidden('Prove first who you are, with your password or a passkey.', {
        code: 'proof_required',
      });
    return { account, session };
  };

  const show: OwnAccountService['show'] = async (found) => {
    const { account, isProven } = await own(found);
    const [known, recoveryCodes, organisations, pendingEmail] = await Promise.all([
      credentials.passkeys(account.id),
      credentials.countRecoveryCodes(account.id),
      accounts.organisationsOf(account),
      store.pendingEmail(account.id),
    ]);
    return { account, passkeys: known, recoveryCodes, organisations, pendingEmail, isProven };
  };

  const requirePasskey = async (accountId: string, id: string): Promise<Passkey> => {
    const passkey = (await credentials.passkeys(accountId)).find((one) => one.id === id);
    if (!passkey) throw notFound('passkey');
    return passkey;
  };

  return {
    show,
    async rename(found, name) {
      const { account } = await own(found);
      await store.rename(account.id, name);
      return show(found);
    },
    async requestEmail(found, email, { address, language }) {
      const { account } = await proven(found);
      if (!mail)
        throw conflict('This platform sends no e-mail, so a new address can’t be proved.', {
          code: 'no_mail_server',
        });
      if (email === account.email && account.emailVerifiedAt !== null)
        throw conflict('This is your address already.');
      await requests.take(`email of ${account.id}`, address);
      await requests.take(`email ${emailKeyOf(email)}`, address);
      const until = new Date(now() + EMAIL_MILLISECONDS);
      const secret = await store.startEmailChange(account, email, until);
      mail.sendEmailChange({ to: email, url: `${deps.publicUrl}/console/#email=${secret}`, until, language });
      if (email !== account.email) mail.sendNotice(account, 'email_asked');
      return show(found);
    },
    async confirmEmail(found, secret, address) {
      const { account } = await own(found);
      const changed = await store.changeEmail(account.id, secret, address);
      if (changed === 'gone') throw notFound('link');
      if (changed === 'taken')
        throw conflict('There is another account for this address.', { code: 'account_exists' });
      if (changed.email !== account.email) mail?.sendNotice(account, 'email_changed');
      return show(found);
    },
    async withdrawEmail(found) {
      const { account } = await own(found);
      await store.withdrawEmailChange(account.id);
      return show(found);
    },
    async prove(found, proof, address) {
      const { account, session } = await own(found);
      const shown =
        'password' in proof
          ? await accounts.checkPassword(account.email, proof.password, address)
          : await accounts.checkPasskey(proof.attempt, proof.passkey);
      if (shown.id !== account.id)
        throw unauthenticated('This is the passkey of another account.', {
          headers: {},
          code: 'wrong_credentials',
        });
      await sessions.prove(session);
      return { ...(await show(found)), isProven: true };
    },
    async setPassword(found, password) {
      const { account, session } = await proven(found);
      await refuseWeakPassword(password, account.email);
      // While it was hashed, its owner may have set another by a mailed link, which has ended this session.
      if (!(await store.setPassword(account, await deps.hashing.hash(password), session.hash)))
        throw signInExpired();
      mail?.sendNotice(account, 'password_set');
      return show(found);
    },
    async requestPasskey(found) {
      const { account } = await proven(found);
      const known = await credentials.passkeys(account.id);
      if (known.length >= MAX_PASSKEYS) throw tooManyPasskeys();
      return passkeys.requestNew(account, known);
    },
    async addPasskey(found, { attempt, passkey, name }) {
      const { account } = await proven(found);
      const made = await passkeys.readNew(attempt, passkey, name);
      if (made?.accountId !== account.id)
        throw invalid([{ field: 'passkey', message: 'passkey was not accepted' }]);
      const added = await credentials.addPasskey(account, made.passkey, MAX_PASSKEYS);
      if (added === 'gone') throw signInExpired();
      if (added === 'full') throw tooManyPasskeys();
      if (added === 'known') throw conflict('This passkey belongs to an account already.');
      mail?.sendNotice(account, 'passkey_added');
      return requirePasskey(account.id, made.passkey.id);
    },
    async renamePasskey(found, id, name) {
      const { account } = await own(found);
      if (!(await credentials.renamePasskey(account.id, id, name))) throw notFound('passkey');
      return requirePasskey(account.id, id);
    },
    async removePasskey(found, id) {
      const { account } = await proven(found);
      const outcome = await credentials.removePasskey(account.id, id);
      if (outcome === 'unknown') throw notFound('passkey');
      if (outcome === 'last_way_in')
        throw protectedResource('This passkey is the only way into the account: set a password first.');
      if (outcome === 'second_step')
        throw protectedResource('This passkey is the second step: turn that off first.');
      mail?.sendNotice(account, 'passkey_removed');
    },
    async startTotp(found) {
      const { account } = await proven(found);
      return secondFactors.start(account);
    },
    async confirmTotp(found, code) {
      const { account } = await proven(found);
      const codes = await secondFactors.confirm(account, code);
      if (!codes) throw invalid([{ field: 'code', message: 'code is wrong' }]);
      mail?.sendNotice(account, 'second_factor_on');
      return codes;
    },
    async turnOnSecondFactor(found) {
      const { account } = await proven(found);
      if (account.secondFactorAt !== null) throw conflict('The second step is on already.');
      const codes = await secondFactors.turnOn(account);
      if (!codes) throw conflict('There is no passkey to ask for: add one, or an app that shows codes.');
      mail?.sendNotice(account, 'second_factor_on');
      return codes;
    },
    async turnOffSecondFactor(found) {
      const { account } = await proven(found);
      await credentials.turnOff(account.id);
      if (account.secondFactorAt !== null) mail?.sendNotice(account, 'second_factor_off');
      return show(found);
    },
    async newRecoveryCodes(found) {
      const { account } = await proven(found);
      if (account.secondFactorAt === null) throw conflict('There is no second step to recover from.');
      return secondFactors.newRecoveryCodes(account);
    },
  };
};
