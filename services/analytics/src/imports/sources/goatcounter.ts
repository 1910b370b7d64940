import { channelOf } from '../../collect/intake/channel.ts';
import { browserNamed, systemNamed } from '../../collect/intake/user-agent.ts';
import {
  instantIn,
  campaignNamed,
  countryNamed,
  eventNamed,
  pageNamed,
  referrerNamed,
} from '../named-values.ts';
import type { ImportSource } from '../read-rows.ts';
import { ImportRefusedError } from '../tally.ts';
import { createVisitTally } from '../visit-tally.ts';

/** The first column carries the version of the format: `2Path`. */
const PATH = /^[12]path$/;

/** `1920,1080,1` as `1920x1080`. */
const screenOf = (text: string): string => {
  const [width = '', height = ''] = text.split(',');
  return /^\d+$/.test(width) && /^\d+$/.test(height) && width !== '0' ? `${width}x${height}` : '';
};

const LINK = 'h';

/** GoatCounter's CSV export: a row for each page view and event. */
export const goatcounter: ImportSource = {
  id: 'goatcounter',
  start: (target) => {
    const visits = createVisitTally(target);
    return {
      open: ({ name, columns }) => {
        const path = columns.find((column) => PATH.test(column));
        if (path === undefined || !['session', 'date'].every((column) => columns.includes(column)))
          throw new ImportRefusedError(`${name} is not a GoatCounter export of version 1 or 2.`);
        return (row) => {
          if (!['', '0'].includes(row.text('bot'))) return;
          const time = instantIn('Date', row.text('date'));
          const isEvent = row.text('event') === 'true';
          const scheme = row.text('referrer scheme');
          const isLink = scheme === '' || scheme === LINK;
          const referrer = referrerNamed(row.text('referrer'), target.domain);
          const { utm_source: source } = campaignNamed(
            (param) => (param === 'utm_source' && !isLink ? row.text('referrer') : ''),
            target,
          );
          visits.add({
            time,
            visit: row.text('session'),
            visitor: row.text('session'),
            page: isEvent ? '' : pageNamed(row.text(path), '', target),
            event: isEvent ? eventNamed(row.text(path)) : null,
            dimensions: {
              referrer,
              channel: channelOf({ referrer, source: source.toLowerCase(), medium: '', isAdClick: false }),
              utm_source: scheme === 'c' ? source : '',
              browser: browserNamed(row.text('browser')),
              os: systemNamed(row.text('system')),
              screen: screenOf(row.text('screen size')),
              country: countryNamed(row.text('location').slice(0, 2)),
            },
          });
        };
      },
      finish: (signal) => visits.finish(signal),
    };
  },
};
