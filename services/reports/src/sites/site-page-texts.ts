import type { Language } from '@platform/errors';

import type { Rating } from '../audit/rating.ts';
import type { PageTexts } from '../report-page/texts/texts.ts';
import type { Change } from './site-history.ts';

/** Texts of a site’s page. */
export interface SitePageTexts {
  readonly kicker: string;
  readonly scores: string;
  readonly scoreOf: (score: number) => string;
  readonly ratings: Readonly<Record<Rating, string>>;
  readonly crawled: string;
  readonly pages: string;
  readonly cut: string;
  readonly failing: string;
  readonly broken: string;
  readonly running: (done: number, found: number) => string;
  readonly failed: string;
  readonly cancelled: string;
  readonly changes: string;
  readonly since: (time: string) => string;
  readonly score: (before: number, after: number) => string;
  readonly otherRules: string;
  readonly noChanges: string;
  readonly kinds: Readonly<Record<Change, string>>;
  readonly first: (count: number) => string;
  readonly trend: string;
  readonly trendOf: (count: number, first: string, last: string) => string;
  readonly issues: string;
  readonly noIssues: string;
  readonly categories: Readonly<Record<string, string>>;
  readonly importances: Readonly<Record<string, string>>;
  readonly worst: string;
  readonly findings: (count: number) => string;
  readonly password: PageTexts['password'] & { readonly title: string };
  readonly missing: readonly [string, string];
  readonly unable: readonly [string, string];
}

export const SITE_PAGE_TEXTS: Readonly<Record<Language, SitePageTexts>> = {
  en: {
    kicker: 'Site report',
    scores: 'Scores',
    scoreOf: (score) => `${score} of 100`,
    ratings: { good: 'Good', decent: 'Decent', bad: 'Bad' },
    crawled: 'Crawled',
    pages: 'Pages',
    cut: 'not all of them were visited',
    failing: 'Pages with an error',
    broken: 'Links and files that lead nowhere',
    running: (done, found) => `The site is being crawled: ${done} of ${found} pages so far.`,
    failed: 'The last crawl failed.',
    cancelled: 'The last crawl was ended early.',
    changes: 'Since the last crawl',
    since: (time) => `Compared with ${time}.`,
    score: (before, after) =>
      before === after
        ? 'The score is the same.'
        : `The score ${after > before ? 'rose' : 'fell'} from ${before} to ${after}.`,
    otherRules: 'The rules have changed since then, so pages’ scores aren’t compared.',
    noChanges: 'Nothing that counts has changed.',
    kinds: {
      new_broken: 'Links that lead nowhere since then',
      mended_broken: 'Links that were mended',
      appeared: 'New pages',
      vanished: 'Pages that are gone',
      failing: 'Pages that answer with an error since then',
      fell: 'Pages whose score fell',
      rose: 'Pages whose score rose',
    },
    first: (count) => `The first ${count} are shown.`,
    trend: 'The score over time',
    trendOf: (count, first, last) => `Scores of ${count} crawls: ${first}, ${last}`,
    issues: 'What to mend, by kind',
    noIssues: 'No problem was found.',
    categories: {
      links: 'Links',
      duplicates: 'Duplicates',
      structure: 'Structure',
      seo: 'Search engines',
      performance: 'Performance',
      security: 'Security',
      content: 'Content',
      accessibility: 'Accessibility',
    },
    importances: {
      critical: 'critical',
      high: 'high',
      medium: 'medium',
      low: 'low',
      informative: 'for information',
    },
    worst: 'The worst pages',
    findings: (count) => (count === 1 ? '1 finding' : `${count} findings`),
    password: {
      title: 'Password – site report',
      heading: 'This site’s report needs a password',
      hint: 'Ask whoever sent you the address.',
      label: 'Password',
      show: 'Show the report',
    },
    missing: [
      'There is no such site',
      'The address may be mistyped, or the site was deleted or made private.',
    ],
    unable: ['The site can’t be shown now', 'Please try again in a moment.'],
  },
  de: {
    kicker: 'Website-Bericht',
    scores: 'Bewertungen',
    scoreOf: (score) => `${score} von 100`,
    ratings: { good: 'Gut', decent: 'Ordentlich', bad: 'Schlecht' },
    crawled: 'Durchsucht',
    pages: 'Seiten',
    cut: 'nicht alle wurden besucht',
    failing: 'Seiten mit einem Fehler',
    broken: 'Links und Dateien, die ins Leere führen',
    running: (done, found) => `Die Website wird gerade durchsucht: bisher ${done} von ${found} Seiten.`,
    failed: 'Der letzte Durchgang ist gescheitert.',
    cancelled: 'Der letzte Durchgang wurde vorzeitig beendet.',
    changes: 'Seit dem letzten Durchgang',
    since: (time) => `Verglichen mit ${time}.`,
    score: (before, after) =>
      before === after
        ? 'Die Bewertung ist gleich geblieben.'
        : `Die Bewertung ist von ${before} auf ${after} ${after > before ? 'gestiegen' : 'gefallen'}.`,
    otherRules:
      'Seither haben sich die Regeln geändert; Bewertungen von Seiten werden darum nicht verglichen.',
    noChanges: 'Es hat sich nichts Wesentliches geändert.',
    kinds: {
      new_broken: 'Links, die seither ins Leere führen',
      mended_broken: 'Links, die repariert wurden',
      appeared: 'Neue Seiten',
      vanished: 'Seiten, die verschwunden sind',
      failing: 'Seiten, die seither mit einem Fehler antworten',
      fell: 'Seiten, deren Bewertung gefallen ist',
      rose: 'Seiten, deren Bewertung gestiegen ist',
    },
    first: (count) => `Gezeigt werden die ersten ${count}.`,
    trend: 'Die Bewertung im Lauf der Zeit',
    trendOf: (count, first, last) => `Bewertungen von ${count} Durchgängen: ${first}, ${last}`,
    issues: 'Was zu beheben ist, nach Art',
    noIssues: 'Es wurde kein Problem gefunden.',
    categories: {
      links: 'Links',
      duplicates: 'Doppeltes',
      structure: 'Aufbau',
      seo: 'Suchmaschinen',
      performance: 'Leistung',
      security: 'Sicherheit',
      content: 'Inhalt',
      accessibility: 'Barrierefreiheit',
    },
    importances: {
      critical: 'kritisch',
      high: 'hoch',
      medium: 'mittel',
      low: 'niedrig',
      informative: 'zur Information',
    },
    worst: 'Die schlechtesten Seiten',
    findings: (count) => (count === 1 ? '1 Fund' : `${count} Funde`),
    password: {
      title: 'Passwort – Website-Bericht',
      heading: 'Dieser Website-Bericht braucht ein Passwort',
      hint: 'Fragen Sie, wer Ihnen die Adresse geschickt hat.',
      label: 'Passwort',
      show: 'Bericht zeigen',
    },
    missing: [
      'Diese Website gibt es nicht',
      'Vielleicht ist die Adresse vertippt, oder die Website wurde gelöscht oder ist nicht öffentlich.',
    ],
    unable: ['Die Website kann gerade nicht gezeigt werden', 'Bitte versuchen Sie es gleich noch einmal.'],
  },
};
