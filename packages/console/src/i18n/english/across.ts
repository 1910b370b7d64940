/** Texts of what a website, its reports and its colours say together. */
export const across = {
  timeLine: {
    deployment: (text: string) => (/^deploy/i.test(text) ? text : `Deployment: ${text}`),
    report: (address: string, before: string, now: string) =>
      `Report on ${address}: ${before} → ${now} points`,
    import: (source: string, shown: string, days: number) =>
      days === 1 ? `Import from ${source}: one day` : `Import from ${source}: ${shown} days`,
  },
  fixes: {
    about:
      'The findings of this website’s page reports, those first that reach the most people: the visitors of a page in the last 30 days times the points that mending it wins.',
    orderedBy: 'Ordered by',
    orders: { visitors: 'Visitors', conversions: 'Visitors who reach a goal' },
    reaches: {
      visitors: (count: string, pages: number) =>
        pages === 1 ? `${count} visitors on one page` : `${count} visitors over ${pages} pages`,
      conversions: (count: string, pages: number) =>
        pages === 1
          ? `${count} visitors of one page reached a goal`
          : `${count} visitors over ${pages} pages reached a goal`,
    },
    points: (points: string) => `up to ${points} points a page`,
    saves: (milliseconds: string) => `${milliseconds} ms faster`,
    fix: 'fix',
    improve: 'improve',
    onPages: 'Where',
    page: 'Page',
    people: 'Visitors in 30 days',
    converting: 'Reached a goal',
    gain: 'Points to win',
    openReport: (page: string) => `Report on ${page}`,
    more: (count: number) => (count === 1 ? 'Show one more finding' : `Show ${count} more findings`),
    none: 'No page of this website has a report yet. Report on its busiest pages to see what to fix first.',
    clean: 'The reports on this website found nothing to fix.',
    unreported: 'Busy pages without a report',
    report: 'Report',
    reportOn: (page: string) => `Report on ${page}`,
    started: (page: string) => `The report on ${page} has started. Its findings appear here.`,
    running: 'Some reports are still running.',
    vitals: 'Visitors and the laboratory',
    vitalsHint:
      'Left, what three quarters of the page’s visitors had at most in the last 30 days; right, what the report measured once as a phone on slow 4G. A report needs a browser, and the website measurements of its visitors.',
    field: 'Visitors',
    lab: 'Report',
    noField: 'Nobody has measured it yet.',
    older: (reports: number) => `Only the ${reports} reports with the most visitors are looked at.`,
  },
};

export type AcrossTexts = typeof across;
