import type { Language } from '@platform/page-access';

/** `1 image`, `2 images`, `1,024 images`. */
const counted = (number: number, one: string, many: string): string =>
  `${number.toLocaleString('en-GB')} ${number === 1 ? one : many}`;

/** What the report’s pages say in English. */
export const english = {
  language: 'en' as Language,
  locale: 'en-GB',
  // Around every page.
  kicker: 'Page report',
  checksLink: 'What is checked, and why',
  reportTitle: (host: string, score: number) => `${host}: ${score} of 100 – page report`,
  pendingTitle: (host: string) => `${host} – page report`,
  passwordTitle: 'Password – page report',
  checksTitle: 'What is checked – page report',
  // Instead of a report.
  missing: {
    heading: 'There is no such report',
    text: 'The address may be mistyped, or the report was deleted or made private.',
  },
  failed: { heading: 'The report can’t be shown now', text: 'Please try again in a moment.' },
  noResult: 'There is no result',
  generating: {
    heading: 'The report is being generated',
    text: 'This takes a few seconds. The page reloads by itself.',
  },
  password: {
    heading: 'This report needs a password',
    hint: 'Ask whoever sent you the address.',
    label: 'Password',
    show: 'Show the report',
  },
  // The report.
  generatedOn: (time: string) => `Generated on ${time}`,
  lastAttemptFailed: 'The last attempt to generate this report failed.',
  previousFollows: 'The previous result follows.',
  again: 'This report is being generated again.',
  scores: 'Scores',
  ratings: { good: 'Good', decent: 'Decent', bad: 'Bad' },
  scoreOf: (score: number, rating: string) => `Score ${score} of 100: ${rating.toLowerCase()}`,
  notJudged: 'Not judged',
  fixFirst: 'What to fix first',
  nothingToFix: 'Nothing: no check found a problem.',
  tally: (failed: number, warned: number, passed: number) =>
    `${failed} to fix, ${warned} to improve, ${passed} passed`,
  lists: {
    error: 'Could not be checked',
    info: 'For information',
    pass: 'Passed',
    not_applicable: 'Does not apply',
  },
  rules: (version: string, checks: number) => `Rules ${version}, ${checks} checks.`,
  // Facts about the page.
  facts: {
    finalUrl: 'Final address',
    response: 'Response',
    html: 'HTML',
    files: 'Page and files',
    firstByte: 'First byte',
    redirects: 'Redirects',
    certificate: 'Certificate until',
  },
  answer: (status: number, protocol: string) => `HTTP ${status} over ${protocol}`,
  plainHttp: 'plain HTTP',
  notCompressed: 'not compressed',
  compressed: (encoding: string) => `compressed (${encoding})`,
  inRequests: (weight: string, requests: string) => `${weight} in ${requests}`,
  // Findings.
  labels: { fail: 'Fix', warn: 'Improve' },
  more: (rest: number) => `and ${rest} more`,
  why: 'Why it matters and what to do',
  empty: '(empty)',
  inPicture: (selector: string) => `In the picture: ${selector}`,
  points: (points: number) => `+${points} ${points === 1 ? 'point' : 'points'}`,
  saves: (what: string) => `saves ${what}`,
  onPhone: (milliseconds: string) => `${milliseconds} on slow 4G`,
  // Changes and the past.
  changes: 'Since the last time',
  change: (by: number) =>
    by === 0 ? 'The score is the same' : `The score ${by > 0 ? 'rose' : 'fell'} by ${Math.abs(by)}`,
  from: (change: string, before: number, time: string, after: number) =>
    `${change}: ${before} on ${time}, ${after} now.`,
  otherRules: 'The rules have changed since then.',
  fixed: 'Fixed',
  appeared: 'New',
  trend: 'The score over time',
  trendLabel: (count: number, first: number, start: string, last: number, end: string) =>
    `Scores of ${count} results: ${first} on ${start}, ${last} on ${end}`,
  // In a browser.
  browser: 'In a browser',
  profile: 'As a phone on slow 4G with a CPU four times slower.',
  metrics: {
    lcp: 'Largest Contentful Paint',
    fcp: 'First Contentful Paint',
    tbt: 'Total Blocking Time',
    cls: 'Cumulative Layout Shift',
    ttfb: 'Time to first byte',
  },
  medians: (runs: number) => `Medians of ${runs} runs; the range is in brackets.`,
  range: (least: string, most: string) => `(${least} to ${most})`,
  desktop: 'As a desktop with a fast connection',
  filmstrip: 'While it loaded, on the phone',
  after: (time: string) => `The page after ${time}`,
  nothingYet: 'nothing yet',
  notMeasured: 'not measured',
  phonePicture: 'The page on a phone',
  desktopPicture: 'The page on a desktop',
  noProblem: 'No request failed, and there was no error in the console.',
  failedRequests: 'Failed requests',
  consoleErrors: 'Errors in the console',
  moreOf: (heading: string, rest: number) => `${heading}: ${rest} more`,
  byOrigin: (origins: number) => `Requests by origin (${origins})`,
  thirdParty: 'third party',
  overTime: 'Requests over time',
  violations: (rules: number) => `Accessibility rules that are violated (${rules})`,
  impacts: { minor: 'minor', moderate: 'moderate', serious: 'serious', critical: 'critical' },
  // The picture of the requests.
  didFail: 'failed',
  resourceTypes: {
    document: 'document',
    stylesheet: 'stylesheet',
    script: 'script',
    image: 'image',
    font: 'font',
    other: 'other',
  },
  waterfall: (requests: string, time: string) => `${requests} in ${time}, by origin`,
  moreRequests: (rest: number) => `and ${counted(rest, 'more request', 'more requests')}`,
  // The documentation of the checks.
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
  // Quantities.
  requests: (number: number) => counted(number, 'request', 'requests'),
  elements: (number: number) => counted(number, 'element', 'elements'),
  plainBytes: (number: number) => counted(number, 'byte', 'bytes'),
};

/** Other languages say the same things: a text that is missing doesn’t compile. */
export type ReportTexts = Readonly<typeof english>;
