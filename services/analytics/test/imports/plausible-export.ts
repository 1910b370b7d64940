import { addDays } from '../../src/calendar/local-day.ts';
import { seededRandom } from '../stats/random-traffic.ts';

type Counts = Record<string, number>;

/** Values as Plausible names them, and as they are named here. */
const NAMES = {
  page: [
    ['/', '/'],
    ['/pricing', '/pricing'],
    ['/blog/ü', '/blog/%C3%BC'],
  ],
  referrer: [
    ['Google', 'google.com'],
    ['news.example.org', 'news.example.org'],
    ['Hacker News', 'news.ycombinator.com'],
  ],
  country: [
    ['DE', 'DE'],
    ['US', 'US'],
  ],
  browser: [
    ['Chrome', 'Chrome'],
    ['Firefox', 'Firefox'],
  ],
  os: [
    ['Mac', 'macOS'],
    ['Windows', 'Windows'],
  ],
  device: [
    ['Desktop', 'desktop'],
    ['Mobile', 'mobile'],
  ],
  event: [
    ['Signup', 'Signup'],
    ['Form: Submission', 'Form: Submission'],
  ],
} as const;

const FILES = {
  imported_visitors: 'date,visitors,pageviews,bounces,visits,visit_duration',
  imported_sources:
    'date,source,referrer,utm_source,utm_medium,utm_campaign,utm_content,utm_term,pageviews,visitors,visits,visit_duration,bounces',
  imported_pages: 'date,hostname,page,visits,visitors,pageviews',
  imported_entry_pages: 'date,entry_page,visitors,entrances,visit_duration,bounces,pageviews',
  imported_exit_pages: 'date,exit_page,visitors,visit_duration,exits,bounces,pageviews',
  imported_locations: 'date,country,region,city,visitors,visits,visit_duration,bounces,pageviews',
  imported_devices: 'date,device,visitors,visits,visit_duration,bounces,pageviews',
  imported_browsers: 'date,browser,browser_version,visitors,visits,visit_duration,bounces,pageviews',
  imported_operating_systems:
    'date,operating_system,operating_system_version,visitors,visits,visit_duration,bounces,pageviews',
  imported_custom_events: 'date,name,link_url,path,visitors,events',
} as const;
type File = keyof typeof FILES;

/** An export as Plausible writes it, of random days, and what it adds up to. */
export const plausibleExport = (from: string, count: number) => {
  const random = seededRandom(7);
  const some = (most: number): number => Math.floor(random() * most);
  const lines = new Map<File, string[]>(
    (Object.entries(FILES) as [File, string][]).map(([name, header]) => [name, [header]]),
  );
  const put = (file: File, ...cells: (string | number)[]): void => {
    lines.get(file)?.push(cells.map((cell) => (typeof cell === 'string' ? `"${cell}"` : cell)).join(','));
  };
  const byValue: Record<string, Counts> = {};
  const note = (dimension: string, value: string, amount: number): void => {
    const counts = (byValue[dimension] ??= {});
    counts[value] = (counts[value] ?? 0) + amount;
  };
  const days: Counts[] = [];
  for (let index = 0; index < count; index += 1) {
    const date = addDays(from, index);
    const visits = 10 + some(200);
    const day: Counts = {
      visits,
      visitors: visits - some(9),
      pageviews: visits + some(500),
      bounces: some(visits),
      visit_duration: visits * some(300),
      events: 0,
    };
    put(
      'imported_visitors',
      date,
      day['visitors']!,
      day['pageviews']!,
      day['bounces']!,
      visits,
      day['visit_duration']!,
    );
    for (const [page, stored] of NAMES.page) {
      const [views, entries, exits] = [1 + some(90), 1 + some(20), 1 + some(20)];
      put('imported_pages', date, '', page, views, views, views);
      put('imported_entry_pages', date, page, entries, entries, 0, 0, entries);
      put('imported_exit_pages', date, page, exits, 0, exits, 0, exits);
      note('page', stored, views);
      note('entry_page', stored, entries);
      note('exit_page', stored, exits);
    }
    for (const [source, stored] of NAMES.referrer) {
      const of = 1 + some(30);
      put(
        'imported_sources',
        date,
        source,
        '',
        '',
        '',
        index % 2 === 0 ? 'spring' : '',
        '',
        '',
        of,
        of,
        of,
        0,
        0,
      );
      note('referrer', stored, of);
      if (index % 2 === 0) note('utm_campaign', 'spring', of);
    }
    for (const [file, dimension, tail] of [
      ['imported_locations', 'country', ['', 0]],
      ['imported_devices', 'device', []],
      ['imported_browsers', 'browser', ['120']],
      ['imported_operating_systems', 'os', ['14']],
    ] as const)
      for (const [value, stored] of NAMES[dimension])
        // Two versions of one browser are one value.
        for (let version = 0; version < 2; version += 1) {
          const of = 1 + some(30);
          put(file, date, value, ...tail, of, of, 0, 0, of);
          note(dimension, stored, of);
        }
    for (const [name] of NAMES.event) {
      const events = 1 + some(9);
      put('imported_custom_events', date, name, '', '', events, events);
      note('event', name, events);
      day['events']! += events;
    }
    days.push(day);
  }
  const range = `${from.replaceAll('-', '')}_${addDays(from, count - 1).replaceAll('-', '')}`;
  const files = Object.fromEntries(
    [...lines].map(([name, rows]) => [`${name}_${range}.csv`, `${rows.join('\n')}\n`]),
  );
  return { files, days, byValue };
};
