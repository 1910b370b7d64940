import type { Texts } from '../english.ts';

/** Texts of sessions and of members. */
export const people: Pick<Texts, 'sessions' | 'members'> = {
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
  members: {
    title: 'Mitglieder',
    hint: 'Mitglieder melden sich bei ihrem Identitätsanbieter an, der die eingeladene Adresse bestätigt haben muss. Es wird keine E-Mail gesendet: Sagen Sie ihnen, wo diese Konsole ist.',
    noProvider:
      'Diese Plattform hat keinen Identitätsanbieter, darum können Mitglieder sich noch nicht anmelden. Betreiber richten ihn mit OIDC_ISSUER ein.',
    email: 'E-Mail-Adresse',
    role: 'Rolle',
    roles: { owner: 'Inhaber', editor: 'Bearbeiter', viewer: 'Leser' },
    invite: 'Einladen',
    inviteSomebody: 'Ein Mitglied einladen',
    state: 'Stand',
    states: { invited: 'eingeladen', expired: 'Einladung abgelaufen', joined: 'dabei' },
    until: (time) => `bis ${time}`,
    lastLogin: 'Zuletzt angemeldet',
    empty: 'Noch kein Mitglied. Laden Sie jemanden ein, und niemand muss mehr Schlüssel teilen.',
  },
};
