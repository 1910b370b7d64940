import { conflict, forbidden, invalid, notFound, protectedResource, unauthenticated } from '@platform/errors';
import { DECOY_HASH } from '@platform/page-access';
import type { AttemptLimiter, Language } from '@platform/page-access';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { typeid } from 'typeid-js';
import { refuseForeignScopes } from '../keys/api-key.ts';
import type { Grantor } from '../keys/keys-service.ts';
import { emailKeyOf, accountIdOf, LOCAL_ISSUER, scopesOf } from '../members/member.ts';
import type { Joinable, JoiningStore, Person } from '../members/joining-store.ts';
import type { Member } from '../members/member.ts';
import { refuseBoundKey } from '../members/members-service.ts';
import type { FindKey } from '../members/members-service.ts';
import type { LinkedInvitation } from '../members/members-store.ts';
import type { AccountMail } from './account-mail.ts';
import type { Account, SecondStep } from './account.ts';
import type { AccountsStore, Arrival, ResetLink } from './accounts-store.ts';
import type { CredentialsStore } from './credentials-store.ts';
import type { Passkeys } from './passkeys.ts';
import { faultOfPassword } from './password-rule.ts';
import type { PasswordHashing } from './password-rule.ts';
import type { SecondFactors } from './second-factors.ts';

/** Input for joining by making an account: with a password, or with a passkey that was just made. */
export interface NewAccountInput {
  name: string | null;
  password: string | undefined;
  attempt: string | undefined;
  passkey: RegistrationResponseJSON | undefined;
  /** Of the browser. */
  language: Language;
}

export interface AccountsService {
  /**
   * Takes as long for an address that nobody has as for one with another password.
   * @throws 401, 429
   */
  checkPassword(email: string, password: string, address: string): Promise<Account>;
  /** @throws 401 */
  checkPasskey(attempt: string, response: AuthenticationResponseJSON): Promise<Account>;
  /** Lists the steps that may follow the account's password; undefined if none has to. */
  secondStepsOf(account: Account): Promise<readonly SecondStep[] | undefined>;
  /** Checks the code of an app, or a recovery code. @throws 401, 429 */
  checkCode(account: Account, code: string, address: string): Promise<void>;
  /** Finds the account of a sign-in under way; undefined if a change has ended it meanwhile. */
  find(id: string, generation: number): Promise<Account | undefined>;
  account(id: string): Promise<Account | undefined>;
  /** Lists where the owner may sign in, and the invitations for their verified address. */
  organisationsOf(account: Account): Promise<Joinable[]>;
  /** The membership to sign in as. Mails follow the language of the browser. @throws 403 */
  enter(
    account: Account,
    organisation: string,
    from: { address: string; language: Language },
  ): Promise<Member>;
  /** @throws 404 for an invitation that was taken up, withdrawn or has ended */
  showInvitation(secret: string): Promise<LinkedInvitation>;
  /** Asks for the passkey of an account that the invited address is to get. @throws 404 */
  requestFirstPasskey(secret: string): Promise<Awaited<ReturnType<Passkeys['requestNew']>>>;
  /** @throws 404; 409 if the address has an account; a refusal of the password or passkey */
  join(secret: string, input: NewAccountInput, address: string): Promise<Member>;
  /** @throws 404; 409 for somebody who belongs to the organisation already */
  joinAs(secret: string, arrival: Arrival, address: string): Promise<Member>;
  /** Mails a link to whoever has the address, and says nothing of whether anybody has. @throws 429 */
  requestReset(email: string, address: string, language: Language): Promise<void>;
  /**
   * A link by which a member sets a new password, for an owner to pass on. It takes their passkeys and
   * their second factor away.
   * @throws 404; 403 for a member with a role beyond the grantor's scopes, or for a key that expires or
   *   is bound to addresses; 409 for somebody who has no account or belongs to other organisations, too
   */
  createReset(
    organisation: string,
    memberId: string,
    grantor: Grantor,
  ): Promise<{ url: string; expiresAt: Date }>;
  /** @throws 404 for a link that was used or has ended */
  showReset(secret: string): Promise<ResetLink>;
  /** Sets the password and ends all sessions of the account. @throws 404; a refusal of the password */
  reset(secret: string, password: string): Promise<Account>;
}

