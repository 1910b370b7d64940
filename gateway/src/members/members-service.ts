import { conflict, forbidden, notFound, protectedResource } from '@platform/errors';
import type { Language } from '@platform/page-access';
import { typeid } from 'typeid-js';

import type { ApiKey } from '../keys/api-key.ts';
import { refuseForeignScopes } from '../keys/api-key.ts';
import type { Grantor } from '../keys/keys-service.ts';
import { ROLES, scopesOf } from './member.ts';
import type { Member, Role } from './member.ts';
import type { Invitation, MembersStore } from './members-store.ts';

/** An invitation as it was just made. */
export interface IssuedInvitation {
  member: Member;
  /** Leads to it; only whoever invites gets to see it. */
  url: string;
  /** Mails the address a separate link; false if the mail server refuses. Undefined without one. */
  sendMail: (() => Promise<boolean>) | undefined;
}

/** Content of the mail to somebody who is invited. */
export interface InvitationMail {
  to: string;
  organisationName: string;
  role: Role;
  url: string;
  until: Date;
  language: Language;
}

export interface MembersService {
  /** @throws 404 */
  show(organisation: string, id: string): Promise<Member>;
  /** At most `limit` members and invitations, newest first. */
  list(organisation: string, limit: number, before?: string): Promise<Member[]>;
  /**
   * Invites whoever opens the link, or signs in with this address once their provider has verified it.
   * The mail is in the language that is given.
   * @throws 403 for a role beyond the grantor's scopes, or for a key that expires or is bound to
   *   addresses; 409 if the address is invited already
   */
  invite(
    organisation: string,
    who: { email: string; role: Role; language: Language },
    grantor: Grantor,
  ): Promise<IssuedInvitation>;
  /**
   * Replaces the links of an invitation, which holds for as long as a new one.
   * @throws like `invite`; 404; 409 for somebody who has joined
   */
  inviteAgain(
    organisation: string,
    id: string,
    language: Language,
    grantor: Grantor,
  ): Promise<IssuedInvitation>;
  /**
   * Takes effect with the member's next request, on every gateway.
   * @throws 404, 403 for a role beyond the grantor's scopes, or for a role that may do more from a
   *   key that expires or is bound to addresses; 409 for the last owner
   */
  changeRole(organisation: string, id: string, role: Role, grantor: Grantor): Promise<Member>;
  /**
   * Removes a member and ends their sessions on every gateway. Keys that they made stay.
   * @throws 404, 403 for a role beyond the grantor's scopes, 409 for the last owner
   */
  remove(organisation: string, id: string, grantor: Grantor): Promise<void>;
}

const INVITATION_MILLISECONDS = 14 * 86_400_000;

const lastOwner = () =>
  protectedResource("This is the organisation's last owner; make somebody else an owner first.");

const changedMeanwhile = () =>
  conflict('Somebody else has changed or removed this member meanwhile. Read the member again.');

/** The key with this id; undefined for a member's, who is none. */
export type FindKey = (organisation: string, id: string) => Promise<ApiKey | undefined>;

/**
 * Members stay and sign in from anywhere, so a key that may not do so can't make any, nor let any in.
 * @throws 403
 */
export const refuseBoundKey = async (
  findKey: FindKey,
  organisation: string,
  { id }: Pick<Grantor, 'id'>,
): Promise<void> => {
  const key = await findKey(organisation, id);
  if (key?.expiresAt || key?.allowedAddresses)
    throw forbidden(
      'This key expires or is bound to addresses, which members are not: use a key without either, or a session of an owner.',
    );
};

export interface MembersServiceDeps {
  store: MembersStore;
  findKey: FindKey;
  publicUrl: string;
  /** Sends an invitation; false if the mail server refuses. Undefined without a mail server. */
  sendInvitation: ((mail: InvitationMail) => Promise<boolean>) | undefined;
  now?: () => number;
}

/**
 * The use cases of members: invite, show, list, change the role, remove. A member is an issuer and
 * a subject of OpenID Connect. An e-mail address counts once, for the invitation, and only if the
 * provider has verified it: whoever controls a tenant can often put any address into a profile.
 */
export const createMembersService = (deps: MembersServiceDeps): MembersService => {
  const { store, findKey, publicUrl, sendInvitation, now = Date.now } = deps;

  const show: MembersService['show'] = async (organisation, id) => {
    const member = await store.find(organisation, id);
    if (!member) throw notFound('member');
    return member;
  };

  const urlOf = (secret: string): string => `${publicUrl}/console/#invitation=${secret}`;

  const issue = (
    { member, organisationName, secrets }: Invitation,
    language: Language,
  ): IssuedInvitation => ({
    member,
    url: urlOf(secrets.shown),
    sendMail:
      sendInvitation &&
      (() =>
        sendInvitation({
          to: member.email,
          organisationName,
          role: member.role,
          url: urlOf(secrets.mailed),
          until: member.invitedUntil ?? new Date(),
          language,
        })),
  });

  const mayInvite = async (organisation: string, role: Role, grantor: Grantor): Promise<void> => {
    refuseForeignScopes(scopesOf(role), grantor.scopes, `make somebody ${role}`);
    await refuseBoundKey(findKey, organisation, grantor);
  };

  return {
    show,
    list: (organisation, limit, before) =>
      store.list({ organisation, limit, ...(before === undefined ? {} : { before }) }),
    async invite(organisation, { email, role, language }, grantor) {
      await mayInvite(organisation, role, grantor);
      const invitation = await store.invite(
        {
          id: typeid('mbr').toString(),
          organisation,
          email,
          role,
          invitedUntil: new Date(now() + INVITATION_MILLISECONDS),
        },
        { action: 'member_invited', actor: grantor, details: { email, role } },
      );
      if (!invitation) throw conflict('There is an invitation for this address already.');
      return issue(invitation, language);
    },
    async inviteAgain(organisation, id, language, grantor) {
      const { email, role } = await show(organisation, id);
      await mayInvite(organisation, role, grantor);
      const until = new Date(now() + INVITATION_MILLISECONDS);
      const event = { action: 'member_invited_again', actor: grantor, details: { email, role } } as const;
      const invitation = await store.renew(organisation, id, until, event);
      if (!invitation) throw conflict('They have joined already.');
      return issue(invitation, language);
    },
    async changeRole(organisation, id, role, grantor) {
      const member = await show(organisation, id);
      if (member.role === role) return member;
      refuseForeignScopes(scopesOf(member.role), grantor.scopes, 'change a member who has it');
      refuseForeignScopes(scopesOf(role), grantor.scopes, `make somebody ${role}`);
      if (ROLES.indexOf(role) < ROLES.indexOf(member.role))
        await refuseBoundKey(findKey, organisation, grantor);
      const details = { email: member.email, from: member.role, to: role };
      const event = { action: 'member_changed', actor: grantor, details } as const;
      const outcome = await store.changeRole(member, role, event);
      if (outcome === 'other') throw changedMeanwhile();
      if (outcome === 'last-owner') throw lastOwner();
      return show(organisation, id);
    },
    async remove(organisation, id, grantor) {
      const member = await show(organisation, id);
      refuseForeignScopes(scopesOf(member.role), grantor.scopes, 'remove a member who has it');
      const details = { email: member.email, role: member.role };
      const event = { action: 'member_removed', actor: grantor, details } as const;
      const outcome = await store.remove(member, event);
      if (outcome === 'other') throw changedMeanwhile();
      if (outcome === 'last-owner') throw lastOwner();
    },
  };
};
