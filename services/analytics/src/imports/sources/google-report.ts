import { channelOf } from '../../collect/intake/channel.ts';
import { ImportRefusedError } from '../import-refused-error.ts';
import type { CsvRow, ImportFile, ImportTarget, OpenImport } from '../import-source.ts';
import {
  browserNamed,
  countryNamed,
  deviceNamed,
  eventNamed,
  languageNamed,
  campaignNamed,
  pageNamed,
  referrerNamed,
  systemNamed,
} from '../named-values.ts';
import { googleColumn, isGoogleHeader } from './google-columns.ts';
import type { GoogleColumn } from './google-columns.ts';
import { dayReader } from './google-days.ts';

/** A row of a table, by what its columns hold. */
interface GoogleRow {
  text(column: GoogleColumn): string;
  /** Reads the first of the columns that exists. */
  count(...columns: readonly GoogleColumn[]): number;
  measure(column: GoogleColumn): number;
  has(column: GoogleColumn): boolean;
}

const USERS = ['active users', 'total users', 'users'] as const;
const VIEWS = ['views', 'pageviews'] as const;

/** Columns required of a table without a dimension. */
const TOTALS: readonly GoogleColumn[] = ['sessions', ...USERS, ...VIEWS];

const rowOf = (row: CsvRow, names: ReadonlyMap<GoogleColumn, string>): GoogleRow => {
  const name = (column: GoogleColumn): string => names.get(column) ?? '';
  return {
    text: (column) => row.text(name(column)),
    count: (...columns) => row.count(...columns.map(name).filter((each) => each !== '')),
    measure: (column) => row.measure(name(column)),
    has: (column) => names.has(column),
  };
};

const known = (text: string): string => (text === '(not set)' ? '' : text);

const addTotals = ({ tally }: ImportTarget, row: GoogleRow, day: string): void => {
  const visits = row.count('sessions');
  const bounces = row.has('engaged sessions')
    ? Math.max(0, visits - row.count('engaged sessions'))
    : Math.round(visits * row.measure('bounce rate'));
  tally.addTotals(day, {
    visits,
    bounces,
    visitors: row.count(...USERS),
    pageviews: row.count(...VIEWS),
    duration: Math.round(visits * row.measure('average session duration')),
    engaged: Math.round(row.measure('user engagement') * 1000),
  });
};

/** Media that Google finds out itself; others are named by a campaign. */
const OWN_MEDIA = new Set(['', '(none)', '(not set)', 'organic', 'referral']);

const campaignText = (text: string): string => (/^\(.*\)$/.test(text) ? '' : text);

/** Adds a source as the tracker would have counted it: the page that linked, or the campaign. */
const addSource = (
  target: ImportTarget,
  row: GoogleRow,
  day: string,
  source: string,
  medium: string,
): void => {
  const { tally, domain } = target;
  const sums = { visitors: row.count(...USERS), visits: row.count('sessions') };
  const named = referrerNamed(source, domain);
  const isCampaign = !OWN_MEDIA.has(medium.toLowerCase());
  const referrer = isCampaign && !named.includes('.') ? '' : named;
  const texts: Partial<Record<string, string>> = isCampaign ? { utm_source: source, utm_medium: medium } : {};
  const campaign = campaignNamed((param) => campaignText(texts[param] ?? ''), target);
  tally.addValue(day, 'referrer', referrer, sums);
  tally.addValue(day, 'utm_source', campaign.utm_source, sums);
  tally.addValue(day, 'utm_medium', campaign.utm_medium, sums);
  const channel = channelOf({
    referrer,
    source: campaign.utm_source.toLowerCase(),
    medium: campaign.utm_medium.toLowerCase(),
    isAdClick: false,
  });
  tally.addValue(day, 'channel', channel, sums);
};

/** Events that Google counts by itself; they are not events of the website. */
const AUTOMATIC = new Set(['page_view', 'session_start', 'first_visit', 'user_engagement', 'scroll']);

export const isAutomatic = (event: string): boolean => AUTOMATIC.has(event);

type AddRow = (target: ImportTarget, row: GoogleRow, day: string) => void;

const visits =
  (
    dimension:
      | 'country'
      | 'region'
      | 'city'
      | 'browser'
      | 'os'
      | 'device'
      | 'language'
      | 'screen'
      | 'utm_campaign'
      | 'channel',
    column: GoogleColumn,
    valueOf: (text: string, target: ImportTarget) => string,
  ): AddRow =>
  (target, row, day) => {
    target.tally.addValue(day, dimension, valueOf(row.text(column), target), {
      visitors: row.count(...USERS),
      visits: row.count('sessions'),
    });
  };