export interface AccountsServiceDeps {
  store: AccountsStore;
  credentials: CredentialsStore;
  passkeys: Passkeys;
  secondFactors: SecondFactors;
  hashing: PasswordHashing;
  joining: JoiningStore;
  findMember: (organisation: string, id: string) => Promise<Member | undefined>;
  findKey: FindKey;
  /** Wrong passwords for one account. */
  guesses: AttemptLimiter;
  /** Wrong passwords from one address, whatever the account. */
  strangers: AttemptLimiter;
  /** Mails that somebody asks for. */
  requests: AttemptLimiter;
  /** Undefined without a mail server. */
  mail: AccountMail | undefined;
  publicUrl: string;
  /** Receives errors that occur when nobody waits any more. */
  onFault: (error: unknown) => void;
  now?: () => number;
}

const RESET_MILLISECONDS = 60 * 60_000;
/** An owner passes their link on by another way, which takes longer. */
const OWNERS_RESET_MILLISECONDS = 24 * 60 * 60_000;

const wrongPassword = () =>
  unauthenticated('The e-mail address or the password is wrong.', { headers: {}, code: 'wrong_credentials' });
const wrongCode = () => unauthenticated('The code is wrong.', { headers: {}, code: 'wrong_credentials' });

/** @throws an invalid error that says what is wrong with the password */
export const refuseWeakPassword = async (password: string, email: string): Promise<void> => {
  const fault = await faultOfPassword(password, email);
  if (fault !== undefined) throw invalid([{ field: 'password', message: `password ${fault}` }]);
};

/** The person that an account makes its owner. Only a verified address takes up invitations. */
const personOf = ({ id, email, emailVerifiedAt, name }: Account): Person => ({
  issuer: LOCAL_ISSUER,
  subject: id,
  email: emailVerifiedAt === null ? undefined : email,
  name: name ?? undefined,
});

