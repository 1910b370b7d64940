import {
  created,
  createRouter,
  deleted,
  endpoint,
  envelopeDialect,
  languageOf,
  ok,
  typeId,
} from '@platform/http';
import type { ApiRouter } from '@platform/http';
import { OWN_SESSIONS_SCOPE } from '@platform/identity';
import { passwordCost } from '@platform/page-access';
import { clientAddress } from '../client-address/client-address.ts';
import { grantorOf } from '../keys/keys-service.ts';
import { sessionOf } from '../sessions/session.ts';
import type { Passkey } from './account.ts';
import {
  accountResponse,
  confirmEmailBody,
  newEmailBody,
  newPasskeyBody,
  passkeyRequestResponse,
  passkeyResponse,
  passwordBody,
  proofBody,
  recoveryCodesResponse,
  renamePasskeyBody,
  resetLinkResponse,
  totpBody,
  totpResponse,
  updateAccountBody,
} from './accounts-schema.ts';
import type { AccountsService } from './accounts-service.ts';
import type { OwnAccount, OwnAccountService } from './own-account-service.ts';
import type { Passkeys } from './passkeys.ts';

const scope = OWN_SESSIONS_SCOPE;
const params = { id: typeId('psk', 'passkey') };

const passkeyJson = (passkey: Passkey): Record<string, unknown> => ({
  id: passkey.id,
  name: passkey.name,
  is_synced: passkey.isSynced,
  created_at: passkey.createdAt.toISOString(),
  last_used_at: passkey.lastUsedAt?.toISOString() ?? null,
});

const accountJson = (
  { account, passkeys, recoveryCodes, organisations, pendingEmail, isProven }: OwnAccount,
  current: string,
): Record<string, unknown> => ({
  id: account.id,
  email: account.email,
  email_verified: account.emailVerifiedAt !== null,
  pending_email: pendingEmail,
  name: account.name,
  has_password: account.passwordHash !== null,
  second_factor: account.secondFactorAt !== null,
  totp: account.totpSecret !== null,
  recovery_codes: recoveryCodes,
  passkeys: passkeys.map(passkeyJson),
  organisations: organisations.map((one) => ({
    id: one.organisation,
    name: one.organisationName,
    role: one.role,
    is_invitation: one.isInvitation,
    current: one.organisation === current,
  })),
  proven: isProven,
  created_at: account.createdAt.toISOString(),
});

const TAG_DESCRIPTION =
  'Your own account: password, passkeys and second step. For the session of somebody who signed in with one, and ' +
  'for no key. What changes a way in needs a proof of who you are from the last 15 minutes; otherwise it is 403 ' +
  'with the code `proof_required`.';

export interface OwnAccountRouterDeps {
  own: OwnAccountService;
  accounts: Pick<AccountsService, 'createReset'>;
  passkeys: Pick<Passkeys, 'requestProof'>;
}

