import { counted } from '../counted.ts';

/** Texts of what a website, its reports and its colours say together. */
export const across = {
  imports: {
    isExportOf: (name: string) => `This looks like an export of ${name}.`,
    unknown: 'Nothing tells whose export this is: choose it yourself.',
    whereTitle: 'Where each product keeps its export',
    where: {
      plausible: 'Site settings → Imports & exports → Export data. It mails a ZIP; give it as it is.',
      umami:
        'Cloud: Settings → Data → Export, a ZIP. Your own server: SELECT * FROM website_event as CSV with a head.',
      goatcounter: 'Settings → Import/export → Start export, a .csv.gz.',
      ga4: 'BigQuery export of events as JSON lines; or a report by day, Share → Download file → CSV.',
      universal_analytics: 'A report by day that you saved before July 2024, as CSV: Export → CSV.',
    },
  },
  verify: {
    title: 'Verify installation',
    arrived: (views: string, visitors: string) =>
      `Arrived and counted in the last 30 minutes: ${counted(views, 'page view', 'page views')} of ${counted(visitors, 'visitor', 'visitors')}.`,
    leftOut: 'Arrived today and left out:',
    nothingLeftOut: 'Nothing was left out today.',
    nothing:
      'Nothing has arrived today. Open one of your pages in another window, without a blocker; its source must have the tracking code, and a Content-Security-Policy must allow this host in script-src and connect-src.',
    again: 'Look again',
    advice: {
      origin: 'The page has another host than this website: add a website for that host.',
      bot: 'Browsers that a program controls are bots, too; the settings can count them.',
      excluded_ip: 'Your own address may be among those that the settings leave out.',
      excluded_page: 'The settings or the tag leave these pages out: see “What is stored”.',
      excluded_host: 'The settings leave this host out: see “What is stored”.',
      excluded_country: 'The settings leave this country out: see “What is stored”.',
      excluded_visitor: 'The settings leave visitors like this one out: see “What is stored”.',
      referrer_spam: 'The page that linked is known for spam.',
    },
  },
  clicks: {
    about:
      'Counted by element and day: no recordings, no positions, nothing that was typed, nothing about who clicked.',
    none: 'No clicks yet. Add this tag beside the tracking code; it weighs 500 bytes.',
    noneHere: 'Nobody clicked in windows of this width in this period.',
    noPicture:
      'Report on this page with a browser to see the clicks on its picture, and the words of what was clicked.',
    page: 'Page',
    otherPages: 'all other pages',
    width: 'Width',
    widths: { phone: 'Phones, less than 768 pixels', desktop: 'Wider windows' },
    map: (count: string) =>
      `Picture of the page with ${counted(count, 'element that was', 'elements that were')} clicked; the table says the same`,
    elements: 'Elements that were clicked',
    element: 'Element',
    leadsTo: 'Leads to',
    clicks: 'Clicks',
    share: 'Share',
    others: 'all others',
  },
  colors: {
    about: (pages: string) => `As phones show them on ${pages}.`,
    none: 'No page of this website has a report with a browser yet. Make one to see its colours.',
    amount: (area: string, letters: string) =>
      `${area} of the surface, ${counted(letters, 'letter', 'letters')}`,
    failing: 'Texts that are hard to read',
    noneFails: 'All texts on plain grounds reach the contrast that WCAG’s level AA asks for.',
    pair: (foreground: string, background: string) => `${foreground} on ${background}`,
    ratio: (ratio: string, needed: string) => `${ratio}, needs ${needed}`,
    letters: (count: string) => counted(count, 'letter', 'letters'),
    repair: (hex: string) => `→ ${hex}`,
    makeTheme: 'Make a theme that repairs them',
    themeName: (domain: string) => `${domain}, repaired`,
    css: 'CSS to paste',
  },
  timeLine: {
    deployment: (text: string) => (/^deploy/i.test(text) ? text : `Deployment: ${text}`),
    report: (address: string, before: string, now: string) =>
      `Report on ${address}: ${before} → ${counted(now, 'point', 'points')}`,
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
        `${counted(count, 'visitor', 'visitors')} ${pages === 1 ? 'on one page' : `over ${pages} pages`}`,
      conversions: (count: string, pages: number) =>
        `${counted(count, 'visitor', 'visitors')} ${pages === 1 ? 'of one page' : `over ${pages} pages`} reached a goal`,
    },
    points: (points: string) => `up to ${counted(points, 'point', 'points')} a page`,
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
