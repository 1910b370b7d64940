import { nameSchema } from '@platform/http';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import Joi from 'joi';

import { calendarTime } from '../keys/keys-schema.ts';
import { ROLES } from '../members/member.ts';
import { emailAddress } from '../members/members-schema.ts';
import { MAX_PASSWORD } from './password-rule.ts';

const secret = Joi.string().pattern(/^[\w-]{43}$/, 'secret of a link');
/** Bounded, as each costs a hash; how good it is, the use case says. */
const password = Joi.string()
  .max(MAX_PASSWORD)
  .description('At least 12 characters that are not easily guessed')
  .example('correct horse battery staple');
const email = Joi.string().email({ tlds: false }).max(254);
const name = nameSchema().allow(null, '').example('Ada Lovelace');
const code = Joi.string().max(40).description('Six digits of the app').example('492039');
const attempt = Joi.string()
  .max(2_000)
  .description('From the answer with the options')
  .example('eyJhbGciOiJkaXIi…');
/** A browser's answer to the options; the library reads it, and refuses what it can't. */
const credential = Joi.object()
  .unknown()
  .custom((value: { id?: unknown; response?: unknown }, helpers) =>
    typeof value.id === 'string' && typeof value.response === 'object' && value.response !== null
      ? value
      : helpers.message({ custom: '{{#label}} must be a PublicKeyCredential in JSON' }),
  )
  .description('What the browser made of the options, in the JSON of WebAuthn (PublicKeyCredential.toJSON)')
  .example({ id: 'pVJ…', rawId: 'pVJ…', type: 'public-key', response: { clientDataJSON: 'eyJ…' } });

export const signInBody = Joi.object<{ email: string; password: string }>({
  email: email.required(),
  password: password.required(),
});
export const codeBody = Joi.object<{ code: string }>({ code: code.required() });
export const passkeyProofBody = Joi.object<{ attempt: string; passkey: AuthenticationResponseJSON }>({
  attempt: attempt.required(),
  passkey: credential.required(),
});
export const organisationBody = Joi.object<{ organisation: string }>({
  organisation: Joi.string().max(64).required(),
});
export const linkBody = Joi.object<{ token: string }>({ token: secret.required() });

export interface JoinBody {
  token: string;
  name?: string | null;
  password?: string;
  attempt?: string;
  passkey?: RegistrationResponseJSON;
}

export const joinBody = Joi.object<JoinBody>({
  token: secret.required(),
  name,
  password,
  attempt,
  passkey: credential,
}).and('attempt', 'passkey');
export const resetRequestBody = Joi.object<{ email: string }>({ email: email.required() });
export const resetBody = Joi.object<{ token: string; password: string }>({
  token: secret.required(),
  password: password.required(),
});

export const updateAccountBody = Joi.object<{ name: string | null }>()
  .meta({ component: 'UpdateAccount' })
  .keys({ name: name.required().description('What others see') })
  .required();
export const newEmailBody = Joi.object<{ email: string }>()
  .meta({ component: 'NewEmail' })
  .keys({ email: emailAddress.required().description('The address that you want to sign in with') })
  .required();
export const confirmEmailBody = Joi.object<{ token: string }>()
  .meta({ component: 'ConfirmEmail' })
  .keys({
    token: secret
      .required()
      .description('From the fragment of the link in the mail')
      .example('kQ3vT9wQxY7bLm2PkQ3vT9wQxY7bLm2PkQ3vT9wQxYa'),
  })
  .required();
export const passwordBody = Joi.object<{ password: string }>()
  .meta({ component: 'NewPassword' })
  .keys({ password: password.required() })
  .required();
export const proofBody = Joi.object<
  { password: string } | { attempt: string; passkey: AuthenticationResponseJSON }
>()
  .meta({ component: 'Proof' })
  .keys({
    password: password.description('Your password'),
    attempt,
    passkey: credential,
  })
  .and('attempt', 'passkey')
  .xor('password', 'passkey')
  .example({ password: 'correct horse battery staple' })
  .required();
const passkeyName = nameSchema().description('Where it is kept').example('Laptop');
export const newPasskeyBody = Joi.object<{
  attempt: string;
  passkey: RegistrationResponseJSON;
  name?: string;
}>()
  .meta({ component: 'NewPasskey' })
  .keys({ attempt: attempt.required(), passkey: credential.required(), name: passkeyName })
  .required();
export const renamePasskeyBody = Joi.object<{ name: string }>()
  .meta({ component: 'RenamePasskey' })
  .keys({ name: passkeyName.required() })
  .required();
export const totpBody = Joi.object<{ code: string }>()
  .meta({ component: 'ConfirmTotp' })
  .keys({ code: code.required() })
  .required();

/** A passkey in responses. */
export const passkeyResponse = Joi.object()
  .meta({ component: 'Passkey' })
  .keys({
    id: Joi.string().required(),
    name: Joi.string().required(),
    is_synced: Joi.boolean().required(),
    created_at: calendarTime.required(),
    last_used_at: calendarTime.allow(null).required(),
  });

/** An account in responses. */
export const accountResponse = Joi.object()
  .meta({ component: 'Account' })
  .keys({
    id: Joi.string().required(),
    email: Joi.string().required(),
    email_verified: Joi.boolean().required(),
    pending_email: Joi.string().allow(null).required(),
    name: Joi.string().allow(null).required(),
    has_password: Joi.boolean().required(),
    second_factor: Joi.boolean().required(),
    totp: Joi.boolean().required(),
    recovery_codes: Joi.number().integer().min(0).required(),
    passkeys: Joi.array().items(passkeyResponse).required(),
    organisations: Joi.array()
      .items(
        Joi.object()
          .meta({ component: 'AccountOrganisation' })
          .keys({
            id: Joi.string().required(),
            name: Joi.string().required(),
            role: Joi.string()
              .valid(...ROLES)
              .required(),
            is_invitation: Joi.boolean().required(),
            current: Joi.boolean().required(),
          }),
      )
      .required(),
    proven: Joi.boolean().required(),
    created_at: calendarTime.required(),
  });

/** Request to a browser, in responses. */
export const passkeyRequestResponse = Joi.object()
  .meta({ component: 'PasskeyRequest' })
  .keys({ options: Joi.object().unknown().required(), attempt: Joi.string().required() });

export const totpResponse = Joi.object()
  .meta({ component: 'Totp' })
  .keys({ secret: Joi.string().required(), uri: Joi.string().required() });

export const recoveryCodesResponse = Joi.object()
  .meta({ component: 'RecoveryCodes' })
  .keys({ codes: Joi.array().items(Joi.string()).required() });

export const resetLinkResponse = Joi.object()
  .meta({ component: 'ResetLink' })
  .keys({ url: Joi.string().required(), expires_at: calendarTime.required() });