/** `/v1/account`: what people set for themselves; and the link that lets a member back in. */
export const createOwnAccountRouter = ({ own, accounts, passkeys }: OwnAccountRouterDeps): ApiRouter[] => [
  createRouter(envelopeDialect, { name: 'Account', description: TAG_DESCRIPTION }, [
    endpoint({
      method: 'GET',
      path: '/account',
      operationId: 'account.show',
      summary: 'Show your account',
      description: 'How you sign in, and the organisations that you belong to.',
      scope,
      responses: { 200: { description: 'Your account', data: accountResponse } },
      handler: async ({ caller, request }) =>
        ok(accountJson(await own.show(sessionOf(request)), caller.organisation)),
    }),
    endpoint({
      method: 'PATCH',
      path: '/account',
      operationId: 'account.update',
      summary: 'Change your name',
      description: 'In all your organisations.',
      scope,
      body: updateAccountBody,
      responses: { 200: { description: 'Your account', data: accountResponse } },
      async handler({ caller, request, body }) {
        const name = body.name === '' ? null : body.name;
        return ok(accountJson(await own.rename(sessionOf(request), name), caller.organisation));
      },
    }),
    endpoint({
      method: 'POST',
      path: '/account/email',
      operationId: 'account.email.change',
      summary: 'Change your e-mail address',
      description:
        'Mails the new address a link, which proves it within a day; until then the old one signs you in, which is ' +
        'told. With your own address, that is proved. Another account with the address comes to light with the proof.',
      scope,
      body: newEmailBody,
      errors: ['conflict'],
      responses: { 200: { description: 'Your account', data: accountResponse } },
      async handler({ caller, request, body }) {
        const from = { address: clientAddress(request), language: languageOf(request) };
        const found = await own.requestEmail(sessionOf(request), body.email, from);
        return ok(accountJson(found, caller.organisation));
      },
    }),
    endpoint({
      method: 'POST',
      path: '/account/email/confirm',
      operationId: 'account.email.confirm',
      summary: 'Confirm your new e-mail address',
      description:
        'With the secret that was mailed to it, in a session of the account. Ends links for a new password, and tells ' +
        'the old address.',
      scope,
      body: confirmEmailBody,
      errors: ['conflict'],
      responses: { 200: { description: 'Your account', data: accountResponse } },
      async handler({ caller, request, body }) {
        const found = await own.confirmEmail(sessionOf(request), body.token, clientAddress(request));
        return ok(accountJson(found, caller.organisation));
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/account/email',
      operationId: 'account.email.withdraw',
      summary: 'Keep your e-mail address',
      description: 'The link that was mailed to the new one stops working.',
      scope,
      responses: { 200: { description: 'Your account', data: accountResponse } },
      handler: async ({ caller, request }) =>
        ok(accountJson(await own.withdrawEmail(sessionOf(request)), caller.organisation)),
    }),
    endpoint({
      method: 'POST',
      path: '/account/proof/options',
      operationId: 'account.requestProof',
      summary: 'Ask for a passkey as a proof',
      description: 'Returns what `navigator.credentials.get` takes. For `POST /v1/account/proof`.',
      scope,
      idempotent: false,
      responses: { 200: { description: 'What the browser is asked for', data: passkeyRequestResponse } },
      handler: async () => ok(await passkeys.requestProof()),
    }),
    endpoint({
      method: 'POST',
      path: '/account/proof',
      operationId: 'account.prove',
      summary: 'Prove who you are',
      description: 'With your password or a passkey. It counts for 15 minutes, in this session.',
      scope,
      body: proofBody,
      cost: (body) => 1 + passwordCost(body),
      idempotent: false,
      responses: { 200: { description: 'Your account', data: accountResponse } },
      async handler({ caller, request, body }) {
        const found = await own.prove(sessionOf(request), body, clientAddress(request));
        return ok(accountJson(found, caller.organisation));
      },
    }),
    endpoint({
      method: 'PUT',
      path: '/account/password',
      operationId: 'account.setPassword',
      summary: 'Set your password',
      description: 'Ends your other sessions in all your organisations.',
      scope,
      body: passwordBody,
      cost: (body) => 1 + passwordCost(body),
      responses: { 200: { description: 'Your account', data: accountResponse } },
      handler: async ({ caller, request, body }) =>
        ok(accountJson(await own.setPassword(sessionOf(request), body.password), caller.organisation)),
    }),
    endpoint({
      method: 'POST',
      path: '/account/passkeys/options',
      operationId: 'account.passkeys.request',
      summary: 'Ask for a new passkey',
      description: 'Returns what `navigator.credentials.create` takes. For `POST /v1/account/passkeys`.',
      scope,
      idempotent: false,
      errors: ['conflict'],
      responses: { 200: { description: 'What the browser is asked for', data: passkeyRequestResponse } },
      handler: async ({ request }) => ok(await own.requestPasskey(sessionOf(request))),
    }),
    endpoint({
      method: 'POST',
      path: '/account/passkeys',
      operationId: 'account.passkeys.add',
      summary: 'Add a passkey',
      description: 'It signs you in without a password. At most 20.',
      scope,
      body: newPasskeyBody,
      errors: ['conflict'],
      responses: { 201: { description: 'The passkey', data: passkeyResponse } },
      async handler({ request, body: { attempt, passkey, name } }) {
        const made = await own.addPasskey(sessionOf(request), { attempt, passkey, name });
        return created(passkeyJson(made), '/v1/account');
      },
    }),
    endpoint({
      method: 'PATCH',
      path: '/account/passkeys/:id',
      operationId: 'account.passkeys.rename',
      summary: 'Rename a passkey',
      description: 'So that you know which device keeps it.',
      scope,
      params,
      body: renamePasskeyBody,
      responses: { 200: { description: 'The passkey', data: passkeyResponse } },
      handler: async ({ request, params: { id }, body }) =>
        ok(passkeyJson(await own.renamePasskey(sessionOf(request), id, body.name))),
    }),
    endpoint({
      method: 'DELETE',
      path: '/account/passkeys/:id',
      operationId: 'account.passkeys.remove',
      summary: 'Remove a passkey',
      description: 'It signs nobody in any more. The last way into the account can’t be removed.',
      scope,
      params,
      errors: ['protected'],
      responses: { 200: { description: 'What was removed', kind: 'deleted' } },
      async handler({ request, params: { id } }) {
        await own.removePasskey(sessionOf(request), id);
        return deleted(id, 'passkey');
      },
    }),
    endpoint({
      method: 'POST',
      path: '/account/totp',
      operationId: 'account.totp.start',
      secret: true,
      summary: 'Set up an app that shows codes',
      description:
        'Returns a secret for the app (TOTP, RFC 6238). It counts once `POST /v1/account/totp/confirm` has had a first ' +
        'code of it.',
      scope,
      idempotent: false,
      responses: { 200: { description: 'The secret', data: totpResponse } },
      handler: async ({ request }) => ok(await own.startTotp(sessionOf(request))),
    }),
    endpoint({
      method: 'POST',
      path: '/account/totp/confirm',
      operationId: 'account.totp.confirm',
      secret: true,
      summary: 'Confirm the app with a first code',
      description:
        'From then on a password alone does not sign you in. Returns recovery codes for when the app is lost.',
      scope,
      body: totpBody,
      idempotent: false,
      responses: { 200: { description: 'Recovery codes, shown this once', data: recoveryCodesResponse } },
      handler: async ({ request, body }) =>
        ok({ codes: await own.confirmTotp(sessionOf(request), body.code) }),
    }),
    endpoint({
      method: 'POST',
      path: '/account/second-factor',
      operationId: 'account.secondFactor.turnOn',
      secret: true,
      summary: 'Ask for a passkey after the password',
      description: 'Returns recovery codes for when the passkeys are lost.',
      scope,
      idempotent: false,
      errors: ['conflict'],
      responses: { 200: { description: 'Recovery codes, shown this once', data: recoveryCodesResponse } },
      handler: async ({ request }) => ok({ codes: await own.turnOnSecondFactor(sessionOf(request)) }),
    }),
    endpoint({
      method: 'DELETE',
      path: '/account/second-factor',
      operationId: 'account.secondFactor.turnOff',
      summary: 'Turn the second step off',
      description: 'Forgets the app and the recovery codes. Passkeys stay.',
      scope,
      responses: { 200: { description: 'Your account', data: accountResponse } },
      handler: async ({ caller, request }) =>
        ok(accountJson(await own.turnOffSecondFactor(sessionOf(request)), caller.organisation)),
    }),
    endpoint({
      method: 'POST',
      path: '/account/recovery-codes',
      operationId: 'account.recoveryCodes.renew',
      secret: true,
      summary: 'Make new recovery codes',
      description: 'The old ones stop working.',
      scope,
      idempotent: false,
      errors: ['conflict'],
      responses: { 200: { description: 'Recovery codes, shown this once', data: recoveryCodesResponse } },
      handler: async ({ request }) => ok({ codes: await own.newRecoveryCodes(sessionOf(request)) }),
    }),
  ]),
  createRouter(envelopeDialect, 'Members', [
    endpoint({
      method: 'POST',
      path: '/members/:id/reset-link',
      operationId: 'members.resetLink',
      secret: true,
      summary: 'Make a link that lets a member back in',
      description:
        'Whoever opens it within a day sets a new password for the member’s account, whose passkeys, second step and ' +
        'sessions end. Only for somebody who belongs to no other organisation, and has no role that may do more than ' +
        'you may.',
      scope: 'keys:admin',
      params: { id: typeId('mbr', 'member') },
      errors: ['conflict', 'protected'],
      responses: { 201: { description: 'The link', data: resetLinkResponse } },
      async handler(context) {
        const { caller, params: found } = context;
        const { url, expiresAt } = await accounts.createReset(
          caller.organisation,
          found.id,
          grantorOf(context),
        );
        return created({ url, expires_at: expiresAt.toISOString() }, `/v1/members/${found.id}`);
      },
    }),
  ]),
];
