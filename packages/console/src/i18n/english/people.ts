/** Texts of sessions and of members. */
export const people = {
  sessions: {
    title: 'Sessions',
    hint: 'Where you are signed in to the console. Anyone who signs in with the same key is listed here as well.',
    everywhere: 'Sign out everywhere',
    empty: 'No sessions.',
    browser: 'Browser',
    address: 'From',
    since: 'Since',
    lastSeen: 'Last seen',
    current: 'this session',
    end: 'End',
  },
  members: {
    title: 'Members',
    hint: 'Members sign in with their identity provider, which must have verified the address you invite. No e-mail is sent, so tell them where to find this console.',
    noProvider:
      'This platform has no identity provider, so members cannot sign in yet. Operators set one up with OIDC_ISSUER.',
    email: 'E-mail address',
    role: 'Role',
    roles: { owner: 'Owner', editor: 'Editor', viewer: 'Viewer' },
    invite: 'Invite',
    inviteSomebody: 'Invite a member',
    state: 'State',
    states: { invited: 'invited', expired: 'invitation expired', joined: 'joined' },
    until: (time: string) => `until ${time}`,
    lastLogin: 'Last signed in',
    empty: 'No members yet. Invite people, and nobody has to share keys any more.',
  },
};
