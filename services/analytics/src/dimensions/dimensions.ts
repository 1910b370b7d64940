/** How people read a value: a path decoded, a code or a known host as the name it stands for. */
export type ValueFormat = 'text' | 'source' | 'path' | 'country' | 'language' | 'capitalised';

/**
 * All there is to know about a dimension. Columns, queries, schemas, documentation and test
 * traffic derive from it; CONTRIBUTING, "Add a dimension", names the other three files.
 */
export interface DimensionDefinition {
  readonly id: string;
  /**
   * Number of the dimension in `dictionary.dimension`, `rollup_values.dimension` and the bit of
   * `visits.first_today`. It is stored: never change or reuse one. Entry and exit pages share the
   * page's.
   */
  readonly number: number;
  /** Column of `visits`, or of `events` with the scope `event`, that holds the dictionary's id. */
  readonly column: `${string}_id`;
  /**
   * - `visit`: read from the hit that opens a visit, and fixed from then on
   * - `visit_page`: a page that a visit's hits make its first or last
   * - `event`: a value of each event
   */
  readonly scope: 'visit' | 'visit_page' | 'event';
  /** Names one value: `Country`. */
  readonly title: string;
  readonly format: ValueFormat;
  /** Description of the values, for docs/metrics.md and the API reference. */
  readonly about: string;
  /** Values as they are stored. Random test traffic is made of them; `''` is "none". */
  readonly examples: readonly string[];
}

const PAGES = [
  '/',
  '/pricing',
  '/blog/a',
  '/blog/b_c',
  '/blog/100%',
  '/docs',
  '/docs/"quoted", comma',
  '/kontakt-ü',
] as const;

/** Every dimension, in the order in which the statistics page shows them. */
export const DIMENSIONS = [
  {
    id: 'channel',
    number: 4,
    column: 'channel_id',
    scope: 'visit',
    title: 'Channel',
    format: 'capitalised',
    about: 'kind of source, as defined in `src/collect/intake/channel.ts`',
    examples: ['direct', 'organic', 'referral'],
  },
  {
    id: 'referrer',
    number: 3,
    column: 'referrer_id',
    scope: 'visit',
    title: 'Referrer',
    format: 'source',
    about:
      'host of the page that linked to the website, without `www.`; all hosts of a known source are one: `google.de` is `google.com`',
    examples: ['', 'google.com', 'news.example.org', 'duckduckgo.com'],
  },
  {
    id: 'utm_source',
    number: 5,
    column: 'utm_source_id',
    scope: 'visit',
    title: 'UTM source',
    format: 'text',
    about: '`utm_source` of the first page’s URL',
    examples: ['', '', 'newsletter'],
  },
  {
    id: 'utm_medium',
    number: 6,
    column: 'utm_medium_id',
    scope: 'visit',
    title: 'UTM medium',
    format: 'text',
    about: '`utm_medium` of the first page’s URL',
    examples: ['', '', 'email'],
  },
  {
    id: 'utm_campaign',
    number: 7,
    column: 'utm_campaign_id',
    scope: 'visit',
    title: 'Campaign',
    format: 'text',
    about: '`utm_campaign` of the first page’s URL',
    examples: ['', '', 'spring', 'autumn'],
  },
  {
    id: 'utm_term',
    number: 8,
    column: 'utm_term_id',
    scope: 'visit',
    title: 'UTM term',
    format: 'text',
    about: '`utm_term` of the first page’s URL',
    examples: ['', '', 'shoes'],
  },
  {
    id: 'utm_content',
    number: 9,
    column: 'utm_content_id',
    scope: 'visit',
    title: 'UTM content',
    format: 'text',
    about: '`utm_content` of the first page’s URL',
    examples: ['', '', 'banner'],
  },
  {
    id: 'page',
    number: 1,
    column: 'page_id',
    scope: 'event',
    title: 'Page',
    format: 'path',
    about: 'path and query, preceded by the host if it is not the website’s own',
    examples: PAGES,
  },
  {
    id: 'entry_page',
    number: 1,
    column: 'entry_page_id',
    scope: 'visit_page',
    title: 'Entry page',
    format: 'path',
    about: 'first page of the visit',
    examples: PAGES,
  },
  {
    id: 'exit_page',
    number: 1,
    column: 'exit_page_id',
    scope: 'visit_page',
    title: 'Exit page',
    format: 'path',
    about: 'last page viewed in the visit',
    examples: PAGES,
  },
  {
    id: 'country',
    number: 10,
    column: 'country_id',
    scope: 'visit',
    title: 'Country',
    format: 'country',
    about: 'ISO 3166-1 alpha-2 code',
    examples: ['', 'DE', 'US', 'FR', 'BR', 'IN'],
  },
  {
    id: 'region',
    number: 11,
    column: 'region_id',
    scope: 'visit',
    title: 'Region',
    format: 'text',
    about: 'name in the geo database',
    examples: ['', 'Bavaria', 'Texas'],
  },
  {
    id: 'city',
    number: 12,
    column: 'city_id',
    scope: 'visit',
    title: 'City',
    format: 'text',
    about: 'name in the geo database',
    examples: ['', 'Munich', 'Austin', 'Lyon'],
  },
  {
    id: 'browser',
    number: 13,
    column: 'browser_id',
    scope: 'visit',
    title: 'Browser',
    format: 'text',
    about: 'name of the browser',
    examples: ['Chrome', 'Firefox', 'Safari'],
  },
  {
    id: 'browser_version',
    number: 18,
    column: 'browser_version_id',
    scope: 'visit',
    title: 'Browser version',
    format: 'text',
    about: 'name and major version of the browser, `Chrome 140`',
    examples: ['', 'Chrome 140', 'Firefox 143', 'Safari 18'],
  },
  {
    id: 'os',
    number: 14,
    column: 'os_id',
    scope: 'visit',
    title: 'Operating system',
    format: 'text',
    about: 'name of the operating system',
    examples: ['Windows', 'iOS', 'Linux'],
  },
  {
    id: 'os_version',
    number: 19,
    column: 'os_version_id',
    scope: 'visit',
    title: 'System version',
    format: 'text',
    about: 'name and version of the operating system, `iOS 18`; with a `+` where browsers tell no later one',
    examples: ['', 'Windows 10+', 'iOS 18', 'Android 15'],
  },
  {
    id: 'device',
    number: 15,
    column: 'device_id',
    scope: 'visit',
    title: 'Device',
    format: 'capitalised',
    about: '`desktop`, `mobile`, `tablet`, `tv`, …',
    examples: ['desktop', 'mobile', 'tablet'],
  },
  {
    id: 'screen',
    number: 17,
    column: 'screen_id',
    scope: 'visit',
    title: 'Screen',
    format: 'text',
    about: 'width and height in CSS pixels, `1920x1080`',
    examples: ['', '1920x1080', '390x844'],
  },
  {
    id: 'language',
    number: 16,
    column: 'language_id',
    scope: 'visit',
    title: 'Language',
    format: 'language',
    about: 'BCP 47 tag in lower case, `en-gb`',
    examples: ['en-us', 'de', 'fr'],
  },
  {
    id: 'event',
    number: 2,
    column: 'name_id',
    scope: 'event',
    title: 'Event',
    format: 'text',
    about: 'name of the custom event',
    examples: ['signup', 'download', 'outbound'],
  },
] as const satisfies readonly DimensionDefinition[];
