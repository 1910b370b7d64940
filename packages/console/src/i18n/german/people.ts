import type { Texts } from '../english.ts';

/** Texts of sessions and of members. */
export const people: Pick<Texts, 'sessions'> = {
  sessions: {
    title: 'Sitzungen',
    hint: 'Wo Sie bei der Konsole angemeldet sind. Wer sich mit demselben Schlüssel anmeldet, steht auch hier.',
    everywhere: 'Überall abmelden',
    empty: 'Keine Sitzung.',
    browser: 'Browser',
    address: 'Von',
    since: 'Seit',
    lastSeen: 'Zuletzt gesehen',
    current: 'diese Sitzung',
    end: 'Beenden',
  },
};