/** The use cases of people who are not signed in yet: sign in, join, get back in. */
export const createAccountsService = (deps: AccountsServiceDeps): AccountsService => {
  const { store, credentials, passkeys, secondFactors, joining, mail, now = Date.now } = deps;
  const { guesses, strangers, requests, hashing } = deps;
  const urlOf = (kind: string, secret: string): string => `${deps.publicUrl}/console/#${kind}=${secret}`;

  const showInvitation = async (secret: string): Promise<LinkedInvitation> => {
    const invitation = await store.findInvitation(secret);
    if (!invitation) throw notFound('invitation');
    return invitation;
  };

  const showReset = async (secret: string): Promise<ResetLink> => {
    const link = await store.findReset(secret);
    if (!link) throw notFound('link');
    return link;
  };

  const mailReset = async (to: AccountMail, email: string, language: Language): Promise<void> => {
    const account = await store.findByEmail(email);
    if (!account) return;
    const until = new Date(now() + RESET_MILLISECONDS);
    const secret = await store.createReset({ accountId: account.id, organisation: null, expiresAt: until });
    // Never to the address that was typed, which may only look like it.
    to.sendReset({ to: account.email, url: urlOf('reset', secret), until, language });
  };

  /** The passkey that a newcomer has made for their account. */
  const firstPasskeyOf = async ({
    attempt,
    passkey,
  }: NewAccountInput): Promise<Awaited<ReturnType<Passkeys['readNew']>>> => {
    if (attempt === undefined || passkey === undefined) return undefined;
    const made = await passkeys.readNew(attempt, passkey, undefined);
    // A passkey requested by an account's owner is for that account.
    if (!made || (await store.find(made.accountId)))
      throw invalid([{ field: 'passkey', message: 'passkey was not accepted' }]);
    return made;
  };

  return {
    async checkPassword(email, password, address) {
      const name = `password ${emailKeyOf(email)}`;
      await strangers.take('password', address);
      await guesses.take(name, address);
      const account = await store.findByEmail(email);
      const isRight = await hashing.verify(password, account?.passwordHash ?? DECOY_HASH);
      if (!account || account.passwordHash === null || !isRight) throw wrongPassword();
      await guesses.giveBack(name, address);
      await strangers.giveBack('password', address);
      return account;
    },
    async checkPasskey(attempt, response) {
      const passkey = await passkeys.readProof(attempt, response);
      const account = passkey && (await store.find(passkey.accountId));
      // Looked for once more: a new password may have taken it away just before the account was read.
      if (!account || !(await credentials.findPasskey(passkey.credentialId)))
        throw unauthenticated('The passkey was not accepted.', { headers: {}, code: 'wrong_credentials' });
      return account;
    },
    async secondStepsOf({ id, secondFactorAt, totpSecret }) {
      if (secondFactorAt === null) return undefined;
      const hasPasskey = passkeys.isOffered && (await credentials.passkeys(id)).length > 0;
      return [
        ...(totpSecret === null ? [] : (['totp'] as const)),
        ...(hasPasskey ? (['passkey'] as const) : []),
        'recovery_code',
      ];
    },
    async checkCode(account, code, address) {
      const name = `code ${account.id}`;
      await guesses.take(name, address);
      const used = await secondFactors.take(account, code);
      if (used === undefined) throw wrongCode();
      await guesses.giveBack(name, address);
      if (used === 'recovery_code') mail?.sendNotice(account, 'recovery_code_used');
    },
    async find(id, generation) {
      const account = await store.find(id);
      return account?.generation === generation ? account : undefined;
    },
    account: (id) => store.find(id),
    organisationsOf: (account) => joining.findJoinable(personOf(account)),
    async enter(account, organisation, { address, language }) {
      if (account.language !== language) await store.setLanguage(account.id, language);
      const member = await joining.signIn(personOf(account), organisation, address);
      if (!member) throw forbidden('You don’t belong to this organisation.');
      return member;
    },
    showInvitation,
    async requestFirstPasskey(secret) {
      const { email } = (await showInvitation(secret)).member;
      return passkeys.requestNew({ id: typeid('acc').toString(), email, name: null }, []);
    },
    async join(secret, input, address) {
      const { name, password } = input;
      const { email } = (await showInvitation(secret)).member;
      if (password !== undefined) await refuseWeakPassword(password, email);
      const made = await firstPasskeyOf(input);
      if (password === undefined && !made)
        throw invalid([{ field: 'password', message: 'password is required, or a passkey' }]);
      const joined = await store.join(
        secret,
        {
          accountId: made?.accountId ?? typeid('acc').toString(),
          name,
          passwordHash: password === undefined ? null : await hashing.hash(password),
          passkey: made?.passkey,
          language: input.language,
        },
        address,
      );
      if (joined === 'gone') throw notFound('invitation');
      if (joined === 'known')
        throw conflict('There is an account for this address already. Sign in with it to join.', {
          code: 'account_exists',
        });
      return joined;
    },
    async joinAs(secret, arrival, address) {
      const joined = await store.joinAs(secret, arrival, address);
      if (joined === 'gone') throw notFound('invitation');
      if (joined === 'belongs') throw conflict('You belong to this organisation already.');
      return joined;
    },
    async requestReset(email, address, language) {
      if (!mail) throw notFound('path');
      await strangers.take('reset', address);
      await requests.take(`reset ${emailKeyOf(email)}`, address);
      // The answer is sent before anybody knows whether the account exists.
      mailReset(mail, email, language).catch(deps.onFault);
    },
    async createReset(organisation, memberId, grantor) {
      const member = await deps.findMember(organisation, memberId);
      if (!member) throw notFound('member');
      refuseForeignScopes(scopesOf(member.role), grantor.scopes, 'reset the password of a member who has it');
      await refuseBoundKey(deps.findKey, organisation, grantor);
      const accountId = accountIdOf(member);
      if (accountId === null) throw conflict('They have no account here, so there is no password to reset.');
      if (!(await store.belongsOnlyTo(accountId, organisation)))
        throw protectedResource(
          'They belong to other organisations, too, so they reset their password by e-mail themselves.',
        );
      const expiresAt = new Date(now() + OWNERS_RESET_MILLISECONDS);
      const details = { email: member.email, role: member.role };
      const event = { action: 'member_reset_link', actor: grantor, details } as const;
      const secret = await store.createReset({
        accountId,
        organisation,
        expiresAt,
        event: { memberId, event },
      });
      return { url: urlOf('reset', secret), expiresAt };
    },
    showReset,
    async reset(secret, password) {
      const { account } = await showReset(secret);
      await refuseWeakPassword(password, account.email);
      const changed = await store.reset(secret, await hashing.hash(password));
      if (!changed) throw notFound('link');
      mail?.sendNotice(changed, 'password_set');
      return changed;
    },
  };
};
