import { FIRST_DAY, LAST_DAY } from '../../calendar/date-range.ts';
import { addDays, daysBetween, isLocalDay } from '../../calendar/local-day.ts';
import { channelOf } from '../../collect/intake/channel.ts';
import { browserNamed, deviceNamed, systemNamed } from '../../collect/intake/user-agent.ts';
import {
  countryNamed,
  eventNamed,
  languageNamed,
  campaignNamed,
  pageNamed,
  referrerNamed,
} from '../named-values.ts';
import type { CsvRow, ImportFile, OpenImport } from '../read-rows.ts';
import { ImportRefusedError } from '../tally.ts';
import type { ImportTarget } from '../tally.ts';
import { createKeyNumbers, keyOfText } from '../visit-tally.ts';
import { googleColumn, isGoogleHeader } from './google-columns.ts';
import type { GoogleColumn } from './google-columns.ts';
import { createDayOrder, readDay } from './google-days.ts';

const MOST_DAYS = daysBetween(FIRST_DAY, LAST_DAY);

/** A day in a remark: `Start date: 20240101`, `Startdatum: …`, or a range `20240101-20240131`. */
const daysIn = (remark: string): readonly string[] =>
  (/(?:^|[:：])\s*(\d{8})(?:\s*-\s*(\d{8}))?\s*$/.exec(remark)?.slice(1) ?? [])
    .filter((day): day is string => typeof day === 'string')
    .map(readDay)
    .filter((day) => typeof day === 'string')
    .filter(isLocalDay);

/** The first and last day that the remarks in front of a table name. */
const rangeOf = ({ remarks }: ImportFile): { start: string | undefined; end: string | undefined } => {
  // The remarks of a later table come behind those of the first.
  const days = remarks.flatMap(daysIn);
  return { start: days.at(-2) ?? days.at(-1), end: days.at(-1) };
};

/** A line of totals, which has no day. */
const TOTALS_ROW = /^(grand[ -]?)?totals?$|^gesamt|^insgesamt|^total g|^totales|^総計|^合計/i;

/**
 * How to read a row's day: a date, the number of days since the start of the report, or the only day that
 * the report is about. Empty for a line of totals.
 * @returns undefined for a table without days
 */
const dayReader = (
  file: ImportFile,
  names: ReadonlyMap<GoogleColumn, string>,
): ((row: CsvRow) => ReturnType<typeof readDay>) | undefined => {
  const { start, end } = rangeOf(file);
  const [date, nth, index] = (['date', 'nth day', 'day index'] as const).map((name) => names.get(name));
  const isTotals = (text: string): boolean => text === '' || TOTALS_ROW.test(text);
  if (date !== undefined) return (row) => (isTotals(row.text(date)) ? '' : readDay(row.text(date)));
  if (nth !== undefined && start !== undefined)
    return (row) => {
      if (isTotals(row.text(nth))) return '';
      const days = row.count(nth);
      if (days <= MOST_DAYS) return addDays(start, days);
      throw new ImportRefusedError(
        `“${row.text(nth).slice(0, 40)}” in Nth day is not a day from 1970 to 2099.`,
      );
    };
  if (index !== undefined && start !== undefined) {
    // Days are written as the language does; they follow each other from the first day on.
    let next = start;
    return (row) => {
      if (isTotals(row.text(index))) return '';
      const day = next;
      next = addDays(next, 1);
      return day;
    };
  }
  return start !== undefined && start === end ? () => start : undefined;
};

/** A row of a table, by what its columns hold. */
interface GoogleRow {
  text(column: GoogleColumn): string;
  /** Reads the first of the columns that exists. */
  count(...columns: readonly GoogleColumn[]): number;
  measure(column: GoogleColumn): number;
  has(column: GoogleColumn): boolean;
  /** The number of sessions, also where an earlier table has brought it. */
  sessions(): number;
  /** True for a figure that the table has, and no earlier one had for the same day and value. */
  brings(column: GoogleColumn): boolean;
}

const USERS = ['active users', 'total users', 'users'] as const;
const VIEWS = ['views', 'pageviews'] as const;

/** Columns required of a table without a dimension. */
const TOTALS: readonly GoogleColumn[] = ['sessions', ...USERS, ...VIEWS];

/** Tells whether a table's figure of a day counts: the first table that has it brings it. */
type IsFirst = (figure: GoogleColumn) => boolean;

const rowOf = (
  row: CsvRow,
  names: ReadonlyMap<GoogleColumn, string>,
  isFirst: IsFirst = () => true,
): GoogleRow => {
  const name = (column: GoogleColumn): string => names.get(column) ?? '';
  return {
    text: (column) => row.text(name(column)),
    count(...columns) {
      const found = columns.map(name).filter((each) => each !== '');
      const [figure] = columns;
      return found.length > 0 && figure !== undefined && isFirst(figure) ? row.count(...found) : 0;
    },
    measure: (column) => row.measure(name(column)),
    has: (column) => names.has(column),
    sessions: () => row.count(name('sessions')),
    brings: (column) => names.has(column) && isFirst(column),
  };
};

