import { LANGUAGES } from '@platform/errors';
import type { Language } from '@platform/errors';
import { cursorPageQuery, cursorPageSchema } from '@platform/http';
import type { CursorPageQuery } from '@platform/http';
import Joi from 'joi';
import { calendarTime } from '../keys/keys-schema.ts';
import { MEMBER_ACTIONS } from '../keys/api-key.ts';
import { faultOfAddress, ROLES } from './member.ts';
import type { Role } from './member.ts';

export interface InviteMemberBody {
  email: string;
  role: Role;
  language?: Language;
}

const role = Joi.string()
  .valid(...ROLES)
  .description('`owner` may do everything, `editor` all but manage keys and members, `viewer` only read');

/** An e-mail address that can't be taken for another one. */
export const emailAddress = Joi.string()
  .email({ tlds: false })
  .max(254)
  .custom((value: string, helpers) => {
    const fault = faultOfAddress(value);
    return fault === undefined ? value : helpers.message({ custom: `{{#label}} ${fault}` });
  })
  .example('ada@example.com');

export const inviteMemberBody = Joi.object<InviteMemberBody>()
  .meta({ component: 'InviteMember' })
  .keys({
    email: emailAddress.required().description('Who is invited'),
    role: role.required(),
    language: Joi.string()
      .valid(...LANGUAGES)
      .description('Of the mail; that of `Accept-Language`, if not given')
      .example('de'),
  })
  .required();

export const updateMemberBody = Joi.object<Pick<InviteMemberBody, 'role'>>()
  .meta({ component: 'UpdateMember' })
  .keys({ role: role.required() })
  .required();

export const listMembersQuery = Joi.object<CursorPageQuery>(cursorPageQuery);

const timeOrNull = calendarTime.allow(null).required();

const memberFields = {
  id: Joi.string().required().example('mbr_01h455vb4pex5vsknk084sn02q'),
  status: Joi.string().valid('invited', 'expired', 'joined').required(),
  email: Joi.string().required().description('The address that was invited, or that they sign in with'),
  name: Joi.string().allow(null).required(),
  role: role.required(),
  sign_in: Joi.string()
    .valid('account', 'provider', null)
    .required()
    .description('How they sign in: with an account here, or at the identity provider; null: not joined'),
  invited_until: timeOrNull,
  joined_at: timeOrNull,
  last_login_at: timeOrNull,
  created_at: calendarTime.required(),
};

/** A member or an invitation in responses. */
export const memberResponse = Joi.object(memberFields).meta({ component: 'Member' });

/** An invitation with its link, which is shown once. */
export const invitationResponse = Joi.object()
  .meta({ component: 'Invitation' })
  .keys({
    ...memberFields,
    invitation_url: Joi.string()
      .required()
      .description('Whoever opens it can join; shown this once, and used up by joining')
      .example('https://stats.example.com/console/#invitation=kQ3v…'),
    mail: Joi.string()
      .valid('sent', 'failed', 'off')
      .required()
      .description('Whether the address was sent a link of its own; `off` without SMTP_URL'),
  });

export const memberListResponse = cursorPageSchema(memberResponse);

const textOrNull = Joi.string().allow(null).required();

/** An entry of the audit log of members in responses. */
const memberEventResponse = Joi.object()
  .meta({ component: 'MemberEvent' })
  .keys({
    id: Joi.string().required(),
    key_id: Joi.string().required().description('Id of the member'),
    action: Joi.string()
      .valid(...MEMBER_ACTIONS)
      .required(),
    actor: Joi.string().required().description('Id of the key or member that made the change'),
    address: textOrNull,
    request_id: textOrNull,
    details: Joi.object().unknown().required().description('Address and role, by action'),
    created_at: calendarTime.required(),
  });

export const memberEventListResponse = cursorPageSchema(memberEventResponse);
