import { channelOf } from '../../collect/intake/channel.ts';
import { ImportRefusedError } from '../import-refused-error.ts';
import type { CsvRow, ImportSource, ImportTarget } from '../import-source.ts';
import { instantIn } from '../instant-in.ts';
import {
  browserNamed,
  countryNamed,
  deviceNamed,
  pageNamed,
  referrerNamed,
  systemNamed,
} from '../named-values.ts';
import { createVisitTally } from '../visit-tally.ts';

const NEEDED = ['session_id', 'created_at', 'url_path'];

/** Times without a zone are in UTC. */
const instantOf = (text: string): number =>
  instantIn('created_at', text, /(Z|[+-]\d\d(:?\d\d)?)$/.test(text) ? text : `${text.replace(' ', 'T')}Z`);

/** Umami writes `\N` for NULL where the database exported it. */
const cell = (row: CsvRow, ...columns: readonly string[]): string => {
  const text = row.text(...columns);
  return text === '\\N' || text === 'NULL' ? '' : text;
};

const dimensionsOf = (row: CsvRow, domain: string) => {
  const referrer = referrerNamed(cell(row, 'referrer_domain'), domain);
  const source = cell(row, 'utm_source');
  const medium = cell(row, 'utm_medium');
  const parts = { referrer, source: source.toLowerCase(), medium: medium.toLowerCase() };
  return {
    referrer,
    channel: channelOf({ ...parts, isAdClick: cell(row, 'gclid', 'msclkid') !== '' }),
    utm_source: source,
    utm_medium: medium,
    utm_campaign: cell(row, 'utm_campaign'),
    utm_term: cell(row, 'utm_term'),
    utm_content: cell(row, 'utm_content'),
    country: countryNamed(cell(row, 'country')),
    city: cell(row, 'city'),
    browser: browserNamed(cell(row, 'browser')),
    os: systemNamed(cell(row, 'os')),
    device: deviceNamed(cell(row, 'device')),
    language: cell(row, 'language').toLowerCase(),
    screen: cell(row, 'screen'),
  };
};

const EVENT = '2';

/** Umami's export, or its table website_event as CSV: a row for each page view and event. */
export const umami: ImportSource = {
  id: 'umami',
  start: (target: ImportTarget) => {
    const visits = createVisitTally(target);
    return {
      open: ({ name, columns }) => {
        // The export holds other tables, too.
        if (!columns.includes('url_path')) return undefined;
        const missing = NEEDED.filter((column) => !columns.includes(column));
        if (missing.length > 0)
          throw new ImportRefusedError(`${name} lacks the column ${missing.join(', ')}.`);
        return (row) => {
          const visitor = cell(row, 'session_id');
          visits.add({
            visitor,
            visit: cell(row, 'visit_id') || visitor,
            time: instantOf(cell(row, 'created_at')),
            page: pageNamed(cell(row, 'url_path'), cell(row, 'hostname'), target),
            event: cell(row, 'event_type') === EVENT ? cell(row, 'event_name') : null,
            dimensions: dimensionsOf(row, target.domain),
          });
        };
      },
      finish: (signal) => visits.finish(signal),
    };
  },
};
