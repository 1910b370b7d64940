import { cursorPageQuery, cursorPageSchema } from '@platform/http';
import type { CursorPageQuery } from '@platform/http';
import Joi from 'joi';

import { calendarTime } from '../keys/keys-schema.ts';
import { MEMBER_ACTIONS } from '../keys/api-key.ts';
import { ROLES } from './member.ts';
import type { Role } from './member.ts';

export interface InviteMemberBody {
  email: string;
  role: Role;
}

const role = Joi.string()
  .valid(...ROLES)
  .description('`owner` may do everything, `editor` all but manage keys and members, `viewer` only read');
const email = Joi.string().email({ tlds: false }).max(254).example('ada@example.com');

export const inviteMemberBody = Joi.object<InviteMemberBody>()
  .meta({ component: 'InviteMember' })
  .keys({
    email: email.required().description('Who is invited; the identity provider has to have verified it'),
    role: role.required(),
  })
  .required();

export const updateMemberBody = Joi.object<Pick<InviteMemberBody, 'role'>>()
  .meta({ component: 'UpdateMember' })
  .keys({ role: role.required() })
  .required();

export const listMembersQuery = Joi.object<CursorPageQuery>(cursorPageQuery);

const timeOrNull = calendarTime.allow(null).required();

/** A member or an invitation in responses. */
export const memberResponse = Joi.object()
  .meta({ component: 'Member' })
  .keys({
    id: Joi.string().required().example('mbr_01h455vb4pex5vsknk084sn02q'),
    status: Joi.string().valid('invited', 'expired', 'joined').required(),
    email: Joi.string().required().description('The address that was invited, or the one that was verified'),
    name: Joi.string().allow(null).required(),
    role: role.required(),
    invited_until: timeOrNull,
    joined_at: timeOrNull,
    last_login_at: timeOrNull,
    created_at: calendarTime.required(),
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
