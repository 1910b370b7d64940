import {
  created,
  createRouter,
  cursorPageJson,
  deleted,
  endpoint,
  envelopeDialect,
  languageOf,
  ok,
  readCursorPage,
  typeId,
} from '@platform/http';
import type { ApiRouter, Cursors, Reply } from '@platform/http';

import { MEMBER_ACTIONS } from '../keys/api-key.ts';
import { grantorOf } from '../keys/keys-service.ts';
import type { KeyEventsStore } from '../keys/key-events-store.ts';
import { keyEventJson } from '../keys/key-events-store.ts';
import { accountIdOf } from './member.ts';
import type { Member } from './member.ts';
import {
  invitationResponse,
  inviteMemberBody,
  listMembersQuery,
  memberEventListResponse,
  memberListResponse,
  memberResponse,
  updateMemberBody,
} from './members-schema.ts';
import type { IssuedInvitation, MembersService } from './members-service.ts';

const isoOrNull = (time: Date | null): string | null => time?.toISOString() ?? null;

const statusOf = ({ joinedAt, invitedUntil }: Member): string => {
  if (joinedAt) return 'joined';
  return invitedUntil && invitedUntil.getTime() > Date.now() ? 'invited' : 'expired';
};

const signInOf = (member: Member): string | null => {
  if (!member.joinedAt) return null;
  return accountIdOf(member) === null ? 'provider' : 'account';
};

const memberJson = (member: Member): Record<string, unknown> => ({
  id: member.id,
  status: statusOf(member),
  email: member.email,
  name: member.name,
  role: member.role,
  invited_until: isoOrNull(member.invitedUntil),
  joined_at: isoOrNull(member.joinedAt),
  last_login_at: isoOrNull(member.lastLoginAt),
  sign_in: signInOf(member),
  created_at: member.createdAt.toISOString(),
});

const scope = 'keys:admin';
const params = { id: typeId('mbr', 'member') };

const TAG_DESCRIPTION =
  'People who sign in to the web console, with an account here or at an identity provider.';

export interface MembersRouterDeps {
  members: MembersService;
  events: KeyEventsStore;
  cursors: Cursors;
}

/** The answer waits for the mail server, and nothing else does. */
const answerInvitation = ({ member, url, sendMail }: IssuedInvitation): Reply => {
  const json = { ...memberJson(member), invitation_url: url };
  const answer = (mail: string): Reply => created({ ...json, mail }, `/v1/members/${member.id}`);
  if (sendMail === undefined) return answer('off');
  return {
    ...answer('failed'),
    afterCommit: async () => answer((await sendMail()) ? 'sent' : 'failed'),
  };
};

/** `/v1/members`: who belongs to the organisation, and as what. */
export const createMembersRouter = ({ members, events, cursors }: MembersRouterDeps): ApiRouter =>
  createRouter(envelopeDialect, { name: 'Members', description: TAG_DESCRIPTION }, [
    endpoint({
      method: 'POST',
      path: '/members',
      operationId: 'members.invite',
      summary: 'Invite a member',
      description:
        'Whoever opens the link within 14 days, or signs in with this address, verified by their identity provider, ' +
        'joins with the role. From then on they are known by issuer and subject, whatever happens to the address. ' +
        'Nobody can give a role that may do more than they may, and a key that expires or is bound to addresses gives ' +
        'none. Where the platform sends e-mail, the address is sent a link as well.',
      scope,
      secret: true,
      body: inviteMemberBody,
      errors: ['conflict'],
      responses: { 201: { description: 'The invitation', data: invitationResponse } },
      async handler(context) {
        const { organisation } = context.caller;
        const { email, role, language = languageOf(context.request) } = context.body;
        const who = { email, role, language };
        const invitation = await members.invite(organisation, who, grantorOf(context));
        return answerInvitation(invitation);
      },
    }),
    endpoint({
      method: 'POST',
      path: '/members/:id/invitation',
      operationId: 'members.inviteAgain',
      summary: 'Make a new invitation link',
      description:
        'Takes the place of the links that the invitation had, holds for another 14 days, and is mailed as well where ' +
        'the platform sends e-mail. Also for an invitation that has ended.',
      scope,
      secret: true,
      params,
      errors: ['conflict'],
      responses: { 201: { description: 'The invitation', data: invitationResponse } },
      async handler(context) {
        const { caller, params: found, request } = context;
        const invitation = await members.inviteAgain(
          caller.organisation,
          found.id,
          languageOf(request),
          grantorOf(context),
        );
        return answerInvitation(invitation);
      },
    }),
    endpoint({
      method: 'GET',
      path: '/members',
      operationId: 'members.list',
      summary: 'List members and invitations',
      description: 'With their roles and last sign-in; open and expired invitations included. Newest first.',
      scope,
      query: listMembersQuery,
      responses: { 200: { description: 'Members, newest first', data: memberListResponse } },
      async handler({ caller: { organisation }, query }) {
        const page = await readCursorPage(cursors, ['members', organisation], query, (before, limit) =>
          members.list(organisation, limit, before ?? undefined),
        );
        return ok(cursorPageJson(page, memberJson));
      },
    }),
    endpoint({
      method: 'GET',
      path: '/members/events',
      operationId: 'members.events.list',
      summary: 'List what happened to the members',
      description: 'The audit log: who invited, changed or removed whom, who joined, when and from where.',
      scope,
      query: listMembersQuery,
      responses: { 200: { description: 'Events, newest first', data: memberEventListResponse } },
      async handler({ caller: { organisation }, query }) {
        const page = await readCursorPage(cursors, ['member-events', organisation], query, (before, limit) =>
          events.list(organisation, MEMBER_ACTIONS, limit, before),
        );
        return ok(cursorPageJson(page, keyEventJson));
      },
    }),
    endpoint({
      method: 'GET',
      path: '/members/:id',
      operationId: 'members.show',
      summary: 'Show a member',
      description: 'A person who has joined, or an invitation that waits for one.',
      scope,
      params,
      responses: { 200: { description: 'The member', data: memberResponse } },
      handler: async ({ caller, params: { id } }) =>
        ok(memberJson(await members.show(caller.organisation, id))),
    }),
    endpoint({
      method: 'PATCH',
      path: '/members/:id',
      operationId: 'members.update',
      summary: "Change a member's role",
      description: 'It takes effect with their next request. The last owner can’t be given another role.',
      scope,
      params,
      body: updateMemberBody,
      errors: ['protected'],
      responses: { 200: { description: 'The member', data: memberResponse } },
      async handler(context) {
        const { caller, body } = context;
        const grantor = grantorOf(context);
        return ok(
          memberJson(await members.changeRole(caller.organisation, context.params.id, body.role, grantor)),
        );
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/members/:id',
      operationId: 'members.remove',
      summary: 'Remove a member or withdraw an invitation',
      description:
        'Their sessions end at once. Keys that they created stay. The last owner cannot be removed.',
      scope,
      params,
      errors: ['protected'],
      responses: { 200: { description: 'What was removed', kind: 'deleted' } },
      async handler(context) {
        await members.remove(context.caller.organisation, context.params.id, grantorOf(context));
        return deleted(context.params.id, 'member');
      },
    }),
  ]);
