import type { ReportDocumentsTexts } from '../english/report-documents.ts';

/** Texts around the reports and sites that are sent to everybody, and of the checks' documentation. */
export const reportDocuments: ReportDocumentsTexts = {
  kicker: { report: 'Seitenbericht', site: 'Website-Bericht' },
  checksLink: 'Was geprüft wird, und warum',
  reportTitle: (host, score) => `${host}: ${score} von 100 – Seitenbericht`,
  pendingTitle: (host) => `${host} – Seitenbericht`,
  siteTitle: (host, score) =>
    score === null ? `${host} – Website-Bericht` : `${host}: ${score} von 100 – Website-Bericht`,
  describe: {
    report: (url) => `Suchmaschinen, Leistung, Sicherheit, Inhalt und Barrierefreiheit von ${url}`,
    site: (url) => `Die Seiten von ${url}: Punkte, Probleme und Änderungen`,
    checks: 'Jede Prüfung eines Seitenberichts: warum sie wichtig ist, was sie besteht und was zu tun ist',
  },
  passwordTitle: { report: 'Passwort – Seitenbericht', site: 'Passwort – Website-Bericht' },
  checksTitle: 'Was geprüft wird – Seitenbericht',
  missing: {
    report: {
      heading: 'Diesen Bericht gibt es nicht',
      text: 'Vielleicht ist die Adresse vertippt, oder der Bericht wurde gelöscht oder ist nicht öffentlich.',
    },
    site: {
      heading: 'Diese Website gibt es nicht',
      text: 'Vielleicht ist die Adresse vertippt, oder die Website wurde gelöscht oder ist nicht öffentlich.',
    },
  },
  failed: {
    report: {
      heading: 'Der Bericht kann gerade nicht gezeigt werden',
      text: 'Bitte versuchen Sie es gleich noch einmal.',
    },
    site: {
      heading: 'Die Website kann gerade nicht gezeigt werden',
      text: 'Bitte versuchen Sie es gleich noch einmal.',
    },
  },
  password: {
    heading: {
      report: 'Dieser Bericht braucht ein Passwort',
      site: 'Dieser Website-Bericht braucht ein Passwort',
    },
    hint: 'Fragen Sie, wer Ihnen die Adresse geschickt hat.',
    label: 'Passwort',
    show: 'Bericht zeigen',
  },
  checksHeading: 'Was geprüft wird, und warum',
  checksIntro: (checks, { critical, high, medium, low }, version) =>
    `${checks} Prüfungen in fünf Kategorien beurteilen eine Seite. Jede zählt nach ihrer Wichtigkeit (entscheidend ${critical}, hoch ${high}, mittel ${medium}, gering ${low}). Die Punktzahl einer Kategorie sagt, welchen Anteil dieser Punkte die Seite behalten hat, die gesamte dasselbe über alle Kategorien; Barrierefreiheit hat eine eigene Punktzahl nach den Gewichten von Lighthouse und zählt im Ganzen zusammen mit dem Inhalt. Ab 90 Punkten ist eine Seite gut, ab 50 ordentlich. Ohne HTTPS, für Suchmaschinen gesperrt oder mit einem anderen entscheidenden Fehler bekommt sie höchstens 89 Punkte, mit zwei solchen Fehlern 69 und mit mehr 49. Schwankende Messungen zählen höchstens ein Zehntel einer Kategorie. Regeln ${version}.`,
  share: (checks, percent) => `${checks} Prüfungen, ${percent} % des Ganzen`,
  withContent: ' zusammen mit dem Inhalt',
  importances: {
    critical: 'entscheidend',
    high: 'hoch',
    medium: 'mittel',
    low: 'gering',
    informative: 'nur zur Information',
  },
  rare: ', kostet Punkte, bringt aber keine',
  toDo: 'Zu tun:',
};
