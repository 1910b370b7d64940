import type { StoredDimension } from '../../dimensions/stored-dimensions.ts';
import { ImportRefusedError } from '../import-refused-error.ts';
import type { CsvRow, ImportSource, ImportTarget } from '../import-source.ts';
import {
  browserNamed,
  countryNamed,
  deviceNamed,
  pageNamed,
  referrerNamed,
  systemNamed,
} from '../named-values.ts';
import { dayReader } from './ga4-days.ts';

const USERS = ['active users', 'total users', 'users'];

const VIEWS = ['views', 'screen page views'];

type ValueOf = (text: string, target: ImportTarget) => string;

/** Columns that a report may be split by beside the day. */
const DIMENSIONS: Readonly<Record<string, readonly [StoredDimension, ValueOf]>> = {
  'page path and screen class': ['page', (text, target) => pageNamed(text, '', target)],
  'page path': ['page', (text, target) => pageNamed(text, '', target)],
  'page path + query string': ['page', (text, target) => pageNamed(text, '', target)],
  'event name': ['event', (text) => text],
  country: ['country', countryNamed],
  'country id': ['country', countryNamed],
  city: ['city', (text) => (text === '(not set)' ? '' : text)],
  browser: ['browser', browserNamed],
  'operating system': ['os', systemNamed],
  'device category': ['device', deviceNamed],
  'session source': ['referrer', (text, { domain }) => referrerNamed(text, domain)],
  'session source / medium': [
    'referrer',
    (text, { domain }) => referrerNamed(text.split(' / ')[0] ?? '', domain),
  ],
};

const addTotals = ({ tally }: ImportTarget, row: CsvRow, day: string): void => {
  const visits = row.count('sessions');
  const engaged = row.has('engaged sessions') ? row.count('engaged sessions') : undefined;
  const bounces =
    engaged === undefined ? Math.round(visits * row.measure('bounce rate')) : Math.max(0, visits - engaged);
  tally.addTotals(day, {
    visits,
    bounces,
    visitors: row.count(...USERS),
    pageviews: row.count(...VIEWS),
    duration: Math.round(visits * row.measure('average session duration')),
    engaged: Math.round(row.measure('user engagement') * 1000),
  });
};

/** What GA4 counts by itself; these are no events of the website. */
const AUTOMATIC = new Set(['page_view', 'session_start', 'first_visit', 'user_engagement', 'scroll']);

/** Reports of Google Analytics 4 as CSV: days, or days by one dimension each. */
export const ga4: ImportSource = {
  id: 'ga4',
  start: (target) => ({
    open: (file) => {
      const dayOf = dayReader(file);
      const column = file.columns.find((name) => Object.hasOwn(DIMENSIONS, name));
      const found = column === undefined ? undefined : DIMENSIONS[column];
      if (column === undefined || found === undefined) {
        if (!['sessions', ...USERS, ...VIEWS].some((name) => file.columns.includes(name)))
          throw new ImportRefusedError(
            `${file.name} has none of the columns Sessions, Active users and Views.`,
          );
        return (row) => {
          const day = dayOf(row);
          // The line of the grand total has no day.
          if (day !== '') addTotals(target, row, day);
        };
      }
      const [dimension, valueOf] = found;
      return (row) => {
        const [day, value] = [dayOf(row), valueOf(row.text(column), target)];
        if (day === '') return;
        const visitors = row.count(...USERS);
        if (dimension === 'page') {
          target.tally.addPage(day, value, { visitors, pageviews: row.count(...VIEWS) });
          return;
        }
        if (dimension !== 'event') {
          target.tally.addValue(day, dimension, value, { visitors, visits: row.count('sessions') });
          return;
        }
        if (AUTOMATIC.has(value)) return;
        const hits = row.count('event count');
        target.tally.addValue(day, 'event', value, { visitors, hits });
        target.tally.addTotals(day, { events: hits });
      };
    },
    finish: () => Promise.resolve(),
  }),
};