const known = (text: string): string => (text === '(not set)' ? '' : text);

const addTotals = ({ tally }: ImportTarget, row: GoogleRow, day: string): void => {
  const sessions = row.sessions();
  const bounces = row.has('engaged sessions')
    ? row.brings('engaged sessions') && Math.max(0, sessions - row.count('engaged sessions'))
    : row.brings('bounce rate') && Math.round(sessions * row.measure('bounce rate'));
  const meanDuration = row.brings('average session duration') ? row.measure('average session duration') : 0;
  tally.addTotals(day, {
    visits: row.count('sessions'),
    bounces: Number(bounces),
    visitors: row.count(...USERS),
    pageviews: row.count(...VIEWS),
    duration: Math.round(sessions * meanDuration),
    engaged: row.brings('user engagement') ? Math.round(row.measure('user engagement') * 1000) : 0,
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
  tally.addSource(day, { utmSource: campaign.utm_source, referrer }, sums);
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
      if (row.has('medium')) {
        addSource(target, row, day, row.text('source'), row.text('medium'));
        return;
      }
      const referrer = referrerNamed(row.text('source'), target.domain);
      const sums = { visitors: row.count(...USERS), visits: row.count('sessions') };
      target.tally.addValue(day, 'referrer', referrer, sums);
      target.tally.addSource(day, { utmSource: '', referrer }, sums);
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

/** Languages that write a half as 0,5, and the day in front of the month. */
const WITH_COMMA: ReadonlySet<string | undefined> = new Set(['de', 'fr', 'es', 'it', 'pt', 'nl']);

/** True for a file in a language that writes a half as 0,5. */
const isOfComma = ({ columns }: ImportFile): boolean =>
  columns.some((name) => WITH_COMMA.has(googleColumn(name)?.language));

/** Reads Google's reports: tables of days, or of days by one dimension each, several of them in a file. */
export const openGoogleReports = (target: ImportTarget): OpenImport => {
  const undated = new Set<string>();
  const repeated = new Set<string>();
  /** Figures of a day and value, and the table that brings each of them. */
  const figures = createKeyNumbers();
  const brought: number[] = [];
  const orders: ReturnType<typeof createDayOrder>[] = [];
  let tables = 0;
  return {
    isHeader: isGoogleHeader,
    decimalOf: (file) => {
      const { columns, delimiter } = file;
      if (delimiter === ';') return ',';
      const known = columns.flatMap((name) => googleColumn(name) ?? []);
      const isLocal = isOfComma(file);
      // Only Universal Analytics writes numbers as the language does; spreadsheets do where they write tabs.
      const isOld = known.some(({ column }) => column === 'pageviews' || column === 'day index');
      return isLocal && (isOld || delimiter === '\t') ? ',' : '.';
    },
    open(file) {
      const names = namesOf(file);
      const table = TABLES.find(([column]) => names.has(column));
      if (table === undefined && !TOTALS.some((column) => names.has(column)))
        throw new ImportRefusedError(
          `${file.name} has none of the columns Sessions, Active users and Views. They are known in English, German, French, Spanish, Italian, Portuguese, Dutch and Japanese.`,
        );
      const dayOf = dayReader(file, names);
      if (dayOf === undefined) {
        undated.add(file.name);
        return () => undefined;
      }
      const [split = 'date', add] = table ?? [undefined, addTotals];
      tables += 1;
      const number = tables;
      const splits: readonly GoogleColumn[] = table === undefined ? [] : [split, 'medium'];
      const likely = isOfComma(file) ? 'day' : undefined;
      const order = createDayOrder({ name: file.name, ...rangeOf(file), likely });
      orders.push(order);
      const take = (row: CsvRow, day: string): void => {
        const value = splits.map((name) => row.text(names.get(name) ?? '')).join(' ');
        const isFirst: IsFirst = (figure) => {
          const place = figures.of(...keyOfText(`${split} ${figure} ${day} ${value}`));
          const by = (brought[place] ??= number);
          if (by !== number) repeated.add(file.name);
          return by === number;
        };
        add(target, rowOf(row, names, isFirst), day);
      };
      return (row) => {
        const read = dayOf(row);
        if (typeof read === 'object')
          order.take(read, (day) => {
            take(row, day);
          });
        else if (read !== '') take(row, read);
      };
    },
    finish() {
      const told = new Set(orders.map((order) => order.told()).filter((each) => each !== undefined));
      for (const order of orders) order.finish(told);
      const [name] = undated;
      if (name !== undefined && target.tally.days.size === 0)
        throw new ImportRefusedError(
          `${name} has no column with the date. Add the dimension “Date” to the report.`,
        );
      return Promise.resolve();
    },
    notes: () => [
      ...[...undated].map(
        (name) => `${name}: tables without days were left out. Add the dimension “Date” to the report.`,
      ),
      ...[...repeated].map(
        (name) => `${name}: figures that an earlier table has for the same days were left out.`,
      ),
    ],
  };
};
