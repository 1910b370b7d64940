import { channelOf } from '../../collect/intake/channel.ts';
import { browserNamed, deviceNamed, systemNamed } from '../../collect/intake/user-agent.ts';
import {
  instantIn,
  campaignNamed,
  countryNamed,
  eventNamed,
  pageNamed,
  referrerNamed,
} from '../named-values.ts';
import type { CsvRow, ImportSource } from '../read-rows.ts';
import { ImportRefusedError } from '../tally.ts';
import type { ImportTarget } from '../tally.ts';
import { createKeyNumbers, createVisitTally, keyOfText } from '../visit-tally.ts';

const NEEDED = ['session_id', 'created_at', 'url_path'];

/** Times without a zone are in UTC. */
const instantOf = (text: string): number =>
  instantIn(
    'created_at',
    text,
    /(Z|UTC|[+-]\d\d(:?\d\d)?)$/.test(text) ? text : `${text.replace(' ', 'T')}Z`,
  );

/** Umami writes `\N` for NULL where the database exported it. */
const cell = (row: CsvRow, ...columns: readonly string[]): string => {
  const text = row.text(...columns);
  return text === '\\N' || text === 'NULL' ? '' : text;
};

/** The path with the query, which has a column of its own. */
const addressOf = (row: CsvRow): string => {
  const query = cell(row, 'url_query').replace(/^\?/, '');
  return `${cell(row, 'url_path')}${query === '' ? '' : `?${query}`}`;
};

const dimensionsOf = (row: CsvRow, target: ImportTarget) => {
  const referrer = referrerNamed(cell(row, 'referrer_domain'), target.domain);
  const campaign = campaignNamed((param) => cell(row, param), target);
  const parts = {
    referrer,
    source: campaign.utm_source.toLowerCase(),
    medium: campaign.utm_medium.toLowerCase(),
    campaign: campaign.utm_campaign,
  };
  return {
    referrer,
    channel: channelOf({ ...parts, isAdClick: cell(row, 'gclid', 'msclkid') !== '' }),
    ...campaign,
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
    const known = createKeyNumbers();
    /** False for an event that another row of the files has: exports may overlap. */
    const isNew = (id: string): boolean => {
      const size = known.size();
      return id === '' || known.of(...keyOfText(id)) === size;
    };
    return {
      open: ({ name, columns }) => {
        // The export holds other tables, too.
        if (!columns.includes('url_path')) return undefined;
        const missing = NEEDED.filter((column) => !columns.includes(column));
        if (missing.length > 0)
          throw new ImportRefusedError(`${name} lacks the column ${missing.join(', ')}.`);
        return (row) => {
          if (!isNew(cell(row, 'event_id'))) return;
          const visitor = cell(row, 'session_id');
          visits.add({
            visitor,
            visit: cell(row, 'visit_id') || visitor,
            time: instantOf(cell(row, 'created_at')),
            page: pageNamed(addressOf(row), cell(row, 'hostname'), target),
            event: cell(row, 'event_type') === EVENT ? eventNamed(cell(row, 'event_name')) : null,
            dimensions: dimensionsOf(row, target),
          });
        };
      },
      finish: (signal) => visits.finish(signal),
    };
  },
};
