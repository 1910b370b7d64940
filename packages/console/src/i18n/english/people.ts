/** Texts of sessions and of members. */
export const people = {
  sessions: {
    title: 'Sessions',
    hint: 'Where you are signed in to the console. Whoever signs in with the same key is listed here as well.',
    everywhere: 'Sign out everywhere',
    empty: 'No session.',
    browser: 'Browser',
    address: 'From',
    since: 'Since',
    lastSeen: 'Last seen',
    current: 'this session',
    end: 'End',
  },
};
