/** Texts around the reports and sites that are sent to everybody, and of the checks' documentation. */
export const reportDocuments = {
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

/** Other languages say the same things: a text that is missing doesn’t compile. */
export type ReportDocumentsTexts = typeof reportDocuments;
