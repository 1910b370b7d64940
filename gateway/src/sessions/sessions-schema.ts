import { cursorPageQuery, cursorPageSchema } from '@platform/http';
import type { CursorPageQuery } from '@platform/http';
import Joi from 'joi';

import { calendarTime } from '../keys/keys-schema.ts';

export interface EndSessionsQuery {
  member_id?: string;
}

export interface ListSessionsQuery extends CursorPageQuery, EndSessionsQuery {}

const endedBy = Joi.string()
  .max(64)
  .description('Those of a member instead of your own, which needs the scope `keys:admin`');

export const listSessionsQuery = Joi.object<ListSessionsQuery>({ ...cursorPageQuery, member_id: endedBy });
export const endSessionsQuery = Joi.object<EndSessionsQuery>({ member_id: endedBy });

const textOrNull = Joi.string().allow(null, '').required();

export const sessionResponse = Joi.object()
  .meta({ component: 'Session' })
  .keys({
    id: Joi.string().required().example('ses_01h455vb4pex5vsknk084sn02q'),
    key_id: textOrNull.description('The key that the session belongs to'),
    member_id: textOrNull.description('The member whose session it is'),
    address: textOrNull.description('Where it was started'),
    user_agent: textOrNull,
    device: textOrNull
      .description('Browser and system, as far as they can be told; null: they can’t')
      .example('Firefox on Windows'),
    organisation: Joi.string()
      .required()
      .description('The organisation that it is in')
      .example('org_01h455vb4pex5vsknk084sn02q'),
    created_at: calendarTime.required(),
    last_seen_at: calendarTime.allow(null).required(),
    expires_at: calendarTime.required(),
    current: Joi.boolean().required().description('True for the session that made this request'),
  });

export const sessionListResponse = cursorPageSchema(sessionResponse);

export const endedSessionsResponse = Joi.object({ ended: Joi.number().integer().min(0).required() });
