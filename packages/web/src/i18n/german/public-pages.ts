import type { publicPages as english } from '../english/public-pages.ts';

export const publicPages: typeof english = {
  title: (domain) => `Statistik von ${domain}`,
  nobody: 'Berichte per E-Mail sind eingeschaltet, aber niemand bekommt sie.',
  who: 'Wer soll sie bekommen? Je Zeile eine Adresse:',
  save: 'Speichern',
  protected: 'Diese Statistik ist durch ein Passwort geschützt.',
  password: 'Passwort',
  show: 'Statistik zeigen',
  missing: 'Diese Seite gibt es nicht',
  missingText: 'Vielleicht ist die Adresse vertippt, oder sie ist nicht öffentlich.',
  failed: 'Die Seite kann gerade nicht gezeigt werden',
  failedText: 'Bitte versuchen Sie es gleich noch einmal.',
  noVisit: ['Noch wurde kein Besuch gezählt. Setzen Sie diese Zeile in den ', ' jeder Seite:'],
  waiting: 'Warten auf den ersten Besuch. Diese Seite ändert sich, wenn er kommt.',
  aboutVisitors:
    'Niemand wird an einem anderen Tag wiedererkannt: Wer an drei Tagen kommt, zählt als drei Besucher.',
  places: (name, day) => `Orte nach ${name}, Stand ${day}.`,
  countMe: [
    'Sie möchten sich selbst nicht zählen? Öffnen Sie ',
    'diesen Link',
    ' in Ihrem Browser; ',
    'dieser',
    ' zählt Sie wieder.',
  ],
};