/** How a row is added, by the column that a table is split by beside the day. The first one that is there counts. */
const TABLES: readonly (readonly [GoogleColumn, AddRow])[] = [
  [
    'page',
    (target, row, day) => {
      target.tally.addPage(day, pageNamed(row.text('page'), '', target), {
        visitors: row.count(...USERS),
        pageviews: row.count(...VIEWS),
        entries: row.count('entrances'),
      });
    },
  ],
  [
    'landing page',
    (target, row, day) => {
      target.tally.addPage(day, pageNamed(row.text('landing page'), '', target), {
        entries: row.count('sessions'),
      });
    },
  ],
  [
    'event',
    ({ tally }, row, day) => {
      const name = row.text('event');
      if (isAutomatic(name)) return;
      const hits = row.count('event count');
      tally.addValue(day, 'event', eventNamed(name), { visitors: row.count(...USERS), hits });
      tally.addTotals(day, { events: hits });
    },
  ],
  [
    'source / medium',
    (target, row, day) => {
      const text = row.text('source / medium');
      const slash = text.includes('/') ? text.lastIndexOf('/') : text.length;
      addSource(target, row, day, text.slice(0, slash).trim(), text.slice(slash + 1).trim());
    },
  ],
  [
    'source',
    (target, row, day) => {
      if (row.has('medium')) addSource(target, row, day, row.text('source'), row.text('medium'));
      else
        target.tally.addValue(day, 'referrer', referrerNamed(row.text('source'), target.domain), {
          visitors: row.count(...USERS),
          visits: row.count('sessions'),
        });
    },
  ],
  [
    'campaign',
    visits(
      'utm_campaign',
      'campaign',
      (text, target) => campaignNamed(() => campaignText(text), target).utm_campaign,
    ),
  ],
  ['channel', visits('channel', 'channel', known)],
  ['country', visits('country', 'country', countryNamed)],
  ['region', visits('region', 'region', known)],
  ['city', visits('city', 'city', known)],
  ['browser', visits('browser', 'browser', browserNamed)],
  ['os', visits('os', 'os', systemNamed)],
  ['device', visits('device', 'device', deviceNamed)],
  ['language', visits('language', 'language', languageNamed)],
  ['screen', visits('screen', 'screen', known)],
];

/** Maps the columns of a file to their names; the first of several with the same meaning wins. */
const namesOf = ({ columns }: ImportFile): ReadonlyMap<GoogleColumn, string> => {
  const names = new Map<GoogleColumn, string>();
  for (const name of columns) {
    const found = googleColumn(name);
    if (found !== undefined && !names.has(found.column)) names.set(found.column, name);
  }
  return names;
};

/** Languages that write a half as 0,5. */
const WITH_COMMA: ReadonlySet<string | undefined> = new Set(['de', 'fr', 'es']);

/** Reads Google's reports: tables of days, or of days by one dimension each, several of them in a file. */
export const openGoogleReports = (target: ImportTarget): OpenImport => {
  const undated = new Set<string>();
  return {
    isHeader: isGoogleHeader,
    decimalOf: ({ columns, delimiter }) => {
      if (delimiter === ';') return ',';
      const known = columns.flatMap((name) => googleColumn(name) ?? []);
      const isLocal = known.some(({ language }) => WITH_COMMA.has(language));
      // Only Universal Analytics writes numbers as the language does; spreadsheets do where they write tabs.
      const isOld = known.some(({ column }) => column === 'pageviews' || column === 'day index');
      return isLocal && (isOld || delimiter === '\t') ? ',' : '.';
    },
    open(file) {
      const names = namesOf(file);
      const table = TABLES.find(([column]) => names.has(column));
      if (table === undefined && !TOTALS.some((column) => names.has(column)))
        throw new ImportRefusedError(
          `${file.name} has none of the columns Sessions, Active users and Views.`,
        );
      const dayOf = dayReader(file, names);
      if (dayOf === undefined) {
        undated.add(file.name);
        return () => undefined;
      }
      const [, add] = table ?? [undefined, addTotals];
      return (row) => {
        const day = dayOf(row);
        if (day !== '') add(target, rowOf(row, names), day);
      };
    },
    finish() {
      const [name] = undated;
      if (name !== undefined && target.tally.days.size === 0)
        throw new ImportRefusedError(
          `${name} has no column with the date. Add the dimension “Date” to the report.`,
        );
      return Promise.resolve();
    },
    notes: () =>
      [...undated].map(
        (name) => `${name}: tables without days were left out. Add the dimension “Date” to the report.`,
      ),
  };
};
