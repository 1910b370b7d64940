import { channelOf } from '../../collect/intake/channel.ts';
import { browserNamed, deviceNamed, systemNamed } from '../../collect/intake/user-agent.ts';
import type { StoredDimension } from '../../dimensions/dimension-names.ts';
import { sourceLabel } from '../../sources/source-of.ts';
import { campaignNamed, countryNamed, eventNamed, pageNamed, referrerNamed } from '../named-values.ts';
import type { ImportSource, CsvRow } from '../read-rows.ts';
import { ImportRefusedError } from '../tally.ts';
import type { ImportTarget } from '../tally.ts';

type Reader = (row: CsvRow, target: ImportTarget) => void;

const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'] as const;

const dayOf = (row: CsvRow): string => row.text('date');

/** Adds the visits of a row to a value; a visit is counted in each of its files. */
const addVisits = ({ tally }: ImportTarget, row: CsvRow, dimension: StoredDimension, value: string): void => {
  tally.addValue(dayOf(row), dimension, value, {
    visitors: row.count('visitors'),
    visits: row.count('visits'),
  });
};

/** How to read a row of each file of the export, by the name of its table. */
const PLAUSIBLE_TABLES: Readonly<Record<string, Reader>> = {
  imported_visitors: (row, { tally }) => {
    tally.addTotals(dayOf(row), {
      visitors: row.count('visitors'),
      visits: row.count('visits'),
      bounces: row.count('bounces'),
      duration: Math.round(row.measure('visit_duration')),
      pageviews: row.count('pageviews'),
    });
  },
  imported_sources: (row, target) => {
    const campaign = campaignNamed((param) => row.text(param), target);
    const source = row.text('source');
    // Where a campaign names the source, nothing is known of the page that linked.
    const isOfCampaign = sourceLabel(source) === sourceLabel(row.text('utm_source'));
    const referrer = referrerNamed(row.text('referrer') || (isOfCampaign ? '' : source), target.domain);
    addVisits(target, row, 'referrer', referrer);
    for (const name of UTM) addVisits(target, row, name, campaign[name]);
    target.tally.addSource(
      dayOf(row),
      { utmSource: campaign.utm_source, referrer },
      { visitors: row.count('visitors'), visits: row.count('visits') },
    );
    const channel = channelOf({
      referrer,
      source: campaign.utm_source.toLowerCase(),
      medium: campaign.utm_medium.toLowerCase(),
      campaign: campaign.utm_campaign,
      isAdClick: false,
    });
    addVisits(target, row, 'channel', channel);
  },
  imported_pages: (row, target) => {
    const { tally } = target;
    const page = pageNamed(row.text('page'), row.text('hostname'), target);
    const engaged = Math.round(row.measure('total_time_on_page')) * 1000;
    const scroll = Math.round(row.measure('total_scroll_depth'));
    tally.addPage(dayOf(row), page, {
      pageviews: row.count('pageviews'),
      visitors: row.count('visitors'),
      engaged,
      scroll,
    });
    tally.addTotals(dayOf(row), { engaged, scroll });
  },
  imported_entry_pages: (row, target) => {
    target.tally.addPage(dayOf(row), pageNamed(row.text('entry_page'), '', target), {
      entries: row.count('entrances'),
    });
  },
  imported_exit_pages: (row, target) => {
    target.tally.addPage(dayOf(row), pageNamed(row.text('exit_page'), '', target), {
      exits: row.count('exits'),
    });
  },
  // Regions and cities are codes of other lists than ours.
  imported_locations: (row, target) => {
    addVisits(target, row, 'country', countryNamed(row.text('country')));
  },
  imported_devices: (row, target) => {
    addVisits(target, row, 'device', deviceNamed(row.text('device')));
  },
  imported_browsers: (row, target) => {
    addVisits(target, row, 'browser', browserNamed(row.text('browser')));
  },
  imported_operating_systems: (row, target) => {
    addVisits(target, row, 'os', systemNamed(row.text('operating_system')));
  },
  imported_custom_events: (row, { tally }) => {
    const hits = row.count('events');
    tally.addValue(dayOf(row), 'event', eventNamed(row.text('name')), {
      visitors: row.count('visitors'),
      hits,
    });
    tally.addTotals(dayOf(row), { events: hits });
  },
};

/** Plausible's CSV export: ten files of daily sums in a ZIP archive. */
export const plausible: ImportSource = {
  id: 'plausible',
  start: (target) => {
    /** The file that brings a day of a table: exports in one archive may overlap. */
    const brought = new Map<string, number>();
    const repeated = new Set<string>();
    let files = 0;
    return {
      open: ({ name, columns }) => {
        const table = /^(imported_[a-z_]+?)(_\d{8}_\d{8})?\.csv$/.exec(name)?.[1] ?? '';
        const read = Object.hasOwn(PLAUSIBLE_TABLES, table) ? PLAUSIBLE_TABLES[table] : undefined;
        if (read === undefined) return undefined;
        if (!['date', 'visitors'].every((column) => columns.includes(column)))
          throw new ImportRefusedError(`${name} lacks the column date or visitors.`);
        files += 1;
        const file = files;
        return (row) => {
          const day = `${table} ${dayOf(row)}`;
          const by = brought.get(day) ?? file;
          brought.set(day, by);
          if (by === file) read(row, target);
          else repeated.add(name);
        };
      },
      notes: () => [...repeated].map((name) => `${name}: days that another file has were left out.`),
      finish: () => Promise.resolve(),
    };
  },
};
