import { forbidden, notFound } from '@platform/errors';
import {
  createRouter,
  cursorPageJson,
  cursorPageQuery,
  cursorPageSchema,
  deleted,
  endpoint,
  envelopeDialect,
  ok,
  readCursorPage,
  typeId,
} from '@platform/http';
import type { ApiRouter, CursorPageQuery, Cursors } from '@platform/http';
import { grants, OWN_SESSIONS_SCOPE } from '@platform/identity';
import type { Caller } from '@platform/identity';
import type { Request } from 'express';
import Joi from 'joi';
import { calendarTime } from '../keys/keys-schema.ts';
import { sessionOf } from './session.ts';
import type { Session } from './session.ts';
import type { SessionsService } from './sessions-service.ts';
import type { SessionOwner } from './sessions-store.ts';

interface EndSessionsQuery {
  member_id?: string;
}

interface ListSessionsQuery extends CursorPageQuery, EndSessionsQuery {}

const endedBy = Joi.string()
  .max(64)
  .description('Those of a member instead of your own, which needs the scope `keys:admin`');

const listSessionsQuery = Joi.object<ListSessionsQuery>({ ...cursorPageQuery, member_id: endedBy });
const endSessionsQuery = Joi.object<EndSessionsQuery>({ member_id: endedBy });

const textOrNull = Joi.string().allow(null, '').required();

const sessionResponse = Joi.object()
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

const sessionListResponse = cursorPageSchema(sessionResponse);

const endedSessionsResponse = Joi.object({ ended: Joi.number().integer().min(0).required() });

const scope = OWN_SESSIONS_SCOPE;

const isAdmin = ({ scopes }: Caller): boolean => grants(scopes, 'keys:admin');

/** The caller's own sessions: a person's in all their organisations. */
const own = ({ organisation, keyId }: Caller): SessionOwner =>
  keyId.startsWith('mbr_') ? { memberId: keyId } : { organisation, callerId: keyId };

/** Returns the owner of the sessions in question. @throws 403 */
const ownerOf = (caller: Caller, { member_id }: EndSessionsQuery): SessionOwner => {
  if (member_id !== undefined && member_id !== caller.keyId && !isAdmin(caller))
    throw forbidden('This key lacks the scope keys:admin, so it can’t see or end the sessions of others.');
  return member_id === undefined || member_id === caller.keyId
    ? own(caller)
    : { organisation: caller.organisation, callerId: member_id };
};

const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];
const SYSTEMS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Names a device as people do: `Firefox on Windows`. The order exposes those that pose as others. */
const deviceOf = (userAgent: string): string | null => {
  const nameIn = (list: typeof BROWSERS): string | undefined =>
    list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)];
  if (browser === undefined) return system ?? null;
  return system === undefined ? browser : `${browser} on ${system}`;
};

const sessionJson =
  (request: Request) =>
  (session: Session): Record<string, unknown> => ({
    id: session.id,
    key_id: session.keyId,
    member_id: session.memberId,
    address: session.address,
    user_agent: session.userAgent,
    device: session.userAgent === null ? null : deviceOf(session.userAgent),
    organisation: session.organisation,
    created_at: session.createdAt.toISOString(),
    last_seen_at: session.lastSeenAt?.toISOString() ?? null,
    expires_at: session.expiresAt.toISOString(),
    current: session.hash === sessionOf(request)?.session.hash,
  });

const TAG_DESCRIPTION = 'Sessions of the web console. Each caller may see and end their own.';

/** `/v1/sessions`: where somebody is signed in, and signing out there. */
export const createSessionListRouter = (sessions: SessionsService, cursors: Cursors): ApiRouter =>
  createRouter(envelopeDialect, { name: 'Sessions', description: TAG_DESCRIPTION }, [
    endpoint({
      method: 'GET',
      path: '/sessions',
      operationId: 'sessions.list',
      summary: 'List your sessions',
      description:
        'Those of the key or member that makes the request; a member’s in all their organisations. Every key and ' +
        'member may do this.',
      scope,
      query: listSessionsQuery,
      responses: { 200: { description: 'Sessions, newest first', data: sessionListResponse } },
      async handler({ caller, query, request }) {
        const owner = ownerOf(caller, query);
        const partition = ['sessions', caller.organisation, query.member_id ?? caller.keyId];
        const page = await readCursorPage(cursors, partition, query, async (before, limit) => {
          const found = await sessions.list(owner, limit, before);
          return found.map((session) => ({ ...session, id: session.id ?? '' }));
        });
        return ok(cursorPageJson(page, sessionJson(request)));
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/sessions',
      operationId: 'sessions.endAll',
      summary: 'Sign out everywhere',
      description: 'Ends all your sessions, this one included, on every gateway at once.',
      scope,
      query: endSessionsQuery,
      responses: { 200: { description: 'How many ended', data: endedSessionsResponse } },
      handler: async ({ caller, query }) => ok({ ended: await sessions.endAll(ownerOf(caller, query)) }),
    }),
    endpoint({
      method: 'DELETE',
      path: '/sessions/:id',
      operationId: 'sessions.end',
      summary: 'End a session',
      description: "One of your own; with the scope `keys:admin`, any of the organisation's.",
      scope,
      params: { id: typeId('ses', 'session') },
      responses: { 200: { description: 'What ended', kind: 'deleted' } },
      async handler({ caller, params: { id } }) {
        const { organisation } = caller;
        const isEnded =
          (await sessions.endOne(own(caller), id)) ||
          (isAdmin(caller) && (await sessions.endOne({ organisation }, id)));
        if (!isEnded) throw notFound('session');
        return deleted(id, 'session');
      },
    }),
  ]);
