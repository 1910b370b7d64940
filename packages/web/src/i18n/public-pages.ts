import { spoken } from './spoken.ts';

/** Texts of the pages that are sent to everybody. */
const english = {
  title: (domain: string) => `Statistics of ${domain}`,
  nobody: 'E-mail reports are switched on, but nobody gets them.',
  who: 'Who should get them? One address per line:',
  save: 'Save',
  protected: 'These statistics are protected by a password.',
  password: 'Password',
  show: 'Show the statistics',
  missing: 'There is no such page',
  missingText: 'Perhaps its address was mistyped, or its owner keeps it private.',
  failed: 'The page can’t be shown now',
  failedText: 'Please try again in a moment.',
  noVisit: ['No visit has been counted yet. Put this line into the ', ' of every page:'] as readonly [
    string,
    string,
  ],
  waiting: 'Waiting for the first visit. This page changes when it comes.',
  aboutVisitors: 'Nobody is recognised on another day: someone who comes on three days is three visitors.',
  places: (name: string, day: string) => `Places by ${name}, as of ${day}.`,
  countMe: [
    'Don’t want to count yourself? Open ',
    'this link',
    ' in your browser; ',
    'this one',
    ' counts you again.',
  ] as readonly string[],
};

const german: typeof english = {
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

/** The texts of public pages in the present language. */
export const publicTexts = (): typeof english => spoken({ en: english, de: german });

/** Texts around the reports and sites that are sent to everybody, and of the checks' documentation. */
const englishDocuments = {
  kicker: { report: 'Page report', site: 'Site report' },
  checksLink: 'What is checked, and why',
  reportTitle: (host: string, score: number) => `${host}: ${score} of 100 – page report`,
  pendingTitle: (host: string) => `${host} – page report`,
  siteTitle: (host: string, score: number | null) =>
    score === null ? `${host} – Site report` : `${host}: ${score} of 100 – Site report`,
  describe: {
    report: (url: string) => `Search engines, performance, security, content and accessibility of ${url}`,
    site: (url: string) => `The pages of ${url}: scores, problems and changes`,
    checks: 'Every check of a page report: why it matters, what passes, and what to do',
  },
  passwordTitle: { report: 'Password – page report', site: 'Password – site report' },
  checksTitle: 'What is checked – page report',
  missing: {
    report: {
      heading: 'There is no such report',
      text: 'The address may be mistyped, or the report was deleted or made private.',
    },
    site: {
      heading: 'There is no such site',
      text: 'The address may be mistyped, or the site was deleted or made private.',
    },
  },
  failed: {
    report: { heading: 'The report can’t be shown now', text: 'Please try again in a moment.' },
    site: { heading: 'The site can’t be shown now', text: 'Please try again in a moment.' },
  },
  password: {
    heading: {
      report: 'This report needs a password',
      site: 'This site’s report needs a password',
    },
    hint: 'Ask whoever sent you the address.',
    label: 'Password',
    show: 'Show the report',
  },
  checksHeading: 'What is checked, and why',
  checksIntro: (
    checks: number,
    { critical, high, medium, low }: Readonly<Record<'critical' | 'high' | 'medium' | 'low', number>>,
    version: string,
  ) =>
    `${checks} checks in five categories rate a page. Each weighs by its importance (critical ${critical}, high ${high}, medium ${medium}, low ${low}). A category’s score says what share of these points the page kept, and the overall score the same of all categories; accessibility has a score of its own, by Lighthouse’s weights, and counts there together with content. A score of 90 or more is good, 50 or more is decent. A page without HTTPS, closed to search engines, or with another critical failure scores at most 89, with two such failures 69, and with more 49. Measurements that vary count for at most a tenth of a category. Rules ${version}.`,
  share: (checks: number, percent: number) => `${checks} checks, ${percent} % of the whole`,
  withContent: ' together with content',
  importances: {
    critical: 'critical',
    high: 'high',
    medium: 'medium',
    low: 'low',
    informative: 'for information only',
  },
  rare: ', costs points but earns none',
  toDo: 'To do:',
};

const germanDocuments: typeof englishDocuments = {
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

/** The texts around public reports in the present language. */
export const reportDocumentTexts = (): typeof englishDocuments =>
  spoken({ en: englishDocuments, de: germanDocuments });
