import { report as englishReport } from '../src/i18n/english/reports.ts';
import { website as englishWebsite } from '../src/i18n/english/website.ts';
import { report as germanReport } from '../src/i18n/german/reports.ts';
import { website as germanWebsite } from '../src/i18n/german/website.ts';

/** Words that Lighthouse does not take for a description of where a link leads. */
const VAGUE = new Set(['go', 'here', 'information', 'more', 'start', 'this', 'hier', 'mehr', 'weiter']);

it.each(
  [englishReport, englishWebsite, germanReport, germanWebsite].flatMap(({ tabs }) => Object.values(tabs)),
)('the tab “%s” says where it leads', (title) => {
  expect(VAGUE).not.toContain(title.toLowerCase());
});
